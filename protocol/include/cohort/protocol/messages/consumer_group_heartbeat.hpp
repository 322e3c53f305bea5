// ConsumerGroupHeartbeat: the one request by which a member of the new consumer protocol joins,
// stays and leaves.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic that the member owns.
struct ConsumerGroupHeartbeatRequestTopicPartitions {
  Uuid topic_id;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_id", m.topic_id);
    field("partitions", m.partitions);
  }
  bool operator==(const ConsumerGroupHeartbeatRequestTopicPartitions&) const = default;
};

/// Joins (epoch 0), stays (the epoch it has) or leaves (-1, or -2 for a static member that will
/// be back). Fields that have not changed since the last heartbeat may be null. Source:
/// KIP-848.
struct ConsumerGroupHeartbeatRequest {
  static constexpr Api api{ApiKey::consumer_group_heartbeat, {0, 0}, /*flexible_from=*/0};

  std::string group_id;
  std::string member_id;
  std::int32_t member_epoch = 0;
  std::optional<std::string> instance_id;
  std::optional<std::string> rack_id;
  std::int32_t rebalance_timeout_ms = -1;  ///< -1: as before.
  std::optional<std::vector<std::string>> subscribed_topic_names;
  std::optional<std::string> server_assignor;
  std::optional<std::vector<ConsumerGroupHeartbeatRequestTopicPartitions>> topic_partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("member_id", m.member_id);
    field("member_epoch", m.member_epoch);
    field("instance_id", m.instance_id);
    field("rack_id", m.rack_id);
    field("rebalance_timeout_ms", m.rebalance_timeout_ms, always, -1);
    field("subscribed_topic_names", m.subscribed_topic_names);
    field("server_assignor", m.server_assignor);
    field("topic_partitions", m.topic_partitions);
  }
  bool operator==(const ConsumerGroupHeartbeatRequest&) const = default;
};

/// Partitions of one topic that the member may take.
struct ConsumerGroupHeartbeatResponseTopicPartitions {
  Uuid topic_id;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_id", m.topic_id);
    field("partitions", m.partitions);
  }
  bool operator==(const ConsumerGroupHeartbeatResponseTopicPartitions&) const = default;
};

/// All that a member may take.
struct ConsumerGroupHeartbeatAssignment {
  std::vector<ConsumerGroupHeartbeatResponseTopicPartitions> topic_partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_partitions", m.topic_partitions);
  }
  bool operator==(const ConsumerGroupHeartbeatAssignment&) const = default;
};

/// The epoch a member is in, and its assignment when that has changed.
struct ConsumerGroupHeartbeatResponse {
  static constexpr Api api{ApiKey::consumer_group_heartbeat, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;
  std::optional<std::string> member_id;
  std::int32_t member_epoch = 0;
  std::int32_t heartbeat_interval_ms = 0;
  std::optional<ConsumerGroupHeartbeatAssignment> assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("error_message", m.error_message);
    field("member_id", m.member_id);
    field("member_epoch", m.member_epoch);
    field("heartbeat_interval_ms", m.heartbeat_interval_ms);
    field("assignment", m.assignment);
  }
  bool operator==(const ConsumerGroupHeartbeatResponse&) const = default;
};

}  // namespace cohort
