// GroupWatch: looks at all that happens to a group, and at its members, for what must never be.
#pragma once

#include "world/commit_watch.hpp"
#include "world/first_violation.hpp"
#include "world/member_node.hpp"
#include "world/membership_watch.hpp"
#include "world/ownership_watch.hpp"
#include "world/phase_watch.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/testing/state_graph.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

/// A value. Its parts remember what they need of the past; this one the first thing that was wrong.
class GroupWatch {
 public:
  explicit GroupWatch(std::string group) : group_(std::move(group)) {}

  /// What has changed at the broker, in order.
  void see(const std::vector<broker::Fact>& facts, const broker::Broker& broker);
  /// A member as it is now.
  void see(const std::string& name, const MemberNode& member);
  /// No member that lives can claim anything in a generation before this one any more.
  void forget_before(std::int32_t generation) { ownership_.forget_before(generation); }

  const std::optional<Violation>& broken() const { return broken_.get(); }
  /// In which nobody has been heard to own anything yet.
  std::int32_t generation() const { return commits_.generation(); }

 private:
  friend struct cohort::DigestOf<GroupWatch>;

  std::string group_;
  OwnershipWatch ownership_;
  CommitWatch commits_;
  MembershipWatch membership_;
  PhaseWatch phases_;
  FirstViolation broken_;
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::GroupWatch> {
  static void add(StateDigest& into, const testing::GroupWatch& watch);
};

}  // namespace cohort
