#include "scenes.hpp"
#include "timed_consumer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace bench {

namespace {

constexpr auto slack = std::chrono::milliseconds(50);

/// A group that one consumer leaves and enters again and again. Each step gives how long it took
/// until the group had settled; nothing when that did not happen in time.
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
  }

  /// All at once: a consumer that is not answered takes five seconds to close.
  ~Changing() {
    for (const auto& member : members_) member->begin_close();
  }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

  /// From the first JoinGroup of one more.
  std::optional<Clock::duration> join() {
    newcomer_ = std::make_unique<TimedConsumer>(-1, subscription_, watch_);
    const auto shared = watch_.shared_since(limit_);
    if (!shared) return std::nullopt;
    return *shared - newcomer_->first_join().value();
  }

  /// From the LeaveGroup of the one that joined.
  std::optional<Clock::duration> leave() {
    const std::unique_ptr<TimedConsumer> leaver = std::move(newcomer_);
    leaver->begin_close();
    const Clock::time_point until = Clock::now() + limit_;
    while (!leaver->leave_sent() && Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto shared = watch_.shared_since(limit_);
    if (!shared || !leaver->leave_sent()) return std::nullopt;
    return *shared - leaver->leave_sent().value();
  }

  Clock::duration longest_heartbeat_gap() const {
    Clock::duration longest{};
    for (const auto& member : members_) {
      longest = std::max(longest, member->longest_heartbeat_gap());
    }
    return longest;
  }

 private:
  Clock::duration limit_;
  ShareWatch watch_;
  Subscription subscription_;
  std::vector<std::unique_ptr<TimedConsumer>> members_;
  std::unique_ptr<TimedConsumer> newcomer_;
};

/// False when it was not within the limit, or did not happen.
bool tell(const char* what, const Figures& figures, const ChangeOptions& options,
          Clock::duration gap) {
  if (figures.size() < static_cast<std::size_t>(options.repeat)) {
    print_line(what,
               fmt::format("\"consumers\":{},\"runs\":{},{}", options.consumers, figures.size(),
                           unfinished(std::chrono::seconds(options.limit_s))));
    return false;
  }
  print_line(what, fmt::format("\"consumers\":{},\"runs\":{},\"heartbeat_ms\":{},"
                               "\"longest_heartbeat_gap_ms\":{:.0f},\"within\":{},"
                               "\"settled_ms\":{{{}}}",
                               options.consumers, figures.size(), options.heartbeat_ms,
                               std::chrono::duration<double, std::milli>(gap).count(),
                               figures.within(gap + slack), figures.json()));
  return figures.within(gap + slack) == figures.size();
}

}  // namespace

bool measure_change(const ChangeOptions& options) {
  const std::string topic = options.topic.empty() ? fresh("change-topic") : options.topic;
  if (options.topic.empty()) make_topic(options.bootstrap, topic, options.partitions);
  Changing group(options, topic);
  // They all start together: what can't take up another one can be left all the same.
  bool is_going = group.join().has_value();
  Figures joins;
  Figures leaves;
  const auto step = [&](Figures& figures, int run, auto change) {
    if (!is_going) return;
    // Changes fall on every phase of the heartbeats; two of them in between give the gap to compare
    // with.
    std::this_thread::sleep_for(std::chrono::milliseconds(
        2 * options.heartbeat_ms + options.heartbeat_ms * run / options.repeat));
    const std::optional<Clock::duration> took = change();
    if (took) figures.add(*took);
    is_going = took.has_value();
  };
  for (int run = 0; run < options.repeat; ++run) {
    step(leaves, run, [&] { return group.leave(); });
    step(joins, run, [&] { return group.join(); });
  }
  const Clock::duration gap = group.longest_heartbeat_gap();
  const bool leaves_are_good = tell("leave", leaves, options, gap);
  return tell("join", joins, options, gap) && leaves_are_good;
}

}  // namespace bench
