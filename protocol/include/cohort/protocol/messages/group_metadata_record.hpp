// GroupMetadataKey, GroupMetadataValue: a classic group as a record of `__consumer_offsets`.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Its version tells it from other keys of the topic.
struct GroupMetadataKey {
  static constexpr Versions versions{2, 2};
  static constexpr std::int16_t flexible_from = never_flexible;

  std::string group;

  static constexpr void fields(auto& field, auto& m) { field("group", m.group); }
  bool operator==(const GroupMetadataKey&) const = default;
};

struct GroupMetadataMember {
  std::string member_id;
  std::optional<std::string> group_instance_id;
  std::string client_id;
  std::string client_host;
  std::int32_t rebalance_timeout = -1;  ///< Milliseconds, as the next.
  std::int32_t session_timeout = 0;
  Buffer subscription;  ///< What the member offered with the group's protocol.
  Buffer assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(3).nullable_since(3).ignorable());
    field("client_id", m.client_id);
    field("client_host", m.client_host);
    field("rebalance_timeout", m.rebalance_timeout, since(1).ignorable(), -1);
    field("session_timeout", m.session_timeout);
    field("subscription", m.subscription);
    field("assignment", m.assignment);
  }
  bool operator==(const GroupMetadataMember&) const = default;
};

/// Kafka 3.9 writes version 3.
struct GroupMetadataValue {
  static constexpr Versions versions{0, 4};
  static constexpr std::int16_t flexible_from = 4;

  std::string protocol_type;
  std::int32_t generation = 0;
  std::optional<std::string> protocol;        ///< Null without members.
  std::optional<std::string> leader;          ///< Null without members.
  std::int64_t current_state_timestamp = -1;  ///< Milliseconds since the Unix epoch.
  std::vector<GroupMetadataMember> members;

  static constexpr void fields(auto& field, auto& m) {
    field("protocol_type", m.protocol_type);
    field("generation", m.generation);
    field("protocol", m.protocol);
    field("leader", m.leader);
    field("current_state_timestamp", m.current_state_timestamp, since(2).ignorable(),
          std::int64_t{-1});
    field("members", m.members);
  }
  bool operator==(const GroupMetadataValue&) const = default;
};

}  // namespace cohort
