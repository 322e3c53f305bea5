// OffsetSpec, ListedOffset: an offset asked for by its time or its place in the log.
#pragma once

#include <cohort/client/consumer_config.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>

namespace cohort::client {

/// Which offset of a partition is wanted. Source: OffsetSpec, ListOffsetsRequest.
struct OffsetSpec {
  /// Milliseconds since the Unix epoch, or one of those below.
  std::int64_t timestamp = -1;

  /// Of the first record that is kept.
  static constexpr OffsetSpec earliest() { return {.timestamp = -2}; }
  /// Behind the last record; with read_committed behind the last one that is decided.
  static constexpr OffsetSpec latest() { return {.timestamp = -1}; }
  /// Of the record with the largest timestamp. Since Kafka 3.0 (KIP-734).
  static constexpr OffsetSpec max_timestamp() { return {.timestamp = -3}; }
  /// Of the first record that is not older.
  static constexpr OffsetSpec at(Instant time) { return {.timestamp = time.unix_ms()}; }
  bool operator==(const OffsetSpec&) const = default;
};

struct ListedOffset {
  std::int64_t offset = -1;        ///< -1: no record is so new, or there is none.
  std::int64_t timestamp = -1;     ///< Milliseconds; of the record, if one was asked for.
  std::int32_t leader_epoch = -1;  ///< -1: not known.
  bool operator==(const ListedOffset&) const = default;
};

struct ListOffsetsOptions {
  IsolationLevel isolation = IsolationLevel::read_uncommitted;
  std::optional<Duration> timeout{};
};

}  // namespace cohort::client
