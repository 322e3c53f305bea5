#include "start_offset.hpp"

#include "serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <regex>
#include <string>

namespace cohort::tool {

namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || read != end) return std::nullopt;
  return number;
}

/// Of a date, with or without a time of day, in UTC.
std::optional<std::int64_t> unix_ms(std::string_view text) {
  static const std::regex pattern(
      R"((\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?)?Z?)");
  std::match_results<std::string_view::const_iterator> parts;
  if (!std::regex_match(text.begin(), text.end(), parts, pattern)) return std::nullopt;
  const auto part = [&](std::size_t place) {
    return parts[place].matched ? std::stoi(parts[place].str()) : 0;
  };
  const std::chrono::year_month_day day{std::chrono::year(part(1)),
                                        std::chrono::month(static_cast<unsigned>(part(2))),
                                        std::chrono::day(static_cast<unsigned>(part(3)))};
  if (!day.ok() || part(4) > 23 || part(5) > 59 || part(6) > 59) return std::nullopt;
  const auto time = std::chrono::sys_days(day) + std::chrono::hours(part(4)) +
                    std::chrono::minutes(part(5)) + std::chrono::seconds(part(6)) +
                    milliseconds(part(7));
  return time.time_since_epoch().count();
}

/// The ends are asked for before anything is assigned: else the consumer would meanwhile have begun
/// to wait for records at the end.
void assign_before_end(client::Consumer& consumer, const client::PartitionSet& partitions,
                       std::int64_t count) {
  const auto first = consumer.beginning_offsets(partitions);
  const auto ends = consumer.end_offsets(partitions);
  consumer.assign(partitions);
  for (const auto& [partition, end] : ends) {
    consumer.seek(partition, std::max(first.at(partition), end - count));
  }
}

}  // namespace

StartOffset parse_start_offset(std::string_view text) {
  using Kind = StartOffset::Kind;
  if (text == "beginning" || text == "earliest") return {.kind = Kind::beginning};
  if (text == "end" || text == "latest") return {.kind = Kind::end};
  if (text.starts_with('@')) {
    const auto time = whole_number(text.substr(1));
    if (time && *time >= 0) return {.kind = Kind::time, .number = *time};
  }
  if (const auto time = unix_ms(text)) return {.kind = Kind::time, .number = *time};
  if (const auto number = whole_number(text)) {
    if (*number >= 0) return {.kind = Kind::offset, .number = *number};
    if (*number > std::numeric_limits<std::int64_t>::min()) {
      return {.kind = Kind::before_end, .number = -*number};
    }
  }
  throw UsageError(fmt::format(
      "--offset {}: beginning, end, an offset, -N for the last N, or a time as @MILLISECONDS or "
      "2024-01-01T00:00:00Z",
      text));
}

void assign(client::Consumer& consumer, const client::PartitionSet& partitions,
            const StartOffset& start) {
  if (start.kind == StartOffset::Kind::before_end) {
    return assign_before_end(consumer, partitions, start.number);
  }
  consumer.assign(partitions);
  switch (start.kind) {
    case StartOffset::Kind::beginning:
      return consumer.seek_to_beginning(partitions);
    case StartOffset::Kind::end:
      return consumer.seek_to_end(partitions);
    case StartOffset::Kind::offset:
    case StartOffset::Kind::before_end:
      for (const client::TopicPartition& partition : partitions) {
        consumer.seek(partition, start.number);
      }
      return;
    case StartOffset::Kind::time:
      return consumer.seek_to_time(partitions, Instant::from_unix_ms(start.number));
  }
}

}  // namespace cohort::tool
