// ProducerRecord: a record on its way into a topic, as its sender writes it.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct ProducerRecord {
  std::string topic;
  std::optional<std::int32_t> partition{};  ///< Null: the partitioner chooses.
  std::optional<Buffer> key{};              ///< Null and empty are two things.
  std::optional<Buffer> value{};            ///< Null: a tombstone, where the topic is compacted.
  std::vector<RecordHeader> headers{};
  std::optional<Instant> timestamp{};  ///< Whole milliseconds count; null: when it is sent.
  std::uint64_t tag = 0;               ///< The sender's own; comes back with the Delivery.
  bool operator==(const ProducerRecord&) const = default;
};

}  // namespace cohort::client
