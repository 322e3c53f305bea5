#include "world/commit_watch.hpp"

#include "state.hpp"

#include <fmt/format.h>

namespace cohort::testing {

using broker::Cause;
using broker::Fact;
using broker::FactKind;

void CommitWatch::see(const Fact& fact, FirstViolation& broken) {
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
      see_commit(fact, broken);
      may_offsets_change_ = true;
      break;
    case FactKind::offset_expired:
    case FactKind::offsets_deleted:
      may_offsets_change_ = true;
      break;
    case FactKind::group_deleted:
    case FactKind::broker_reset:
      // Generations begin anew.
      generation_ = 0;
      may_offsets_change_ = true;
      break;
    default:
      break;
  }
}

void CommitWatch::see_commit(const Fact& fact, FirstViolation& broken) const {
  if (fact.cause.kind == Cause::Kind::control || fact.generation < 0) return;
  if (fact.generation != generation_) {
    broken.tell(rule_names::old_generations,
                fmt::format("{} commits as of generation {}, and the group is in {}: {}",
                            fact.client_id, fact.generation, generation_, fact.detail));
  } else if (awaits_assignment_) {
    broken.tell(rule_names::old_generations,
                fmt::format("{} commits before generation {} has its assignment: {}",
                            fact.client_id, generation_, fact.detail));
  }
}

void CommitWatch::see_offsets(std::optional<Offsets> committed, FirstViolation& broken) {
  const bool may_change = std::exchange(may_offsets_change_, false);
  // If no coordinator has it just now, it has to be the same when one has.
  if (!committed && !may_change) return;
  Offsets now = std::move(committed).value_or(Offsets{});
  if (!may_change && now != offsets_) {
    broken.tell(rule_names::offsets_stay,
                "what was committed has changed, and nobody has committed");
  }
  offsets_ = std::move(now);
}

std::optional<CommitWatch::Offsets> committed_offsets(const broker::Broker& broker,
                                                      const std::string& group) {
  const auto* committed = broker.state().coordinator.committed(group);
  if (committed == nullptr) return std::nullopt;
  CommitWatch::Offsets offsets;
  for (const auto& [key, value] : committed->all()) {
    offsets.emplace(std::pair(key.topic, key.partition), value.offset);
  }
  return offsets;
}

}  // namespace cohort::testing
