#include "record_policy.hpp"

#include <cohort/protocol/record_cursor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace cohort::broker {
namespace {

// Sums wrap as Java's do: a bound of Long.MAX_VALUE makes the largest allowed time a negative one.
std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapped_difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

struct Fault {
  ErrorCode error = ErrorCode::none;
  std::string message;
};

/// The rules of one topic at one time.
class Policy {
 public:
  Policy(const ProducedBatch& batch, const AppendRequest& request, const LogSettings& settings)
      : type_(batch.header.timestamp_type()),
        request_(request),
        settings_(settings),
        now_ms_(request.now.unix_ms()) {}

  /// Can a record be refused at all? Spares reading the records again in the usual case.
  bool is_needed(const RecordsSummary& summary) const {
    constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();
    return (settings_.is_compacted && summary.first_without_key.has_value()) ||
           type_ == TimestampType::log_append_time ||
           (!settings_.log_append_time && (settings_.timestamp_before_max_ms != unbounded ||
                                           settings_.timestamp_after_max_ms != unbounded));
  }

  std::optional<Fault> check(const RecordView& record) const {
    if (settings_.is_compacted && !record.key.has_value()) {
      return Fault{ErrorCode::invalid_record,
                   fmt::format("Compacted topic cannot accept message without key in topic "
                               "partition {}-{}",
                               request_.topic, request_.partition)};
    }
    if (!settings_.log_append_time && record.timestamp != no_timestamp) return check_range(record);
    if (type_ == TimestampType::create_time) return std::nullopt;
    return Fault{
        ErrorCode::invalid_timestamp,
        fmt::format("Invalid timestamp type in message DefaultRecord(offset={}, "
                    "timestamp={}, key={} bytes, value={} bytes). Producer should not set "
                    "timestamp type to LogAppendTime.",
                    record.offset_delta, record.timestamp, record.key.value_or(ByteView{}).size(),
                    record.value.value_or(ByteView{}).size())};
  }

 private:
  std::optional<Fault> check_range(const RecordView& record) const {
    const std::int64_t age = wrapped_difference(now_ms_, record.timestamp);
    if (age <= settings_.timestamp_before_max_ms &&
        wrapped_difference(0, age) <= settings_.timestamp_after_max_ms) {
      return std::nullopt;
    }
    return Fault{
        ErrorCode::invalid_timestamp,
        fmt::format("Timestamp {} of message with offset {} is out of range. The timestamp "
                    "should be within [{}, {}]",
                    record.timestamp, record.offset_delta,
                    wrapped_difference(now_ms_, settings_.timestamp_before_max_ms),
                    wrapped_sum(now_ms_, settings_.timestamp_after_max_ms))};
  }

  TimestampType type_;
  const AppendRequest& request_;
  const LogSettings& settings_;
  std::int64_t now_ms_;
};

/// The answer's own message for records that lack a key.
std::string message_of(const std::vector<RecordError>& errors, std::size_t count) {
  std::string first;
  for (std::size_t i = 0; i < std::min<std::size_t>(errors.size(), 3); ++i) {
    first += fmt::format("{}RecordError(batchIndex={}, message='{}')", i == 0 ? "" : ", ",
                         errors[i].batch_index, errors[i].message);
  }
  return fmt::format(
      "One or more records have been rejected due to {} record errors in total, and "
      "only showing the first three errors at most: [{}]",
      count, first);
}

}  // namespace

std::optional<AppendResult> policy_fault(const ProducedBatch& batch, const AppendRequest& request,
                                         const LogSettings& settings) {
  const Policy policy(batch, request, settings);
  if (!policy.is_needed(batch.summary)) return std::nullopt;
  AppendResult result;
  std::size_t count = 0;
  RecordCursor cursor(batch.records);
  RecordView record;
  for (std::int32_t index = 0; cursor.next(record); ++index) {
    auto fault = policy.check(record);
    if (!fault.has_value()) continue;
    ++count;
    // One record with a bad timestamp makes the answer INVALID_TIMESTAMP, whatever the others have.
    if (result.error != ErrorCode::invalid_timestamp) result.error = fault->error;
    if (result.record_errors.size() == max_listed_record_errors) continue;
    result.record_errors.push_back({.batch_index = index, .message = std::move(fault->message)});
  }
  if (count == 0) return std::nullopt;
  result.error_message = result.error == ErrorCode::invalid_timestamp
                             ? "One or more records have been rejected due to invalid timestamp"
                             : message_of(result.record_errors, count);
  return result;
}

}  // namespace cohort::broker
