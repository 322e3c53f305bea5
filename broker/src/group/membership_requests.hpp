// What clients ask of a group's membership: join, sync, heartbeat, leave.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// One protocol (for consumers: one assignor) that a member can work with, the preferred one first.
struct OfferedProtocol {
  std::string name;
  Buffer metadata;  ///< Opaque to the coordinator; the leader gets the bytes as they came.
  /// The topics that the metadata subscribes to, parsed by the caller; nullopt if the bytes don't
  /// parse.
  std::optional<std::vector<std::string>> topics;
  bool operator==(const OfferedProtocol&) const = default;
};

/// Who a request claims to come from. A static member (KIP-345) gives its instance id as well.
struct MemberIdentity {
  std::string member_id;  ///< Empty: unknown yet, or an administrator or simple consumer.
  std::optional<std::string> group_instance_id;
  bool operator==(const MemberIdentity&) const = default;
};

struct JoinRequest {
  std::string group_id;
  std::string member_id;  ///< Empty at the first join; the coordinator makes the id.
  std::optional<std::string> group_instance_id;
  std::string client_id;
  std::string client_host;  ///< As Kafka shows it: "/127.0.0.1".
  Duration session_timeout{};
  Duration rebalance_timeout{};  ///< JoinGroup v0 has none: give the session timeout.
  std::string protocol_type;
  std::vector<OfferedProtocol> protocols;
  std::string reason;  ///< The client's own words (KIP-800); empty: none given.
  bool requires_member_id =
      true;  ///< A first join gets an id and MEMBER_ID_REQUIRED (KIP-394, v4+).
  bool understands_skip_assignment =
      true;  ///< Its leader may be told to keep the assignment (KIP-814, v9+).
};

struct MemberAssignment {
  std::string member_id;
  Buffer assignment;
  bool operator==(const MemberAssignment&) const = default;
};

struct SyncRequest {
  std::string group_id;
  MemberIdentity member;
  std::int32_t generation = -1;
  std::optional<std::string> protocol_type;  ///< nullopt: the version has none (before v5).
  std::optional<std::string> protocol_name;
  std::vector<MemberAssignment> assignments;  ///< The leader's plan; empty from followers.
};

struct HeartbeatRequest {
  std::string group_id;
  MemberIdentity member;
  std::int32_t generation = -1;
};

struct LeavingMember {
  MemberIdentity member;
  std::string reason;  ///< The client's own words (KIP-800); empty: none given.
};

/// Versions before 3 name a single member.
struct LeaveRequest {
  std::string group_id;
  std::vector<LeavingMember> members;
};

}  // namespace cohort::broker
