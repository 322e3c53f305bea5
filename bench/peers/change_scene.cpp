#include "scenes.hpp"
#include "timed_consumer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

namespace bench {

namespace {

/// The group did not settle in time.
struct Unsettled {};

constexpr auto slack = std::chrono::milliseconds(50);

/// A settled group that one consumer enters and leaves again and again.
class Changing {
 public:
  Changing(const ChangeOptions& options, std::string topic)
      : limit_(std::chrono::seconds(options.limit_s)),
        watch_(static_cast<std::size_t>(options.partitions)),
        subscription_{.bootstrap = options.bootstrap,
                      .group = fresh("change"),
                      .topic = std::move(topic),
                      .settings = {{"heartbeat.interval.ms", std::to_string(options.heartbeat_ms)},
                                   {"session.timeout.ms", "45000"}}} {
    for (int number = 0; number < options.consumers; ++number) {
      members_.push_back(std::make_unique<TimedConsumer>(number, subscription_, watch_));
    }
    settle();
  }

  Clock::duration join() {
    newcomer_ = std::make_unique<TimedConsumer>(-1, subscription_, watch_);
    const Clock::time_point shared = settle();
    return shared - newcomer_->first_join().value();
  }

  Clock::duration leave() {
    const std::unique_ptr<TimedConsumer> leaver = std::move(newcomer_);
    leaver->begin_close();
    while (!leaver->leave_sent()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const Clock::time_point shared = settle();
    return shared - leaver->leave_sent().value();
  }

  Clock::duration longest_heartbeat_gap() const {
    Clock::duration longest{};
    for (const auto& member : members_) {
      longest = std::max(longest, member->longest_heartbeat_gap());
    }
    return longest;
  }

 private:
  Clock::time_point settle() {
    const auto shared = watch_.shared_since(limit_);
    if (!shared) throw Unsettled();
    return *shared;
  }

  Clock::duration limit_;
  ShareWatch watch_;
  Subscription subscription_;
  std::vector<std::unique_ptr<TimedConsumer>> members_;
  std::unique_ptr<TimedConsumer> newcomer_;
};

bool measure_changes(const ChangeOptions& options, const std::string& topic) {
  Changing group(options, topic);
  Figures joins;
  Figures leaves;
  // Changes fall on every phase of the heartbeats; two of them in between give the gap to compare
  // with.
  const auto pause = [&](int step) {
    std::this_thread::sleep_for(std::chrono::milliseconds(
        2 * options.heartbeat_ms + options.heartbeat_ms * step / options.repeat));
  };
  for (int run = 0; run < options.repeat; ++run) {
    pause(run);
    joins.add(group.join());
    pause(run);
    leaves.add(group.leave());
  }
  const Clock::duration limit = group.longest_heartbeat_gap() + slack;
  for (const auto& [what, figures] : {std::pair{"join", &joins}, std::pair{"leave", &leaves}}) {
    print_line(what, fmt::format("\"consumers\":{},\"runs\":{},\"heartbeat_ms\":{},"
                                 "\"longest_heartbeat_gap_ms\":{:.0f},\"within\":{},"
                                 "\"settled_ms\":{{{}}}",
                                 options.consumers, figures->size(), options.heartbeat_ms,
                                 std::chrono::duration<double, std::milli>(limit - slack).count(),
                                 figures->within(limit), figures->json()));
  }
  return joins.within(limit) == joins.size() && leaves.within(limit) == leaves.size();
}

}  // namespace

bool measure_change(const ChangeOptions& options) {
  const std::string topic = options.topic.empty() ? fresh("change-topic") : options.topic;
  if (options.topic.empty()) make_topic(options.bootstrap, topic, options.partitions);
  try {
    return measure_changes(options, topic);
  } catch (const Unsettled&) {
    print_line("change", fmt::format("\"consumers\":{},{}", options.consumers,
                                     unfinished(std::chrono::seconds(options.limit_s))));
    return false;
  }
}

}  // namespace bench
