// MembershipWatch: who is in a group, by what was told of it, and whether all goes by that.
#pragma once

#include "world/first_violation.hpp"
#include <cohort/broker/fact.hpp>
#include <cohort/node/state_digest.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace cohort::testing {

/// "given ids are waited for": only the end of the join phase's time, or of the initial delay,
/// forms a generation while somebody was given an id and has not come with it. Source: KIP-394;
/// ClassicGroup.hasAllMembersJoined.
/// "who is gone is gone": who is not in the group neither leaves it nor expires, and no session but
/// a member's that expires starts a rebalance. Source: removeMember cancels the session's timer
/// (GroupMetadataManager.expireClassicGroupMemberHeartbeat). And a process whose id was given up
/// for a successor of its instance id is told to stay away for as long as that one is there, and
/// not to come again. Source: KIP-345; ClassicGroup.validateMember.
class MembershipWatch {
 public:
  void see(const broker::Fact& fact, FirstViolation& broken);
  /// A member's ids, as far as they matter; see MemberNode.
  struct Ids {
    std::string held{};
    std::string former{};
  };
  void see(const std::string& name, const Ids& ids, FirstViolation& broken) const;

 private:
  friend struct cohort::DigestOf<MembershipWatch>;

  void see_gone(const broker::Fact& fact, FirstViolation& broken);
  void see_rejoined(const broker::Fact& fact);
  void check_generation(const broker::Fact& fact, FirstViolation& broken) const;
  void forget_all();

  std::set<std::string> members_;
  std::set<std::string> given_;  ///< Ids that nobody has come with yet.
  /// Who has the instance id of an id that was fenced, without a break since.
  std::map<std::string, std::string> successors_;
  /// Ids that were given to who says that it was unknown, for an instance id that was taken.
  std::set<std::string> came_again_;
  /// Were out once. A coordinator that was not told of it may have one again, whose process knows
  /// that it is unknown.
  std::set<std::string> gone_;
  std::optional<std::string> fenced_;  ///< By whom the next fact tells.
  bool has_just_expired_ = false;      ///< The last fact was of a member that did.
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::MembershipWatch> {
  static void add(StateDigest& into, const testing::MembershipWatch& watch);
};

}  // namespace cohort
