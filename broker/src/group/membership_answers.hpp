// What a group answers to join, sync and leave: everything that any version of the protocol can
// carry.
#pragma once

#include "reply_id.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

/// A member as the leader is told of it.
struct JoinedMember {
  std::string member_id;
  std::optional<std::string> group_instance_id;
  Buffer metadata;  ///< Of the chosen protocol.
  bool operator==(const JoinedMember&) const = default;
};

struct JoinAnswer {
  ErrorCode error = ErrorCode::none;
  std::int32_t generation = -1;
  std::optional<std::string> protocol_type;  ///< nullopt on errors.
  std::optional<std::string> protocol_name;  ///< nullopt on errors; versions before 7 send "".
  std::string leader;
  bool skip_assignment = false;
  std::string member_id;
  std::vector<JoinedMember> members;  ///< Everyone, for the leader; empty for followers.
  bool operator==(const JoinAnswer&) const = default;
};

struct SyncAnswer {
  ErrorCode error = ErrorCode::none;
  std::optional<std::string> protocol_type;  ///< nullopt on errors.
  std::optional<std::string> protocol_name;
  Buffer assignment;
  bool operator==(const SyncAnswer&) const = default;
};

/// An answer that a group owed, perhaps since long ago.
struct GroupAnswer {
  ReplyId to{};
  std::variant<JoinAnswer, SyncAnswer> what;
  bool operator==(const GroupAnswer&) const = default;
};

struct LeaveAnswer {
  ErrorCode error = ErrorCode::none;
  std::vector<ErrorCode> members;  ///< One for each entry of the request, in its order.
  bool operator==(const LeaveAnswer&) const = default;
};

}  // namespace cohort::broker
