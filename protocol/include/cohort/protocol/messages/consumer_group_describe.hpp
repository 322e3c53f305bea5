// ConsumerGroupDescribe: the state of groups of the new consumer protocol.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Asks for the state of groups of the new consumer protocol. Source: KIP-848.
struct ConsumerGroupDescribeRequest {
  static constexpr Api api{ApiKey::consumer_group_describe, {0, 0}, /*flexible_from=*/0};

  std::vector<std::string> group_ids;
  bool include_authorized_operations = false;

  static constexpr void fields(auto& field, auto& m) {
    field("group_ids", m.group_ids);
    field("include_authorized_operations", m.include_authorized_operations);
  }
  bool operator==(const ConsumerGroupDescribeRequest&) const = default;
};

/// Partitions of one topic.
struct ConsumerGroupDescribeTopicPartitions {
  Uuid topic_id;
  std::string topic_name;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_id", m.topic_id);
    field("topic_name", m.topic_name);
    field("partitions", m.partitions);
  }
  bool operator==(const ConsumerGroupDescribeTopicPartitions&) const = default;
};

/// The partitions of one member.
struct ConsumerGroupDescribeAssignment {
  std::vector<ConsumerGroupDescribeTopicPartitions> topic_partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_partitions", m.topic_partitions);
  }
  bool operator==(const ConsumerGroupDescribeAssignment&) const = default;
};

/// One member, what it has and what it shall have.
struct ConsumerGroupDescribeMember {
  std::string member_id;
  std::optional<std::string> instance_id;
  std::optional<std::string> rack_id;
  std::int32_t member_epoch = 0;
  std::string client_id;
  std::string client_host;
  std::vector<std::string> subscribed_topic_names;
  std::optional<std::string> subscribed_topic_regex;
  ConsumerGroupDescribeAssignment assignment;
  ConsumerGroupDescribeAssignment target_assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id);
    field("instance_id", m.instance_id);
    field("rack_id", m.rack_id);
    field("member_epoch", m.member_epoch);
    field("client_id", m.client_id);
    field("client_host", m.client_host);
    field("subscribed_topic_names", m.subscribed_topic_names);
    field("subscribed_topic_regex", m.subscribed_topic_regex);
    field("assignment", m.assignment);
    field("target_assignment", m.target_assignment);
  }
  bool operator==(const ConsumerGroupDescribeMember&) const = default;
};

/// One group.
struct ConsumerGroupDescribeDescribedGroup {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;
  std::string group_id;
  std::string group_state;
  std::int32_t group_epoch = 0;
  std::int32_t assignment_epoch = 0;
  std::string assignor_name;
  std::vector<ConsumerGroupDescribeMember> members;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message);
    field("group_id", m.group_id);
    field("group_state", m.group_state);
    field("group_epoch", m.group_epoch);
    field("assignment_epoch", m.assignment_epoch);
    field("assignor_name", m.assignor_name);
    field("members", m.members);
    field("authorized_operations", m.authorized_operations, always,
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const ConsumerGroupDescribeDescribedGroup&) const = default;
};

/// One description for each group.
struct ConsumerGroupDescribeResponse {
  static constexpr Api api{ApiKey::consumer_group_describe, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  std::vector<ConsumerGroupDescribeDescribedGroup> groups;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("groups", m.groups);
  }
  bool operator==(const ConsumerGroupDescribeResponse&) const = default;
};

}  // namespace cohort
