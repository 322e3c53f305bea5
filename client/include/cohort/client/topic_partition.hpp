// TopicPartition: one partition of one topic, by name.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>

namespace cohort::client {

struct TopicPartition {
  std::string topic;
  std::int32_t partition = 0;
  auto operator<=>(const TopicPartition&) const = default;
  bool operator==(const TopicPartition&) const = default;
};

using PartitionSet = std::set<TopicPartition>;

/// `orders-3`, as Kafka writes it.
std::string to_string(const TopicPartition& partition);
/// `orders-0, orders-3`; "none" when there are none.
std::string to_string(const PartitionSet& partitions);

}  // namespace cohort::client
