// check_assignment: whether what an assignor gave can be given to the members.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>

#include <optional>
#include <vector>

namespace cohort::client {

/// Members by id, as an assignor sees them.
std::vector<GroupMember> members_in_order(const AssignmentProblem& problem);

/// All partitions of the topics that exist and that somebody subscribed to, in order.
std::vector<TopicPartition> subscribed_partitions(const AssignmentProblem& problem);

/// The first thing that is wrong (`wrong_assignment`), or nothing. Wrong is: a member or partition
/// that is not there, a topic that its member has not subscribed to, a partition that two get or
/// that nobody gets. Under `cooperative` a partition that somebody claims to own may be left out,
/// and must not be given to who does not: it has to be revoked first
/// (ConsumerCoordinator.validateCooperativeAssignment). Nor may it go to who claimed it in an older
/// generation than another (KIP-792).
std::optional<Failure> check_assignment(const AssignmentProblem& problem,
                                        const Assignment& assignment, RebalanceProtocol protocol);

}  // namespace cohort::client
