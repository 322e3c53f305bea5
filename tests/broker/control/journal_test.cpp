// The journal: numbers, what is kept of whom, and the questions about rebalances and owners.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

using std::chrono::seconds;

Fact fact_of(const std::string& group, FactKind kind = FactKind::offsets_committed) {
  return {.kind = kind, .group = group};
}

std::vector<std::uint64_t> numbers_of(const std::vector<Entry>& entries) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(entries.size());
  for (const Entry& entry : entries) numbers.push_back(entry.number);
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;

TEST(Journal, NumbersCountFromOneAndTheOldestGo) {
  Journal journal(3);
  EXPECT_EQ(journal.first(), 1);
  EXPECT_EQ(journal.next(), 1);
  for (int i = 0; i < 5; ++i) journal.add({Fact{}});
  EXPECT_EQ(journal.first(), 3);
  EXPECT_EQ(journal.next(), 6);
  EXPECT_EQ(numbers_of(journal.since(3).value()), (Numbers{3, 4, 5}));
  EXPECT_EQ(numbers_of(journal.since(5).value()), (Numbers{5}));
  EXPECT_EQ(numbers_of(journal.since(6).value()), Numbers{});
  EXPECT_EQ(numbers_of(journal.since(99).value()), Numbers{});
}

TEST(Journal, WhatIsGoneIsNotGivenInPart) {
  Journal journal(3);
  EXPECT_EQ(journal.since(0), std::vector<Entry>());
  journal.add({Fact{}, Fact{}});
  EXPECT_EQ(numbers_of(journal.since(0).value()), (Numbers{1, 2}));
  journal.add({Fact{}, Fact{}});
  EXPECT_EQ(journal.since(0), std::nullopt);
  EXPECT_EQ(journal.since(1), std::nullopt);
  EXPECT_TRUE(journal.since(2).has_value());
}

TEST(Journal, OneFactIsFoundByItsNumber) {
  Journal journal(2);
  journal.add({fact_of("a"), fact_of("b"), fact_of("c")});
  EXPECT_EQ(journal.find(1), nullptr);
  EXPECT_EQ(journal.find(2)->fact.group, "b");
  EXPECT_EQ(journal.find(3)->fact.group, "c");
  EXPECT_EQ(journal.find(4), nullptr);
  EXPECT_EQ(journal.find(0), nullptr);
}

TEST(Journal, TheNewestAreGivenOldestFirst) {
  Journal journal;
  journal.add({Fact{}, Fact{}, Fact{}});
  EXPECT_EQ(numbers_of(journal.last(2)), (Numbers{2, 3}));
  EXPECT_EQ(numbers_of(journal.last(9)), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers_of(journal.last(0)), Numbers{});
}

TEST(Journal, AQuietGroupsFactsOutliveABusyOnes) {
  Journal journal(10);
  journal.add({fact_of("quiet"), Fact{}, fact_of("quiet")});
  for (int i = 0; i < 1000; ++i) journal.add({fact_of("busy")});
  EXPECT_EQ(numbers_of(journal.timeline("quiet")), (Numbers{1, 3}));
  EXPECT_EQ(journal.timeline("busy").size(), Journal::facts_of_a_group);
  EXPECT_EQ(journal.timeline("busy").back().number, 1003);
  EXPECT_TRUE(journal.timeline("nobody").empty());
}

TEST(Journal, WhoOwnsWhatOutlivesAFloodOfCommits) {
  Journal journal(10);
  journal.add(
      {fact_of("g", FactKind::rebalance_started), fact_of("g", FactKind::assignment_received)});
  for (int i = 0; i < 1000; ++i) journal.add({fact_of("g")});
  EXPECT_EQ(journal.rebalances("g").size(), 1);
  const std::vector<Entry> facts = journal.timeline("g");
  EXPECT_EQ(facts.size(), 2 + Journal::facts_of_a_group);
  EXPECT_EQ(facts.front().number, 1);
  EXPECT_TRUE(std::ranges::is_sorted(facts, {}, &Entry::number));
}

TEST(Journal, TheLastResetIsKnownByItsNumber) {
  Journal journal(1);
  EXPECT_EQ(journal.last_reset(), 0);
  journal.add({Fact{}, fact_of("", FactKind::broker_reset), Fact{}, Fact{}});
  EXPECT_EQ(journal.last_reset(), 2);
}

