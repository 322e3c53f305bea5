#include "world/group_watch.hpp"

#include "state.hpp"

#include <fmt/format.h>

namespace cohort::testing {

using broker::Cause;
using broker::Fact;
using broker::FactKind;

void GroupWatch::see(const std::vector<Fact>& facts, const broker::Broker& broker) {
  bool may_offsets_change = false;
  bool did_something = false;
  for (const Fact& fact : facts) {
    if (fact.group != group_ && fact.kind != FactKind::broker_reset) continue;
    did_something = true;
    switch (fact.kind) {
      case FactKind::generation_formed:
        generation_ = fact.generation;
        awaits_assignment_ = true;
        break;
      case FactKind::assignment_received:
      case FactKind::group_loaded:
      case FactKind::group_emptied:
        generation_ = fact.generation;
        awaits_assignment_ = false;
        break;
      case FactKind::rebalance_started:
        awaits_assignment_ = false;
        break;
      case FactKind::offsets_committed:
        see_commit(fact);
        may_offsets_change = true;
        break;
      case FactKind::offset_expired:
      case FactKind::offsets_deleted:
        may_offsets_change = true;
        break;
      case FactKind::group_deleted:
      case FactKind::broker_reset:
        // Generations begin anew.
        owners_.clear();
        generation_ = 0;
        may_offsets_change = true;
        break;
      default:
        break;
    }
  }
  if (did_something) see_offsets(broker, may_offsets_change);
}

void GroupWatch::see_commit(const Fact& fact) {
  if (fact.cause.kind == Cause::Kind::control || fact.generation < 0) return;
  if (fact.generation != generation_) {
    tell(rule_names::old_generations,
         fmt::format("{} commits as of generation {}, and the group is in {}: {}", fact.client_id,
                     fact.generation, generation_, fact.detail));
  } else if (awaits_assignment_) {
    tell(rule_names::old_generations,
         fmt::format("{} commits before generation {} has its assignment: {}", fact.client_id,
                     generation_, fact.detail));
  }
}

/// What was committed goes neither away nor back by anything but a commit.
void GroupWatch::see_offsets(const broker::Broker& broker, bool may_change) {
  Offsets now;
  const auto* committed = broker.state().coordinator.committed(group_);
  if (committed != nullptr) {
    for (const auto& [key, value] : committed->all()) {
      now.emplace(std::pair(key.topic, key.partition), value.offset);
    }
  } else if (!may_change) {
    return;  // No coordinator has it just now: it has to be the same when one has.
  }
  if (!may_change && now != offsets_) {
    tell(rule_names::offsets_stay, "what was committed has changed, and nobody has committed");
  }
  offsets_ = std::move(now);
}

void GroupWatch::see(const std::string& name, const MemberNode& member) {
  if (member.answer_fault()) tell(rule_names::answers, name + ": " + *member.answer_fault());
  const Claim& claim = member.claim();
  if (claim.generation < 0) return;
  for (const client::TopicPartition& partition : claim.partitions) {
    const auto [owner, is_new] = owners_.try_emplace({claim.generation, partition}, name);
    if (is_new || owner->second == name) continue;
    tell(rule_names::one_owner,
         fmt::format("{} belongs to {} and to {} in generation {}", client::to_string(partition),
                     owner->second, name, claim.generation));
  }
}

void GroupWatch::forget_before(std::int32_t generation) {
  owners_.erase(owners_.begin(), owners_.lower_bound({generation, client::TopicPartition{}}));
}

void GroupWatch::tell(const char* rule, std::string what) {
  if (!broken_) broken_ = Violation{.checker = rule, .what = std::move(what), .path = {}};
}

}  // namespace cohort::testing

namespace cohort {

/// The generation, and what is committed, are the broker's; who of those that live owns what is
/// part of themselves.
void DigestOf<testing::GroupWatch>::add(StateDigest& into, const testing::GroupWatch& watch) {
  const auto& [group, generation, awaits_assignment, owners, offsets, broken] = watch;
  into.add_word(owners.size());
  for (const auto& [claimed, owner] : owners) into.add(claimed);
  into.add(broken.has_value());
}

}  // namespace cohort
