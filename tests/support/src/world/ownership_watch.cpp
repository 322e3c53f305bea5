#include "world/ownership_watch.hpp"

#include "world/known_ids.hpp"
#include <cohort/client/member_bytes.hpp>

#include <fmt/format.h>

namespace cohort::testing {

using broker::FactKind;

/// Who is about to rejoin may have been given what it does not want any more
/// (ConsumerCoordinator.onJoinComplete).
Holding holding_of(const MemberNode& member) {
  const client::Membership membership = member.consumer().committer().membership;
  return {.member_id = membership.member_id,
          .claim = member.claim(),
          .is_settled = member.is_settled() && !member.consumer().wants_to_rejoin() &&
                        membership.generation_id == member.claim().generation};
}

void OwnershipWatch::see(const broker::Fact& fact) {
  switch (fact.kind) {
    case FactKind::assignment_received:
    case FactKind::assignment_kept:
    case FactKind::group_loaded: {
      Given& given = given_[fact.generation];
      for (const broker::Share& share : fact.shares) {
        auto assignment = client::assignment_from_bytes(share.assignment, fact.generation);
        std::optional<client::PartitionSet>& partitions = given[share.member_id];
        partitions.reset();
        if (assignment) partitions = std::move(assignment->partitions);
      }
      break;
    }
    case FactKind::group_deleted:
    case FactKind::broker_reset:
      // Generations begin anew.
      owners_.clear();
      given_.clear();
      break;
    default:
      break;
  }
}

void OwnershipWatch::see(const std::string& name, const Holding& member, FirstViolation& broken) {
  const Claim& claim = member.claim;
  if (claim.generation < 0) return;
  for (const client::TopicPartition& partition : claim.partitions) {
    const auto [owner, is_new] = owners_.try_emplace({claim.generation, partition}, name);
    if (is_new || owner->second == name) continue;
    broken.tell(rule_names::one_owner,
                fmt::format("{} belongs to {} and to {} in generation {}",
                            client::to_string(partition), owner->second, name, claim.generation));
  }
  check_settled(name, member, broken);
}

void OwnershipWatch::check_settled(const std::string& name, const Holding& member,
                                   FirstViolation& broken) const {
  if (!member.is_settled) return;
  const auto& [generation, owned] = member.claim;
  const auto given = given_.find(generation);
  if (given == given_.end()) {
    broken.tell(rule_names::own_what_was_given,
                fmt::format("{} owns {} in generation {}, which nobody has assigned", name,
                            client::to_string(owned), generation));
    return;
  }
  const auto share = given->second.find(member.member_id);
  const bool was_given_none = share == given->second.end();
  if (!was_given_none && !share->second) return;
  const client::PartitionSet wanted = was_given_none ? client::PartitionSet{} : *share->second;
  if (owned == wanted) return;
  broken.tell(rule_names::own_what_was_given,
              fmt::format("{} owns {} in generation {}, and was given {}", name,
                          client::to_string(owned), generation, client::to_string(wanted)));
}

void OwnershipWatch::forget_before(std::int32_t generation) {
  owners_.erase(owners_.begin(), owners_.lower_bound({generation, client::TopicPartition{}}));
  given_.erase(given_.begin(), given_.lower_bound(generation));
}

}  // namespace cohort::testing

namespace cohort {

/// Who of those that live owns what is part of themselves. What was given to an id that nobody
/// names any more nobody will own.
void DigestOf<testing::OwnershipWatch>::add(StateDigest& into,
                                            const testing::OwnershipWatch& watch) {
  const auto& [owners, given] = watch;
  const testing::KnownIds known(into);
  into.add_word(owners.size());
  for (const auto& [claimed, owner] : owners) into.add(claimed);
  into.add_word(given.size());
  for (const auto& [generation, shares] : given) {
    into.add(generation);
    for (const auto& [member_id, partitions] : shares) {
      if (known.has(member_id)) into.add_all(member_id, partitions);
    }
  }
}

}  // namespace cohort
