#include <cohort/node/timer_queue.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace cohort {
namespace {

using namespace std::chrono_literals;

Instant at(std::int64_t ms) { return Instant::from_unix_ms(ms); }

std::vector<std::string> pop_all(TimerQueue<std::string>& timers, Instant now) {
  std::vector<std::string> popped;
  while (std::optional<std::string> key = timers.pop_due(now)) popped.push_back(*key);
  return popped;
}

TEST(TimerQueue, DueTimersPopInOrderOfDeadlineThenOfInsertion) {
  TimerQueue<std::string> timers;
  timers.set("late", at(30));
  timers.set("second", at(20));
  timers.set("a third, of the same time", at(20));
  timers.set("first", at(10));

  EXPECT_EQ(pop_all(timers, at(30)),
            (std::vector<std::string>{"first", "second", "a third, of the same time", "late"}));
  EXPECT_TRUE(timers.empty());
}

TEST(TimerQueue, NothingPopsBeforeItsTime) {
  TimerQueue<std::string> timers;
  timers.set("a", at(10));
  EXPECT_EQ(timers.pop_due(at(10) - 1ns), std::nullopt);
  EXPECT_EQ(timers.pop_due(at(10)), "a");
}

TEST(TimerQueue, SettingAnArmedTimerReplacesItAndGoesToTheBack) {
  TimerQueue<std::string> timers;
  timers.set("a", at(10));
  timers.set("b", at(20));
  timers.set("a", at(20));

  EXPECT_EQ(timers.size(), 2U);
  EXPECT_EQ(timers.deadline("a"), at(20));
  EXPECT_EQ(pop_all(timers, at(20)), (std::vector<std::string>{"b", "a"}));
}

TEST(TimerQueue, CancellingDisarms) {
  TimerQueue<std::string> timers;
  timers.set("a", at(10));
  timers.cancel("a");
  timers.cancel("never armed");
  EXPECT_FALSE(timers.is_armed("a"));
  EXPECT_EQ(timers.next_deadline(), Instant::never());
  EXPECT_EQ(timers.next(), std::nullopt);
}

TEST(TimerQueue, ACopyGoesItsOwnWay) {
  TimerQueue<std::string> timers;
  timers.set("a", at(10));
  TimerQueue<std::string> copy = timers;
  copy.cancel("a");
  EXPECT_EQ(timers.next(), "a");
  EXPECT_TRUE(copy.empty());
}

}  // namespace
}  // namespace cohort
