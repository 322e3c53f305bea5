#include "world/group_watch.hpp"

namespace cohort::testing {

using broker::Fact;
using broker::FactKind;

void GroupWatch::see(const std::vector<Fact>& facts, const broker::Broker& broker) {
  bool did_something = false;
  for (const Fact& fact : facts) {
    if (fact.group != group_ && fact.kind != FactKind::broker_reset) continue;
    did_something = true;
    ownership_.see(fact);
    commits_.see(fact, broken_);
    membership_.see(fact, broken_);
    phases_.see(fact, broken_);
  }
  if (!did_something) return;
  commits_.see_offsets(committed_offsets(broker, group_), broken_);
  if (const auto look = phase_look(broker, group_)) phases_.see_group(*look, broken_);
}

void GroupWatch::see(const std::string& name, const MemberNode& member) {
  if (member.answer_fault()) {
    broken_.tell(rule_names::answers, name + ": " + *member.answer_fault());
  }
  ownership_.see(name, holding_of(member), broken_);
  membership_.see(name, {.held = member.held_id(), .former = member.former_id()}, broken_);
}

}  // namespace cohort::testing

namespace cohort {

/// The generation, and what is committed, are the broker's.
void DigestOf<testing::GroupWatch>::add(StateDigest& into, const testing::GroupWatch& watch) {
  const auto& [group, ownership, commits, membership, phases, broken] = watch;
  into.add_all(ownership, membership, phases, broken.get().has_value());
}

}  // namespace cohort
