#include "start_offset.hpp"

#include "iso_time.hpp"
#include "serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace cohort::tool {

namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || read != end) return std::nullopt;
  return number;
}

/// "2024-…": no number has a dash there.
bool is_date(std::string_view text) { return text.find('-') == std::string_view("2024").size(); }

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
  if (is_date(text)) {
    return {.kind = Kind::time, .number = parse_iso_time("--offset", text).unix_ms()};
  }
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
