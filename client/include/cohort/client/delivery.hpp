// Delivery: what became of a record that was sent.
#pragma once

#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>

namespace cohort::client {

/// Names one record of one producer; counts up in the order of the calls.
enum class DeliveryId : std::uint64_t {};

struct Delivery {
  DeliveryId id{};
  TopicPartition partition;  ///< Partition -1: it was refused before one was chosen.
  /// -1: not known, because it failed, nobody answers (acks=0), or the broker only knows that it
  /// has the record already.
  std::int64_t offset = -1;
  Instant timestamp;  ///< As the log has it: the record's own, or when it was appended.
  std::optional<Failure> failure{};
  std::uint64_t tag = 0;  ///< The record's.

  bool is_delivered() const { return !failure.has_value(); }
  bool operator==(const Delivery&) const = default;
};

}  // namespace cohort::client
