#include "assignors/balancer.hpp"
#include "assignors/ownership.hpp"
#include "assignors/sticky_user_data.hpp"
#include <cohort/client/assignment_check.hpp>

#include <cstddef>

namespace cohort::client {

namespace {

Claim eager_claim(const GroupMember& member) {
  return claim_from_sticky(member.user_data).value_or(Claim{});
}

/// Members of old versions tell their generation in their user data only (before KIP-792).
Claim cooperative_claim(const GroupMember& member) {
  const bool told = member.generation >= 0;
  return {member.owned, told ? member.generation : generation_from_cooperative(member.user_data)};
}

std::vector<Claim> claims_of(const std::vector<GroupMember>& members,
                             Claim (*claim)(const GroupMember&)) {
  std::vector<Claim> claims;
  claims.reserve(members.size());
  for (const GroupMember& member : members) claims.push_back(claim(member));
  return claims;
}

/// Source: KIP-54, KIP-341; StickyAssignor.
class StickyAssignor final : public Assignor {
 public:
  std::string name() const override { return "sticky"; }

  Buffer user_data(const std::set<std::string>& /*topics*/,
                   const ReceivedAssignment& last) const override {
    if (last.generation < 0 && last.partitions.empty()) return {};
    return sticky_user_data({last.partitions, last.generation});
  }

  Assignment assign(const AssignmentProblem& problem) const override {
    const std::vector<GroupMember> members = members_in_order(problem);
    const Ownership ownership(claims_of(members, &eager_claim));
    return Balancer(members, problem.partition_counts, ownership).assignment();
  }
};

/// Source: KIP-429, KIP-792; CooperativeStickyAssignor.
class CooperativeStickyAssignor final : public Assignor {
 public:
  std::string name() const override { return "cooperative-sticky"; }
  std::set<RebalanceProtocol> protocols() const override {
    return {RebalanceProtocol::cooperative, RebalanceProtocol::eager};
  }

  Buffer user_data(const std::set<std::string>& /*topics*/,
                   const ReceivedAssignment& last) const override {
    return generation_user_data(last.generation);
  }

  Assignment assign(const AssignmentProblem& problem) const override {
    const std::vector<GroupMember> members = members_in_order(problem);
    const Ownership ownership(claims_of(members, &cooperative_claim));
    Assignment assignment = Balancer(members, problem.partition_counts, ownership).assignment();
    withhold_what_moves(members, ownership, assignment);
    return assignment;
  }

 private:
  /// What somebody else may still own is nobody's until the next rebalance, which the old owner
  /// asks for once it has given it up (CooperativeStickyAssignor.adjustAssignment).
  static void withhold_what_moves(const std::vector<GroupMember>& members,
                                  const Ownership& ownership, Assignment& assignment) {
    for (std::size_t member = 0; member < members.size(); ++member) {
      std::erase_if(assignment[members[member].member_id], [&](const TopicPartition& partition) {
        return ownership.is_claimed(partition) && ownership.owner_of(partition) != member;
      });
    }
  }
};

}  // namespace

AssignorPointer sticky_assignor() { return std::make_shared<StickyAssignor>(); }
AssignorPointer cooperative_sticky_assignor() {
  return std::make_shared<CooperativeStickyAssignor>();
}

}  // namespace cohort::client
