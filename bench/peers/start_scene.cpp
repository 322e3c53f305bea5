#include "scenes.hpp"
#include "timed_consumer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace bench {

namespace {

struct Start {
  Clock::duration settled{};  ///< After the last consumer's first JoinGroup.
  Clock::duration spread{};   ///< Between the first consumer's first JoinGroup and the last one's.
  int generations = 0;
};

/// Nothing when the group did not settle.
std::optional<Start> start_once(const StartOptions& options, const std::string& topic,
                                int consumers) {
  ShareWatch watch(static_cast<std::size_t>(options.partitions));
  const std::string group = fresh("start");
  std::vector<std::unique_ptr<TimedConsumer>> members;
  for (int number = 0; number < consumers; ++number) {
    members.push_back(std::make_unique<TimedConsumer>(
        number, Subscription{options.bootstrap, group, topic}, watch));
  }
  const auto shared = watch.shared_since(std::chrono::seconds(options.limit_s));
  for (const auto& member : members) member->begin_close();
  if (!shared) return std::nullopt;
  Clock::time_point first = Clock::time_point::max();
  Clock::time_point last = Clock::time_point::min();
  Start result;
  for (const auto& member : members) {
    first = std::min(first, member->first_join().value());
    last = std::max(last, member->first_join().value());
    result.generations = std::max(result.generations, member->generations());
  }
  result.settled = *shared - last;
  result.spread = last - first;
  return result;
}

}  // namespace

bool measure_start(const StartOptions& options) {
  const std::string topic = options.topic.empty() ? fresh("start-topic") : options.topic;
  if (options.topic.empty()) make_topic(options.bootstrap, topic, options.partitions);
  const Clock::duration limit = std::chrono::milliseconds(2 * options.initial_delay_ms + 50);
  bool is_within = true;
  for (const int consumers : options.consumers) {
    Figures settled;
    Figures spread;
    std::vector<int> generations;
    for (int run = 0; run < options.repeat; ++run) {
      const std::optional<Start> start = start_once(options, topic, consumers);
      if (!start) break;
      settled.add(start->settled);
      spread.add(start->spread);
      generations.push_back(start->generations);
    }
    if (settled.size() < static_cast<std::size_t>(options.repeat)) {
      print_line("start", fmt::format("\"consumers\":{},\"runs\":{},{}", consumers, settled.size(),
                                      unfinished(std::chrono::seconds(options.limit_s))));
      is_within = false;
      continue;
    }
    const std::size_t within = settled.within(limit);
    is_within = is_within && within == settled.size();
    print_line("start",
               fmt::format("\"consumers\":{},\"runs\":{},\"limit_ms\":{},\"within\":{},"
                           "\"settled_ms\":{{{}}},\"spread_ms\":{{{}}},\"generations\":[{}]",
                           consumers, settled.size(), 2 * options.initial_delay_ms + 50, within,
                           settled.json(), spread.json(), fmt::join(generations, ",")));
  }
  return is_within;
}

}  // namespace bench
