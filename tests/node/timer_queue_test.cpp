#include <cohort/node/rng.hpp>
#include <cohort/node/timer_queue.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
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

/// The naive queue: every armed timer with the turn at which it was set, looked through each time.
class PlainTimers {
 public:
  struct Timer {
    std::int64_t at = 0;
    std::uint64_t turn = 0;
    std::string key;
    auto operator<=>(const Timer&) const = default;
  };

  void set(const std::string& key, std::int64_t at) {
    cancel(key);
    timers_.push_back({at, turn_++, key});
  }
  void cancel(const std::string& key) {
    std::erase_if(timers_, [&](const Timer& timer) { return timer.key == key; });
  }
  std::optional<std::string> pop_due(std::int64_t now) {
    const auto first = std::ranges::min_element(timers_);
    if (first == timers_.end() || first->at > now) return std::nullopt;
    std::string key = first->key;
    timers_.erase(first);
    return key;
  }
  std::vector<std::pair<Instant, std::string>> all() const {
    std::vector<Timer> sorted = timers_;
    std::ranges::sort(sorted);
    std::vector<std::pair<Instant, std::string>> found;
    found.reserve(sorted.size());
    for (const Timer& timer : sorted) found.emplace_back(at(timer.at), timer.key);
    return found;
  }

 private:
  static Instant at(std::int64_t ms) { return Instant::from_unix_ms(ms); }

  std::vector<Timer> timers_;
  std::uint64_t turn_ = 0;
};

TEST(TimerQueue, DoesWhatANaiveQueueDoesWhateverItIsAsked) {
  const char* given = std::getenv("COHORT_SEED");
  const std::uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
  Rng rng = Rng(seed).fork("timer queue");
  TimerQueue<std::string> timers;
  PlainTimers plain;
  for (int step = 0; step < 5'000; ++step) {
    const std::string key(1, static_cast<char>('a' + rng.below(12)));
    const auto time = static_cast<std::int64_t>(rng.below(20));
    const std::uint64_t chosen = rng.below(10);
    if (chosen < 6) {
      timers.set(key, at(time));
      plain.set(key, time);
    } else if (chosen < 8) {
      timers.cancel(key);
      plain.cancel(key);
    } else {
      ASSERT_EQ(timers.pop_due(at(time)), plain.pop_due(time)) << step;
    }
    const auto expected = plain.all();
    ASSERT_EQ(timers.all(), expected) << step;
    ASSERT_EQ(timers.size(), expected.size()) << step;
    ASSERT_EQ(timers.next_deadline(), expected.empty() ? Instant::never() : expected.front().first)
        << step;
  }
}

}  // namespace
}  // namespace cohort
