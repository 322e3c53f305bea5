// The rules of a group's watch, each told broken by facts that never come together in a group that
// works, and kept by those next to them that do.
#include "world/commit_watch.hpp"
#include "world/first_violation.hpp"
#include "world/membership_watch.hpp"
#include "world/ownership_watch.hpp"
#include "world/phase_watch.hpp"
#include <cohort/client/member_bytes.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cohort::testing {

namespace {

using broker::Cause;
using broker::Fact;
using broker::FactKind;
using std::chrono::seconds;

const Cause by_request{.kind = Cause::Kind::request, .name = "JoinGroup"};
const Cause by_session{.kind = Cause::Kind::timer, .name = "session"};
const Cause by_join_timer{.kind = Cause::Kind::timer, .name = "join_phase"};
const Cause by_initial_delay{.kind = Cause::Kind::timer, .name = "initial_delay"};
const Cause by_unknown{.kind = Cause::Kind::request,
                       .name = "JoinGroup",
                       .client_reason = "encountered UNKNOWN_MEMBER_ID from Heartbeat response"};

Instant at(int second) { return Instant{} + seconds(1'000 + second); }

Fact of(FactKind kind, const std::string& member_id = "", const Cause& cause = by_request) {
  return {.at = at(0), .kind = kind, .member_id = member_id, .cause = cause};
}
Fact of_time(FactKind kind, int second) { return {.at = at(second), .kind = kind}; }
Fact of_generation(FactKind kind, std::int32_t generation) {
  return {.at = at(0), .kind = kind, .generation = generation, .cause = by_request};
}

/// The rule that was broken; "none".
std::string broken_rule(const FirstViolation& broken) {
  return broken.get() ? broken.get()->checker : "none";
}

struct FactsCase {
  const char* name;
  std::vector<Fact> facts;
  std::string broken = "none";
};

TEST(GroupWatch, MembershipGoesByWhoIsThere) {
  const std::vector<FactsCase> cases{
      {"a given id holds up a generation",
       {of(FactKind::member_id_given, "b"), of(FactKind::generation_formed)},
       rule_names::given_ids},
      {"also when another one's session ends",
       {of(FactKind::member_id_given, "b"), of(FactKind::generation_formed, "", by_session)},
       rule_names::given_ids},
      {"not beyond the join phase's time",
       {of(FactKind::member_id_given, "b"), of(FactKind::generation_formed, "", by_join_timer)}},
      {"nor beyond the initial delay",
       {of(FactKind::member_id_given, "b"), of(FactKind::generation_formed, "", by_initial_delay)}},
      {"nor when it was used",
       {of(FactKind::member_id_given, "b"), of(FactKind::member_joined, "b"),
        of(FactKind::generation_formed)}},
      {"nor when its time is over",
       {of(FactKind::member_id_given, "b"), of(FactKind::pending_member_expired, "b", by_session),
        of(FactKind::generation_formed)}},
      {"who was never there can't expire",
       {of(FactKind::member_expired, "a", by_session)},
       rule_names::gone_is_gone},
      {"who has left can't expire",
       {of(FactKind::member_joined, "a"), of(FactKind::member_left, "a"),
        of(FactKind::member_expired, "a", by_session)},
       rule_names::gone_is_gone},
      {"who was replaced can't leave",
       {of(FactKind::member_joined, "a"), of(FactKind::member_fenced, "a"),
        of(FactKind::member_rejoined, "a2"), of(FactKind::member_left, "a")},
       rule_names::gone_is_gone},
      {"its successor can",
       {of(FactKind::member_joined, "a"), of(FactKind::member_fenced, "a"),
        of(FactKind::member_rejoined, "a2"), of(FactKind::member_left, "a2")}},
      {"an id that was used has no time of its own",
       {of(FactKind::member_id_given, "a"), of(FactKind::member_joined, "a"),
        of(FactKind::pending_member_expired, "a", by_session)},
       rule_names::gone_is_gone},
      {"a coordinator's members are another one's, too",
       {Fact{.kind = FactKind::group_loaded, .shares = {{.member_id = "a"}}},
        of(FactKind::member_expired, "a", by_session)}},
      {"a session of nobody's starts no rebalance",
       {of(FactKind::rebalance_started, "", by_session)},
       rule_names::gone_is_gone},
      {"a member's does",
       {of(FactKind::member_joined, "a"), of(FactKind::member_expired, "a", by_session),
        of(FactKind::rebalance_started, "", by_session)}},
  };
  for (const FactsCase& each : cases) {
    MembershipWatch watch;
    FirstViolation broken;
    for (const Fact& fact : each.facts) watch.see(fact, broken);
    EXPECT_EQ(broken_rule(broken), each.broken) << each.name;
  }
}

/// Two processes of one instance id: "a" was replaced by "b", and then "c" came for "b".
std::string replaced_twice(const Cause& why_again, const std::vector<Fact>& between,
                           const MembershipWatch::Ids& ids) {
  std::vector<Fact> facts{of(FactKind::member_joined, "a"), of(FactKind::member_fenced, "a"),
                          of(FactKind::member_rejoined, "b")};
  facts.insert(facts.end(), between.begin(), between.end());
  facts.push_back(of(FactKind::member_fenced, "b"));
  facts.push_back(of(FactKind::member_rejoined, "c", why_again));
  MembershipWatch watch;
  FirstViolation broken;
  for (const Fact& fact : facts) watch.see(fact, broken);
  watch.see("process", ids, broken);
  return broken_rule(broken);
}

TEST(GroupWatch, WhoWasReplacedStaysAway) {
  const MembershipWatch::Ids came_again{.held = "c", .former = "a"};
  EXPECT_EQ(replaced_twice(by_unknown, {}, came_again), rule_names::gone_is_gone);
}

TEST(GroupWatch, WhoWasReplacedMayComeAgainForReasonsOfItsOwn) {
  const MembershipWatch::Ids came_again{.held = "c", .former = "a"};
  EXPECT_EQ(replaced_twice(by_request, {}, came_again), "none");
  EXPECT_EQ(replaced_twice(by_unknown, {}, {.held = "c"}), "none") << "a new process";
}

TEST(GroupWatch, WhoWasReplacedMayComeAgainWhenItsSuccessorHasGone) {
  const std::vector<Fact> gone{of(FactKind::member_left, "b"), of(FactKind::member_joined, "b")};
  EXPECT_EQ(replaced_twice(by_unknown, gone, {.held = "c", .former = "a"}), "none");
}

TEST(GroupWatch, WhoWasUnknownComesForItsFormerSelfThatAnotherCoordinatorStillHas) {
  MembershipWatch watch;
  FirstViolation broken;
  const Fact loaded{.kind = FactKind::group_loaded, .shares = {{.member_id = "a"}}};
  for (const Fact& fact :
       {of(FactKind::member_joined, "a"), of(FactKind::member_expired, "a", by_session), loaded,
        of(FactKind::member_fenced, "a"), of(FactKind::member_rejoined, "b", by_unknown),
        of(FactKind::member_fenced, "b"), of(FactKind::member_rejoined, "c", by_unknown)}) {
    watch.see(fact, broken);
  }
  watch.see("process", {.held = "c", .former = "a"}, broken);
  EXPECT_EQ(broken_rule(broken), "none");
}

TEST(GroupWatch, JoinPhasesWaitForSomebody) {
  const PhaseLook waits_for_nobody{.is_join_phase = true, .members = 2, .joined = 2};
  const auto with = [&](auto change) {
    PhaseLook look = waits_for_nobody;
    change(look);
    return look;
  };
  struct Case {
    const char* name;
    PhaseLook look;
    std::string broken = "none";
  };
  const std::vector<Case> cases{
      {"all have joined", waits_for_nobody, rule_names::joins_wait_for_somebody},
      {"nobody is there", with([](PhaseLook& look) { look.members = look.joined = 0; }),
       rule_names::joins_wait_for_somebody},
      {"a member is missing", with([](PhaseLook& look) { look.joined = 1; })},
      {"a given id is missing", with([](PhaseLook& look) { look.given = 1; })},
      {"the delay goes on", with([](PhaseLook& look) { look.is_in_initial_delay = true; })},
      {"the phase is over", with([](PhaseLook& look) { look.is_join_phase = false; })},
  };
  for (const Case& each : cases) {
    PhaseWatch watch;
    FirstViolation broken;
    watch.see_group(each.look, broken);
    EXPECT_EQ(broken_rule(broken), each.broken) << each.name;
  }
}

TEST(GroupWatch, WhereSomebodyWasRefusedForTheGroupsSizeTheJoinPhaseGoesOn) {
  PhaseWatch watch;
  FirstViolation broken;
  watch.see(of(FactKind::member_left, "a", by_request), broken);
  watch.see_group({.is_join_phase = true, .members = 2, .joined = 2}, broken);
  EXPECT_EQ(broken_rule(broken), "none");
}

/// With members of 20 s, and a delay of 30 s: one phase, how the group looks then, and a commit.
std::string commit_in_phase(const std::vector<FactKind>& phase, std::size_t joined, int second) {
  PhaseWatch watch;
  FirstViolation broken;
  const bool is_sync = phase.back() == FactKind::generation_formed;
  for (const FactKind kind : phase) watch.see(of_time(kind, 0), broken);
  watch.see_group({.is_join_phase = !is_sync,
                   .members = 3,
                   .joined = joined,
                   .longest_timeout = seconds(20),
                   .initial_delay = seconds(30)},
                  broken);
  watch.see(of_time(FactKind::offsets_committed, second), broken);
  return broken_rule(broken);
}

TEST(GroupWatch, PhasesEndInTime) {
  const std::vector join{FactKind::assignment_received, FactKind::rebalance_started};
  const std::vector sync{FactKind::generation_formed};
  const std::vector initial{FactKind::rebalance_started};
  EXPECT_EQ(commit_in_phase(join, 1, 20), "none");
  EXPECT_EQ(commit_in_phase(join, 1, 21), rule_names::phases_end);
  EXPECT_EQ(commit_in_phase(sync, 0, 20), "none");
  EXPECT_EQ(commit_in_phase(sync, 0, 21), rule_names::phases_end);
  EXPECT_EQ(commit_in_phase(initial, 1, 30), "none");
  EXPECT_EQ(commit_in_phase(initial, 1, 31), rule_names::phases_end);
}

TEST(GroupWatch, AJoinPhaseThatNobodyHasJoinedGoesOn) {
  const std::vector join{FactKind::assignment_received, FactKind::rebalance_started};
  EXPECT_EQ(commit_in_phase(join, 0, 90), "none");
}

TEST(GroupWatch, ASyncPhaseOfOldReleasesHasNoEnd) {
  PhaseWatch watch;
  FirstViolation broken;
  watch.see(of_time(FactKind::generation_formed, 0), broken);
  watch.see_group({.longest_timeout = seconds(20), .sync_phases_end = false}, broken);
  watch.see(of_time(FactKind::offsets_committed, 90), broken);
  EXPECT_EQ(broken_rule(broken), "none");
}

const client::TopicPartition orders{"orders", 0};
const client::TopicPartition bills{"bills", 0};

/// In generation 1 "a" was given orders-0, and "b" bytes that are no assignment.
std::string owned_by(const Holding& member) {
  Fact assigned = of_generation(FactKind::assignment_received, 1);
  assigned.shares = {{.member_id = "a", .assignment = client::assignment_bytes({orders})},
                     {.member_id = "b", .assignment = Buffer::copy_of("?")}};
  OwnershipWatch watch;
  FirstViolation broken;
  watch.see(assigned);
  watch.see("process", member, broken);
  return broken_rule(broken);
}

TEST(GroupWatch, MembersOwnWhatTheyWereGiven) {
  const auto settled = [](const std::string& id, std::int32_t generation,
                          const client::PartitionSet& owned) {
    return Holding{.member_id = id, .claim = {generation, owned}, .is_settled = true};
  };
  const std::string wrong = rule_names::own_what_was_given;
  EXPECT_EQ(owned_by(settled("a", 1, {orders})), "none");
  EXPECT_EQ(owned_by(settled("a", 1, {})), wrong) << "less";
  EXPECT_EQ(owned_by(settled("a", 1, {orders, bills})), wrong) << "more";
  EXPECT_EQ(owned_by(settled("c", 1, {})), "none") << "the leader has left it out";
  EXPECT_EQ(owned_by(settled("c", 1, {bills})), wrong) << "the leader has left it out";
  EXPECT_EQ(owned_by(settled("b", 1, {bills})), "none") << "a format of its own";
  EXPECT_EQ(owned_by(settled("a", 2, {})), wrong) << "nobody has assigned yet";
  EXPECT_EQ(owned_by({.member_id = "a", .claim = {1, {bills}}}), "none") << "not told yet";
}

TEST(GroupWatch, AMemberThatRestartedOwnsWhatItsFormerSelfWasGiven) {
  Fact kept = of_generation(FactKind::assignment_kept, 1);
  kept.shares = {{.member_id = "a2", .assignment = client::assignment_bytes({orders})}};
  OwnershipWatch watch;
  FirstViolation broken;
  watch.see(kept);
  watch.see("a", {.member_id = "a2", .claim = {1, {orders}}, .is_settled = true}, broken);
  EXPECT_EQ(broken_rule(broken), "none");
}

TEST(GroupWatch, APartitionHasOneOwnerInAGeneration) {
  OwnershipWatch watch;
  FirstViolation broken;
  watch.see("a", {.claim = {1, {orders}}}, broken);
  watch.see("b", {.claim = {2, {orders}}}, broken);
  EXPECT_EQ(broken_rule(broken), "none");
  watch.see("b", {.claim = {1, {orders}}}, broken);
  EXPECT_EQ(broken_rule(broken), rule_names::one_owner);
}

TEST(GroupWatch, OldGenerationsCommitNothing) {
  const Fact formed = of_generation(FactKind::generation_formed, 2);
  const Fact assigned = of_generation(FactKind::assignment_received, 2);
  const Fact commit = of_generation(FactKind::offsets_committed, 2);
  const std::vector<FactsCase> cases{
      {"in the generation", {formed, assigned, commit}},
      {"before its assignment", {formed, commit}, rule_names::old_generations},
      {"in the one before",
       {formed, assigned, of_generation(FactKind::offsets_committed, 1)},
       rule_names::old_generations},
      {"while members rejoin", {formed, of(FactKind::rebalance_started), commit}},
      {"as nobody's member", {formed, of_generation(FactKind::offsets_committed, -1)}},
  };
  for (const FactsCase& each : cases) {
    CommitWatch watch;
    FirstViolation broken;
    for (const Fact& fact : each.facts) watch.see(fact, broken);
    EXPECT_EQ(broken_rule(broken), each.broken) << each.name;
  }
}

TEST(GroupWatch, WhatWasCommittedStays) {
  CommitWatch watch;
  FirstViolation broken;
  watch.see(of(FactKind::offsets_committed), broken);
  watch.see_offsets(CommitWatch::Offsets{{{"orders", 0}, 5}}, broken);
  watch.see_offsets(std::nullopt, broken);
  watch.see_offsets(CommitWatch::Offsets{{{"orders", 0}, 5}}, broken);
  EXPECT_EQ(broken_rule(broken), "none");
  watch.see_offsets(CommitWatch::Offsets{{{"orders", 0}, 4}}, broken);
  EXPECT_EQ(broken_rule(broken), rule_names::offsets_stay);
}

}  // namespace

}  // namespace cohort::testing