TEST(Journal, TheGroupThatWasQuietLongestIsForgottenFirst) {
  Journal journal(1);
  for (std::size_t i = 0; i < Journal::most_groups; ++i) journal.add({fact_of(std::to_string(i))});
  journal.add({fact_of("0")});
  journal.add({fact_of("one more")});
  EXPECT_EQ(journal.timeline("0").size(), 2);
  EXPECT_TRUE(journal.timeline("1").empty());
  EXPECT_EQ(journal.timeline("2").size(), 1);
  EXPECT_EQ(journal.timeline("one more").size(), 1);
}

TEST(Journal, AnEntryIsPrintedWithItsNumber) {
  Journal journal;
  journal.add({{.at = Instant::from_unix_ms(1'704'067'200'007),
                .kind = FactKind::member_left,
                .group = "g",
                .generation = 2,
                .member_id = "m",
                .client_id = "c",
                .detail = "it left"}});
  EXPECT_EQ(to_string(journal.last(1).at(0)),
            "1 1704067200.007 member_left group=g generation=2 member=m client=c: it left");
}

class JournalOfABroker : public ControlWorld {
 protected:
  const Journal& journal() const { return broker.journal(); }

  /// Both members join; `a` leads and gives `a` 0 and `b` 1 and 2.
  void two_members() {
    a.join();
    ASSERT_TRUE(a.take_joined().has_value());
    a.sync({{a.id, {{"t", {0, 1, 2}}}}});
    ASSERT_TRUE(a.take_synced().has_value());
    broker.advance(seconds(1));
    b.join();
    broker.advance(seconds(1));
    a.join();
    ASSERT_TRUE(a.take_joined().has_value());
    ASSERT_TRUE(b.take_joined().has_value());
    broker.advance(seconds(1));
    a.sync({{a.id, {{"t", {0}}}}, {b.id, {{"t", {1, 2}}}}});
    ASSERT_TRUE(a.take_synced().has_value());
  }
  Ownership owned(const Member& member, std::int32_t generation, Duration from,
                  std::optional<Duration> until) const {
    return {.member_id = member.id,
            .client_id = &member == &a ? "a" : "b",
            .generation = generation,
            .from = start + from,
            .until = until ? std::optional(start + *until) : std::nullopt};
  }
  std::vector<Ownership> owners(std::int32_t partition) const {
    return journal().owners("g", "t", partition);
  }

  Instant start = broker.now();
  Member a{broker, "a"};
  Member b{broker, "b"};
};

TEST_F(JournalOfABroker, ARebalanceIsToldFromItsStartToItsAssignment) {
  two_members();
  const std::vector<Rebalance> rebalances = journal().rebalances("g");
  ASSERT_EQ(rebalances.size(), 2);
  const Rebalance& second = rebalances.at(1);
  EXPECT_EQ(second.started, start + seconds(1));
  EXPECT_EQ(second.why, "new member " + b.id);
  EXPECT_EQ(second.cause, by_request("JoinGroup"));
  EXPECT_EQ(second.generation, 2);
  EXPECT_EQ(second.formed, start + seconds(2));
  EXPECT_EQ(second.assigned, start + seconds(3));
  EXPECT_EQ(second.shares, (std::vector<Share>{{a.id, "a", consumer_assignment({{"t", {0}}})},
                                               {b.id, "b", consumer_assignment({{"t", {1, 2}}})}}));
}

TEST_F(JournalOfABroker, ARebalanceThatGoesOnHasNoEndYet) {
  a.join_alone();
  control().force_rebalance("g", "why not");
  const Rebalance latest = journal().rebalances("g").back();
  EXPECT_EQ(
      latest,
      (Rebalance{.started = start, .why = latest.why, .cause = by_control("force_rebalance")}));
}

TEST_F(JournalOfABroker, OwnersChangeWithTheNextAssignment) {
  two_members();
  EXPECT_EQ(owners(1), (std::vector{owned(a, 1, seconds(0), seconds(3)),
                                    owned(b, 2, seconds(3), std::nullopt)}));
  EXPECT_EQ(owners(0), (std::vector{owned(a, 1, seconds(0), seconds(3)),
                                    owned(a, 2, seconds(3), std::nullopt)}));
  EXPECT_TRUE(owners(3).empty());
  EXPECT_TRUE(journal().owners("g", "u", 0).empty());
  EXPECT_TRUE(journal().owners("other", "t", 0).empty());
}

TEST_F(JournalOfABroker, AMemberThatLeavesOwnsNothingAnyMoreAndTheOthersDo) {
  two_members();
  broker.advance(seconds(1));
  b.leave();
  EXPECT_EQ(owners(1).back(), owned(b, 2, seconds(3), seconds(4)));
  EXPECT_EQ(owners(0).back(), owned(a, 2, seconds(3), std::nullopt));
}

