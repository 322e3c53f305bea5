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

/// Who owns what before the rebalance: of those that claim a partition, the one of the highest
/// generation; nobody where two of the same do (AbstractStickyAssignor, KIP-792).
std::map<TopicPartition, std::string> current_owners(const AssignmentProblem& problem);

/// The first thing that is wrong (`wrong_assignment`), or nothing. Wrong is: a member or partition
/// that is not there, a topic that its member has not subscribed to, a partition that two get or
/// that nobody gets. Under `cooperative` a partition that somebody owns may be left out, and must
/// not be given to another: it has to be revoked first
/// (ConsumerCoordinator.validateCooperativeAssignment).
std::optional<Failure> check_assignment(const AssignmentProblem& problem,
                                        const Assignment& assignment, RebalanceProtocol protocol);

}  // namespace cohort::client
