// OwnershipWatch: whether the members of a group own what they were given, each partition one
// member's.
#pragma once

#include "world/first_violation.hpp"
#include "world/member_node.hpp"
#include <cohort/broker/fact.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/state_digest.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace cohort::testing {

/// What a member owns, and as whom.
struct Holding {
  std::string member_id{};
  Claim claim{};
  /// It has been told all of the claim's generation, and is content with it.
  bool is_settled = false;
};

Holding holding_of(const MemberNode& member);

/// "one owner": in one generation nobody claims what another member claims. Source: KIP-429; what
/// is revoked goes to others in a later generation only.
/// "members own what they were given": who has been told all of a generation owns just what its
/// leader has assigned to it, and nobody is told of a generation before its leader has assigned.
/// Source: GroupMetadataManager.classicGroupSyncToClassicGroup, which parks SyncGroup until then;
/// ConsumerCoordinator.onJoinComplete.
class OwnershipWatch {
 public:
  void see(const broker::Fact& fact);
  void see(const std::string& name, const Holding& member, FirstViolation& broken);
  void forget_before(std::int32_t generation);

 private:
  friend struct cohort::DigestOf<OwnershipWatch>;
  /// By member id; nothing: the leader's bytes are no assignment.
  using Given = std::map<std::string, std::optional<client::PartitionSet>>;

  void check_settled(const std::string& name, const Holding& member, FirstViolation& broken) const;

  std::map<std::pair<std::int32_t, client::TopicPartition>, std::string> owners_;
  std::map<std::int32_t, Given> given_;  ///< By generation, once its assignment was received.
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::OwnershipWatch> {
  static void add(StateDigest& into, const testing::OwnershipWatch& watch);
};

}  // namespace cohort