TEST_F(JournalOfABroker, AMemberThatIsEvictedOwnsNothingAnyMore) {
  two_members();
  broker.advance(seconds(2));
  control().expire_member("g", a.id);
  EXPECT_EQ(owners(0).back(), owned(a, 2, seconds(3), seconds(5)));
}

TEST_F(JournalOfABroker, ACoordinatorThatMovesDuringARebalanceEndsItAndTakesNothingFromOwners) {
  two_members();
  control().force_rebalance("g");
  broker.advance(seconds(1));
  control().move_coordinator("g");

  EXPECT_EQ(journal().rebalances("g").back().abandoned, start + seconds(4));
  EXPECT_EQ(owners(0).back(), owned(a, 2, seconds(3), std::nullopt));
  EXPECT_EQ(newest(FactKind::group_unloaded).cause, by_control("move_coordinator"));
  const Fact loaded = newest(FactKind::group_loaded);
  EXPECT_EQ(loaded.group, "g");
  EXPECT_EQ(loaded.generation, 2);
  EXPECT_EQ(loaded.detail, "Stable, 2 members");
  std::vector<FactKind> newest_kinds;
  newest_kinds.reserve(3);
  for (const Entry& entry : journal().last(3)) newest_kinds.push_back(entry.fact.kind);
  EXPECT_EQ(newest_kinds, (std::vector{FactKind::group_unloaded, FactKind::group_loaded,
                                       FactKind::coordinator_loaded}));
}

TEST_F(JournalOfABroker, AStaticMemberThatRestartsOwnsWhatItsFormerSelfDid) {
  const auto join = [this](const std::string& id) {
    JoinGroupRequest request = a.join_request();
    request.group_instance_id = "static";
    request.member_id = id;
    return a.client.ask<JoinGroupResponse>(request, 9).value().member_id;
  };
  a.id = join("");
  a.generation = 1;
  SyncGroupRequest sync{.group_id = "g",
                        .generation_id = 1,
                        .member_id = a.id,
                        .group_instance_id = "static",
                        .protocol_type = "consumer",
                        .protocol_name = "range"};
  sync.assignments.push_back({a.id, consumer_assignment({{"t", {0}}})});
  ASSERT_TRUE(a.client.ask<SyncGroupResponse>(sync, 5).has_value());
  const std::string former = a.id;
  broker.advance(seconds(1));

  a.id = join("");

  EXPECT_EQ(owners(0), (std::vector{Ownership{former, "a", 1, start, start + seconds(1)},
                                    Ownership{a.id, "a", 1, start + seconds(1), std::nullopt}}));
}

// The fault of an assignor that such a journal is to show.
TEST_F(JournalOfABroker, APartitionThatTwoWereGivenHasTwoOwnersUntilTheNextAssignment) {
  two_members();
  control().force_rebalance("g");
  for (Member* each : {&a, &b}) each->join();
  for (Member* each : {&a, &b}) ASSERT_TRUE(each->take_joined().has_value());
  a.sync({{a.id, {{"t", {0}}}}, {b.id, {{"t", {0}}}}});
  ASSERT_TRUE(a.take_synced().has_value());
  broker.advance(seconds(1));
  a.leave();
  EXPECT_EQ(owners(0).at(2), owned(a, 3, seconds(3), seconds(4)));
  EXPECT_EQ(owners(0).at(3), owned(b, 3, seconds(3), std::nullopt));
  b.leave();
  EXPECT_EQ(owners(0).at(3), owned(b, 3, seconds(3), seconds(4)));
}

TEST_F(JournalOfABroker, AResetEndsAllOwnershipAndNumbersGoOn) {
  two_members();
  broker.advance(seconds(1));
  const std::uint64_t next = journal().next();
  broker.reset();
  EXPECT_EQ(journal().find(next)->fact.kind, FactKind::broker_reset);
  EXPECT_EQ(owners(0).back(), owned(a, 2, seconds(3), seconds(4)));
  EXPECT_EQ(journal().timeline("g").back().fact.kind, FactKind::broker_reset);

  // Nothing of the next life is the old one's.
  broker.reset();
  EXPECT_EQ(std::ranges::count(numbers_of(journal().timeline("g")), next), 1);
  EXPECT_EQ(journal().timeline("g").back().number, next);
}

}  // namespace
}  // namespace cohort::broker
