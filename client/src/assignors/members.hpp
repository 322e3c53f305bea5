// In which order assignors look at members, and what is to be given to whom.
#pragma once

#include <cohort/client/assignment_check.hpp>
#include <cohort/client/assignor.hpp>

#include <vector>

namespace cohort::client {

/// Those with an instance id first, in its order, then the others in order of member id, so that a
/// static member that restarts under another member id gets what it had (KIP-345;
/// AbstractPartitionAssignor.MemberInfo).
std::vector<GroupMember> members_in_static_order(const AssignmentProblem& problem);

/// An assignment of nothing to everybody.
Assignment nothing_for(const std::vector<GroupMember>& members);

}  // namespace cohort::client
