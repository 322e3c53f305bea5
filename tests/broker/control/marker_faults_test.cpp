// Fault rules for the markers that the transaction coordinator sends by itself.
#include "broker/control/marker_world.hpp"

namespace cohort::broker {
namespace {

using MarkerFaults = MarkerWorld;

TEST_F(MarkerFaults, AHeldMarkerIsNotWrittenUntilItIsReleased) {
  const RuleId rule = rule_for_markers(Hold{});
  producer.begin({0});

  EXPECT_EQ(producer.end(true), ErrorCode::none);

  EXPECT_EQ(view().state, "PrepareCommit");
  EXPECT_EQ(view().waiting_for, std::vector<std::string>{"marker on t-0: held by rule 1"});
  EXPECT_TRUE(is_held_back(0));
  const HeldRequest held = control().held().at(0);
  EXPECT_EQ(held, (HeldRequest{.number = held.number,
                               .rule = rule,
                               .moment = Moment::before,
                               .since = broker.now(),
                               .api = ApiKey::write_txn_markers,
                               .version = 1,
                               .client_id = "broker-1-txn-marker-sender",
                               .transactional_ids = {"x"},
                               .topics = {"t"},
                               .partition = 0}));
  EXPECT_EQ(producer.end(true), ErrorCode::concurrent_transactions);
  EXPECT_EQ(producer.end(false), ErrorCode::concurrent_transactions);
  EXPECT_EQ(producer.add({1}), ErrorCode::concurrent_transactions);
  EXPECT_EQ(producer.init(), ErrorCode::concurrent_transactions);

  release_first();

  EXPECT_EQ(view().state, "CompleteCommit");
  EXPECT_FALSE(is_held_back(0));
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(control().rule(rule)->hits, 1);
  EXPECT_TRUE(control().held().empty());
}

TEST_F(MarkerFaults, EachPartitionsMarkerIsARequestOfItsOwn) {
  rule_for_partition(1, Hold{});
  const RuleId all = rule_for_markers(Observe{});
  producer.begin({0, 1, 2});
  EXPECT_EQ(producer.end(false), ErrorCode::none);
  EXPECT_EQ(control().rule(all)->hits, 3);
  EXPECT_FALSE(is_held_back(0));
  EXPECT_TRUE(is_held_back(1));
  EXPECT_FALSE(is_held_back(2));
  EXPECT_EQ(view().state, "PrepareAbort");
  // The rule that only counts sees it once: it is the same request that goes on.
  release_first();
  EXPECT_EQ(control().rule(all)->hits, 3);
  EXPECT_EQ(view().state, "CompleteAbort");
}

TEST_F(MarkerFaults, ARuleIsForThisTransactionalIdLeaderAndSender) {
  const auto count = [&](RequestMatch match) {
    match.api = ApiKey::write_txn_markers;
    return control().add_rule({.match = std::move(match), .action = Observe{}});
  };
  const RuleId named = count({.transactional_id = "x"});
  const RuleId other = count({.transactional_id = "y"});
  const RuleId leader = count({.broker = 1});
  const RuleId sender = count({.client_id = "broker-1-txn-marker-sender"});
  const RuleId client = count({.client_id = "producer"});
  const RuleId group = count({.group = "g"});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  for (const RuleId each : {named, leader, sender}) EXPECT_EQ(control().rule(each)->hits, 1);
  for (const RuleId each : {other, client, group}) EXPECT_EQ(control().rule(each)->hits, 0);
}

// Or every rule for all that a transactional id does would also hold what no client sends.
TEST_F(MarkerFaults, ARuleThatNamesNoApiIsForClients) {
  const RuleId any = control().add_rule({.match = {.transactional_id = "x"}, .action = Observe{}});
  producer.begin({0});
  const std::uint64_t before = control().rule(any)->hits;
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(control().rule(any)->hits, before + 1);
}

TEST_F(MarkerFaults, OffsetsStayPendingUntilTheirMarkerIsReleased) {
  control().add_rule({.match = {.api = ApiKey::write_txn_markers, .topic = "__consumer_offsets"},
                      .action = Hold{}});
  producer.begin({0});
  ASSERT_EQ(producer.commit_offset(7), ErrorCode::none);
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_FALSE(is_held_back(0));
  EXPECT_EQ(producer.stable_offset().first, ErrorCode::unstable_offset_commit);
  EXPECT_EQ(view().partitions, (Partitions{{"__consumer_offsets", {3}}}));  // "g" is in 103 % 50.
  release_first();
  EXPECT_EQ(producer.stable_offset(), std::pair(ErrorCode::none, std::int64_t{7}));
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(MarkerFaults, AGroupsOffsetsGoWithTheMarkerOfItsOwnPartition) {
  control().add_rule(
      {.match = {.api = ApiKey::write_txn_markers, .partition = 3}, .action = Hold{}});
  ASSERT_EQ(producer.init(), ErrorCode::none);
  ASSERT_EQ(producer.commit_offset(7, "g"), ErrorCode::none);
  ASSERT_EQ(producer.commit_offset(8, "h"), ErrorCode::none);
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(producer.stable_offset("g").first, ErrorCode::unstable_offset_commit);
  EXPECT_EQ(producer.stable_offset("h"), std::pair(ErrorCode::none, std::int64_t{8}));
}

// As the partition's log has the transaction open, nobody asks the coordinator (UnifiedLog.
// maybeStartTransactionVerification), whichever group of the partition it is.
TEST_F(MarkerFaults, UntilTheMarkerIsWrittenThePartitionTakesOffsetsOfTheTransaction) {
  rule_for_markers(Hold{});
  ASSERT_EQ(producer.init(), ErrorCode::none);
  ASSERT_EQ(producer.commit_offset(7, "g"), ErrorCode::none);
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(producer.send_offset(8, "5"), ErrorCode::none);  // It is in 53 % 50, as "g" is.
  EXPECT_EQ(producer.send_offset(9, "h"), ErrorCode::concurrent_transactions);
  release_first();
  EXPECT_EQ(producer.stable_offset("g"), std::pair(ErrorCode::none, std::int64_t{7}));
  EXPECT_EQ(producer.stable_offset("5"), std::pair(ErrorCode::none, std::int64_t{8}));
}

TEST_F(MarkerFaults, AHeldAnswerLeavesTheMarkerWrittenAndTheTransactionUnfinished) {
  rule_for_markers(Hold{Moment::after});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_FALSE(is_held_back(0));
  EXPECT_EQ(view().state, "PrepareCommit");
  EXPECT_EQ(view().waiting_for,
            std::vector<std::string>{"marker on t-0: written, its answer held by rule 1"});
  release_first();
  EXPECT_EQ(view().state, "CompleteCommit");
  EXPECT_EQ(end_of(0), 2);
}

TEST_F(MarkerFaults, ADelayedMarkerIsWrittenLaterByTheBrokersClock) {
  rule_for_markers(DelayAnswer{seconds(5)});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(view().waiting_for, std::vector<std::string>{"marker on t-0: delayed by rule 1"});
  EXPECT_TRUE(control().held().empty());
  broker.advance(seconds(5) - milliseconds(1));
  EXPECT_TRUE(is_held_back(0));
  broker.advance(milliseconds(1));
  EXPECT_FALSE(is_held_back(0));
  const Fact completed = newest(FactKind::transaction_completed);
  EXPECT_EQ(completed.at, broker.now());
  EXPECT_EQ(completed.cause, by_timer("delay"));
}

TEST_F(MarkerFaults, ADelayedMarkerIsATimerThatIsWaitedFor) {
  rule_for_markers(DelayAnswer{seconds(5)});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  const std::vector<ArmedTimer> timers = broker.armed_timers();
  const auto found = std::ranges::find_if(timers, [](const ArmedTimer& timer) {
    return timer.name.ends_with("delayed marker of x on t-0");
  });
  ASSERT_NE(found, timers.end());
  EXPECT_EQ(found->deadline, broker.now() + seconds(5));
  EXPECT_FALSE(found->is_periodic);
  broker.run_until_idle(seconds(10));
  EXPECT_EQ(view().state, "CompleteCommit");
}

// Source: TransactionMarkerRequestCompletionHandler.onComplete.
TEST_F(MarkerFaults, AfterAnErrorThatMayPassTheMarkerIsSentAgain) {
  for (const ErrorCode error :
       {ErrorCode::unknown_topic_or_partition, ErrorCode::not_leader_or_follower,
        ErrorCode::not_enough_replicas, ErrorCode::not_enough_replicas_after_append,
        ErrorCode::request_timed_out, ErrorCode::kafka_storage_error}) {
    const RuleId rule = rule_for_markers(AnswerError{error}, 2);
    const std::int64_t before = end_of(0);
    producer.begin({0});
    EXPECT_EQ(producer.end(true), ErrorCode::none);
    EXPECT_TRUE(is_held_back(0)) << name(error);
    broker.advance(milliseconds(50));
    EXPECT_TRUE(is_held_back(0)) << name(error);
    broker.advance(milliseconds(100));
    EXPECT_EQ(view().state, "CompleteCommit") << name(error);
    EXPECT_EQ(end_of(0), before + 2);
    EXPECT_EQ(control().rule(rule)->matched, 3);
    control().remove_rule(rule);
  }
}

TEST_F(MarkerFaults, AMarkerThatFailsForTenYearsIsTriedLessAndLessOften) {
  const RuleId rule = control().add_rule({.match = {.api = ApiKey::write_txn_markers},
                                          .action = AnswerError{ErrorCode::not_enough_replicas}});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  broker.advance(std::chrono::hours(24));
  EXPECT_LT(control().rule(rule)->matched, 200);
  control().remove_rule(rule);
  broker.advance(std::chrono::minutes(10));
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(MarkerFaults, AFencedCoordinatorGivesItsTransactionUpUntilItIsLoadedAnew) {
  for (const ErrorCode error :
       {ErrorCode::invalid_producer_epoch, ErrorCode::transaction_coordinator_fenced}) {
    const RuleId rule = rule_for_markers(AnswerError{error}, 1);
    producer.begin({0});
    EXPECT_EQ(producer.end(true), ErrorCode::none);
    broker.advance(seconds(60));
    EXPECT_EQ(view().state, "PrepareCommit");
    EXPECT_EQ(view().waiting_for.at(0),
              "marker on t-0: given up until another broker coordinates, the leader answered " +
                  std::string(name(error)));
    // "x" is in 120 % 50.
    control().move_leader("__transaction_state", 20);
    EXPECT_EQ(view().state, "CompleteCommit");
    EXPECT_FALSE(is_held_back(0));
    control().remove_rule(rule);
  }
}

TEST_F(MarkerFaults, APartitionThatCantHoldTransactionsIsLeftOut) {
  rule_for_partition(0, AnswerError{ErrorCode::unsupported_for_message_format});
  producer.begin({0, 1});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(view().state, "CompleteCommit");
  EXPECT_TRUE(is_held_back(0));
  EXPECT_FALSE(is_held_back(1));
}

TEST_F(MarkerFaults, ALostAnswerMakesASecondMarker) {
  rule_for_markers(DropAnswer{}, 1);
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(end_of(0), 2);
  EXPECT_EQ(view().state, "PrepareCommit");
  broker.advance(seconds(30));
  EXPECT_EQ(end_of(0), 3);
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(MarkerFaults, ALostConnectionIsMadeAgain) {
  const RuleId before = rule_for_markers(Disconnect{Moment::before}, 1);
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(end_of(0), 1);
  broker.advance(milliseconds(50));
  EXPECT_EQ(end_of(0), 2);
  control().remove_rule(before);

  rule_for_markers(Disconnect{Moment::after}, 1);
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(end_of(0), 4);
  broker.advance(milliseconds(50));
  EXPECT_EQ(end_of(0), 5);
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(MarkerFaults, WhatNoLeaderAnswersIsRefusedButToAdministrators) {
  const auto rule = [](MarkerAction action, std::optional<std::string> client) {
    return FaultRule{.match = {.api = ApiKey::write_txn_markers, .client_id = std::move(client)},
                     .action = action};
  };
  for (const auto& client :
       {std::optional<std::string>(), std::optional<std::string>("broker-1-txn-marker-sender")}) {
    expect_refused<std::invalid_argument>([&](Control& each) {
      each.add_rule(rule(AnswerError{ErrorCode::not_coordinator}, client));
    });
    expect_refused<std::invalid_argument>(
        [&](Control& each) { each.add_rule(rule(Throttle{seconds(1)}, client)); });
    expect_refused<std::invalid_argument>(
        [&](Control& each) { each.add_rule(rule(Fence{}, client)); });
  }
  control().add_rule(rule(AnswerError{ErrorCode::not_coordinator}, "admin"));
  control().add_rule(rule(Throttle{seconds(1)}, "admin"));
}

TEST_F(MarkerFaults, TheJournalTellsWhatWasKeptAndWhatGoesOn) {
  rule_for_markers(Hold{});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  release_first();
  std::string story;
  for (const Entry& entry : broker.journal().transaction_timeline("x")) {
    story += std::string(name(entry.fact.kind)) + ": " + entry.fact.detail + " (" +
             std::string(entry.fact.cause.name) + ")\n";
  }
  EXPECT_EQ(story,
            "producer_initialized: producer 1 with epoch 0 (InitProducerId)\n"
            "transaction_begun: t-0 (AddPartitionsToTxn)\n"
            "transaction_prepared: commit: EndTxn (EndTxn)\n"
            "rule_applied: rule 1, WriteTxnMarkers v1: held before it has its effect (EndTxn)\n"
            "transaction_waiting: marker on t-0: held by rule 1 (EndTxn)\n"
            "request_released: rule 1, WriteTxnMarkers v1: goes on (release)\n"
            "transaction_completed: commit, markers on t-0 (release)\n");
}

// Source: TransactionStateManager.loadTransactionsForTxnTopicPartition: the coordinator's epoch is
// the leader epoch of its partition.
TEST_F(MarkerFaults, AMarkerCarriesItsCoordinatorsEpoch) {
  const auto epoch_in_log = [&] {
    DescribeProducersRequest request;
    request.topics = {{.name = "t", .partition_indexes = {0}}};
    testing::WireClient admin(broker.world(), "admin-" + std::to_string(broker.journal().next()));
    const auto answer = admin.ask<DescribeProducersResponse>(request, 0).value();
    return answer.topics.at(0).partitions.at(0).active_producers.at(0).coordinator_epoch;
  };
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(epoch_in_log(), 0);
  control().move_leader("__transaction_state", 20);
  control().move_leader("__transaction_state", 20);
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(epoch_in_log(), 2);
}

}  // namespace
}  // namespace cohort::broker
