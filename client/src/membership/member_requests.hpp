// The requests of a member of a classic group, as its state has them.
#pragma once

#include "membership/member_options.hpp"
#include "membership/membership.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/leave_group.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// The protocol type of consumers; Kafka Connect's workers have another one.
inline constexpr std::string_view consumer_protocol_type = "consumer";

/// What a member tells the group in JoinGroup.
struct Introduction {
  Membership membership{};
  std::set<std::string> topics{};
  PartitionSet owned{};
  ReceivedAssignment last{};
  std::string reason{};
};

/// An assignor's user_data() may throw.
JoinGroupRequest join_request(const MemberOptions& options, const Introduction& introduction);

/// A leader's with the assignments, a follower's without.
SyncGroupRequest sync_request(const MemberOptions& options, const Membership& membership,
                              const std::string& assignor_name,
                              std::vector<SyncGroupRequestAssignment> assignments);

HeartbeatRequest heartbeat_request(const MemberOptions& options, const Membership& membership);

LeaveGroupRequest leave_request(const MemberOptions& options, const Membership& membership,
                                const std::string& reason, int version);

}  // namespace cohort::client
