// ConsumerProtocol: what members of a classic consumer group tell each other inside JoinGroup and
// SyncGroup.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic that the member owns.
struct ConsumerProtocolSubscriptionTopicPartition {
  std::string topic;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic, since(1));
    field("partitions", m.partitions, since(1));
  }
  bool operator==(const ConsumerProtocolSubscriptionTopicPartition&) const = default;
};

/// What a member wants and owns, seen by the leader only. Source: KIP-429 (v1), KIP-792 (v2),
/// KIP-881 (v3).
struct ConsumerProtocolSubscription {
  static constexpr Versions versions{0, 3};

  std::vector<std::string> topics;
  std::optional<Buffer> user_data;
  std::vector<ConsumerProtocolSubscriptionTopicPartition> owned_partitions;
  std::int32_t generation_id = -1;  ///< Of the owned partitions; -1: not known.
  std::optional<std::string> rack_id;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics);
    field("user_data", m.user_data);
    field("owned_partitions", m.owned_partitions, since(1).ignorable());
    field("generation_id", m.generation_id, since(2).ignorable(), -1);
    field("rack_id", m.rack_id, since(3).ignorable());
  }
  bool operator==(const ConsumerProtocolSubscription&) const = default;
};

/// Partitions of one topic that the member shall own.
struct ConsumerProtocolAssignmentTopicPartition {
  std::string topic;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const ConsumerProtocolAssignmentTopicPartition&) const = default;
};

/// What the leader gives to a member. Source: KIP-62; its versions follow the subscription's.
struct ConsumerProtocolAssignment {
  static constexpr Versions versions{0, 3};

  std::vector<ConsumerProtocolAssignmentTopicPartition> assigned_partitions;
  std::optional<Buffer> user_data;

  static constexpr void fields(auto& field, auto& m) {
    field("assigned_partitions", m.assigned_partitions);
    field("user_data", m.user_data);
  }
  bool operator==(const ConsumerProtocolAssignment&) const = default;
};

}  // namespace cohort
