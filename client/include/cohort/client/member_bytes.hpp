// What the members of a group tell each other inside JoinGroup and SyncGroup, to bytes and back.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/messages/join_group.hpp>

#include <cstdint>

namespace cohort::client {

/// A member's metadata in JoinGroup, in the highest version (3): topics, user data, owned
/// partitions, generation and rack. Topics and partitions in order, so that a member that wants the
/// same sends the same. No user data is written as empty and not as null, which old clients can't
/// read. Empty if it can't be written: a topic of more than 32767 bytes.
Buffer subscription_bytes(const GroupMember& member);

/// A member in JoinGroup's answer to the leader. Any version; one above the highest is read as the
/// highest. A failure (`wrong_assignment`) names the member whose metadata is none.
Outcome<GroupMember> member_from_bytes(const JoinGroupResponseMember& member);

/// A member's part in SyncGroup. No partitions give well-formed bytes, too.
Buffer assignment_bytes(const PartitionSet& partitions, const Buffer& user_data = {});

/// What SyncGroup's answer gives. No bytes at all mean nothing was assigned: the leader had no part
/// for this member (as in librdkafka; Java's consumer fails).
Outcome<ReceivedAssignment> assignment_from_bytes(const Buffer& bytes, std::int32_t generation);

}  // namespace cohort::client
