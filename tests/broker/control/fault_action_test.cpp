// What fault rules do: each action on a request that is answered at once, on one that waits, and on
// one that has no answer.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class FaultAction : public ControlWorld {
 protected:
  RuleId add(ApiKey api, const broker::FaultAction& action) {
    return control().add_rule({.match = {.api = api}, .action = action});
  }
  std::optional<ProduceResponse> produce(testing::WireClient& client) {
    return client.ask<ProduceResponse>(produce_request(), 9);
  }
  bool is_answered(testing::WireClient& client) {
    return client.ask<MetadataResponse>(MetadataRequest{}, 1).has_value();
  }
  void append() { control().append("t", 0, {record_of("x")}); }

  testing::WireClient client{broker.world(), "client"};
};

TEST_F(FaultAction, AnErrorIsAnsweredAndTheRequestHasNoEffect) {
  add(ApiKey::produce, AnswerError{ErrorCode::not_leader_or_follower});
  const ProduceResponse answer = produce(client).value();
  EXPECT_EQ(answer.responses.at(0).partition_responses.at(0).error_code,
            ErrorCode::not_leader_or_follower);
  EXPECT_EQ(partition(0).end_offset, 0);
}

TEST_F(FaultAction, AnErrorOfARequestThatWouldWaitIsAnsweredAtOnce) {
  Member a(broker, "a");
  a.join_alone();
  Member b(broker, "b");
  b.ask_for_id();
  add(ApiKey::join_group, AnswerError{ErrorCode::coordinator_load_in_progress});
  b.join();
  EXPECT_EQ(b.take_joined().value().error_code, ErrorCode::coordinator_load_in_progress);
  EXPECT_EQ(control().group("g")->state, GroupState::stable);
}

TEST_F(FaultAction, AnErrorForWhoWantsNoAnswerClosesTheConnection) {
  add(ApiKey::produce, AnswerError{ErrorCode::not_leader_or_follower});
  client.send(produce_request(/*acks=*/0), 9);
  broker.settle();
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(partition(0).end_offset, 0);
}

TEST_F(FaultAction, FenceSaysItInTheWordsOfTheApi) {
  for (const ApiKey api : {ApiKey::heartbeat, ApiKey::produce, ApiKey::end_txn}) add(api, Fence{});
  Member a(broker, "a");
  a.join_alone();
  EXPECT_EQ(a.heartbeat(), ErrorCode::fenced_instance_id);
  EXPECT_EQ(produce(client).value().responses.at(0).partition_responses.at(0).error_code,
            ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(client.ask<EndTxnResponse>(EndTxnRequest{}, 2).value().error_code,
            ErrorCode::producer_fenced);
}

// KIP-588: clients that do not know PRODUCER_FENCED are told INVALID_PRODUCER_EPOCH.
TEST_F(FaultAction, FenceSaysWhatTheVersionKnows) {
  for (const ApiKey api : {ApiKey::init_producer_id, ApiKey::add_partitions_to_txn,
                           ApiKey::add_offsets_to_txn, ApiKey::end_txn}) {
    add(api, Fence{});
  }
  const auto end = [&](std::int16_t version) {
    return client.ask<EndTxnResponse>(EndTxnRequest{}, version).value().error_code;
  };
  const auto add_offsets = [&](std::int16_t version) {
    return client.ask<AddOffsetsToTxnResponse>(AddOffsetsToTxnRequest{}, version)
        .value()
        .error_code;
  };
  const auto begin = [&](std::int16_t version) {
    return client.ask<InitProducerIdResponse>(InitProducerIdRequest{}, version).value().error_code;
  };
  EXPECT_EQ(end(1), ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(end(2), ErrorCode::producer_fenced);
  EXPECT_EQ(add_offsets(1), ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(add_offsets(2), ErrorCode::producer_fenced);
  EXPECT_EQ(begin(3), ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(begin(4), ErrorCode::producer_fenced);
}

// Below the versions that know instance ids (KIP-345) and leader epochs (KIP-320).
TEST_F(FaultAction, FenceTellsAnOlderClientWhatItCanUnderstand) {
  for (const ApiKey api : {ApiKey::heartbeat, ApiKey::list_offsets}) add(api, Fence{});
  const auto beat = [&](std::int16_t version) {
    return client.ask<HeartbeatResponse>(HeartbeatRequest{.group_id = "g"}, version)
        .value()
        .error_code;
  };
  EXPECT_EQ(beat(2), ErrorCode::unknown_member_id);
  EXPECT_EQ(beat(3), ErrorCode::fenced_instance_id);
  ListOffsetsRequest request;
  request.topics = {{.name = "t", .partitions = {{.partition_index = 0}}}};
  const auto list = [&](std::int16_t version) {
    return client.ask<ListOffsetsResponse>(request, version).value().topics.at(0).partitions.at(0);
  };
  EXPECT_EQ(list(3).error_code, ErrorCode::not_leader_or_follower);
  EXPECT_EQ(list(4).error_code, ErrorCode::fenced_leader_epoch);
}

TEST_F(FaultAction, FencePassesOverClientsWhosePlaceNobodyCanTake) {
  const RuleId rule = control().add_rule({.action = Fence{}});
  EXPECT_TRUE(client.ask<MetadataResponse>(MetadataRequest{}, 1).has_value());
  EXPECT_EQ(control().rule(rule)->matched, 0);
}

TEST_F(FaultAction, ADelayedAnswerLeavesByTheBrokersClock) {
  add(ApiKey::produce, DelayAnswer{seconds(3)});
  EXPECT_EQ(produce(client), std::nullopt);
  EXPECT_EQ(partition(0).end_offset, 1);
  EXPECT_TRUE(control().held().empty());
  const std::vector<ArmedTimer> timers = broker.armed_timers();
  const auto is_it = [](const ArmedTimer& timer) {
    return timer.name.find("delayed answer to Produce") != std::string::npos;
  };
  const auto timer = std::ranges::find_if(timers, is_it);
  ASSERT_NE(timer, timers.end());
  EXPECT_EQ(timer->deadline, broker.now() + seconds(3));
  EXPECT_FALSE(timer->is_periodic);

  broker.advance(milliseconds(2'999));
  EXPECT_EQ(client.take<ProduceResponse>(9), std::nullopt);
  broker.advance(milliseconds(1));
  EXPECT_TRUE(client.take<ProduceResponse>(9).has_value());
  EXPECT_EQ(newest(FactKind::request_released).cause, by_timer("delay"));
}

TEST_F(FaultAction, TheDelayOfAnAnswerThatWaitsBeginsWhenItIsThere) {
  add(ApiKey::fetch, DelayAnswer{seconds(3)});
  ASSERT_EQ(client.ask<FetchResponse>(fetch_request(0), 12), std::nullopt);
  broker.advance(seconds(10));
  append();
  broker.advance(milliseconds(2'999));
  EXPECT_EQ(client.take<FetchResponse>(12), std::nullopt);
  broker.advance(milliseconds(1));
  EXPECT_TRUE(client.take<FetchResponse>(12).has_value());
}

TEST_F(FaultAction, ADelayOfNothingIsNone) {
  add(ApiKey::produce, DelayAnswer{});
  EXPECT_TRUE(produce(client).has_value());
}

TEST_F(FaultAction, ADelayedAnswerOfAClientThatGoesIsForgotten) {
  add(ApiKey::produce, DelayAnswer{seconds(3)});
  ASSERT_EQ(produce(client), std::nullopt);
  client.probe().close();
  broker.settle();
  broker.run_until_idle(Duration::zero());
  broker.advance(seconds(5));
  EXPECT_TRUE(facts_of(FactKind::request_released).empty());
}

TEST_F(FaultAction, ADroppedAnswerLeavesTheConnectionGoingOn) {
  const RuleId rule = add(ApiKey::produce, DropAnswer{});
  EXPECT_EQ(produce(client), std::nullopt);
  EXPECT_EQ(partition(0).end_offset, 1);
  client.expect_no_answer();
  control().remove_rule(rule);
  EXPECT_TRUE(produce(client).has_value());
}

TEST_F(FaultAction, TheDroppedAnswerOfAWaitingRequestLetsTheNextOneThrough) {
  add(ApiKey::fetch, DropAnswer{});
  client.send(fetch_request(0), 12);
  client.send(MetadataRequest{}, 1);
  broker.settle();
  client.expect_no_answer();
  ASSERT_EQ(client.probe().inbox(), "");

  append();
  broker.settle();
  EXPECT_TRUE(client.take<MetadataResponse>(1).has_value());
}

TEST_F(FaultAction, DisconnectBeforeTheRequestHasItsEffect) {
  add(ApiKey::produce, Disconnect{Moment::before});
  EXPECT_EQ(produce(client), std::nullopt);
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(partition(0).end_offset, 0);
}

TEST_F(FaultAction, DisconnectInPlaceOfTheAnswer) {
  add(ApiKey::produce, Disconnect{Moment::after});
  EXPECT_EQ(produce(client), std::nullopt);
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(partition(0).end_offset, 1);
}

TEST_F(FaultAction, DisconnectInPlaceOfTheAnswerThatAMemberWaitsFor) {
  Member a(broker, "a");
  a.join_alone();
  Member b(broker, "b");
  b.ask_for_id();
  control().add_rule({.match = {.api = ApiKey::join_group, .client_id = "b"},
                      .action = Disconnect{Moment::after}});
  b.join();
  ASSERT_FALSE(b.client.is_closed());
  a.join();
  EXPECT_TRUE(b.client.is_closed());
  EXPECT_EQ(a.take_joined().value().members.size(), 2);
}

TEST_F(FaultAction, DisconnectAfterARequestThatHasNoAnswer) {
  add(ApiKey::produce, Disconnect{Moment::after});
  client.send(produce_request(/*acks=*/0), 9);
  broker.settle();
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(partition(0).end_offset, 1);
}

TEST_F(FaultAction, WhereThereIsNoAnswerThereIsNothingToHoldDelayOrDrop) {
  for (const broker::FaultAction& action : std::vector<broker::FaultAction>{
           Hold{Moment::after}, DelayAnswer{seconds(1)}, DropAnswer{}, Throttle{seconds(1)}}) {
    const RuleId rule = add(ApiKey::produce, action);
    client.send(produce_request(/*acks=*/0), 9);
    client.expect_no_answer();
    EXPECT_TRUE(is_answered(client)) << to_string(action);
    control().remove_rule(rule);
  }
  EXPECT_EQ(partition(0).end_offset, 4);
}

TEST_F(FaultAction, AThrottleIsToldAndNotMade) {
  add(ApiKey::produce, Throttle{milliseconds(250)});
  EXPECT_EQ(produce(client).value().throttle_time_ms, 250);
  EXPECT_EQ(partition(0).end_offset, 1);
  EXPECT_TRUE(is_answered(client));
}

TEST_F(FaultAction, AThrottleIsToldInAnAnswerThatWaited) {
  add(ApiKey::fetch, Throttle{milliseconds(250)});
  ASSERT_EQ(client.ask<FetchResponse>(fetch_request(0), 12), std::nullopt);
  append();
  broker.settle();
  EXPECT_EQ(client.take<FetchResponse>(12).value().throttle_time_ms, 250);
}

TEST_F(FaultAction, AVersionWithoutAPlaceForTheThrottleIsAnsweredAsEver) {
  add(ApiKey::metadata, Throttle{milliseconds(250)});
  EXPECT_TRUE(is_answered(client));
}

TEST_F(FaultAction, ObservingOnlyCounts) {
  const RuleId rule = add(ApiKey::produce, Observe{});
  EXPECT_TRUE(produce(client).has_value());
  EXPECT_EQ(control().rule(rule)->matched, 1);
  EXPECT_EQ(control().rule(rule)->hits, 1);
  EXPECT_EQ(control().rule(rule)->rule.match, RequestMatch{.api = ApiKey::produce});
}

TEST_F(FaultAction, WhatARuleDidIsToldWithTheRequestAsCause) {
  Member a(broker, "a");
  a.join_alone();
  add(ApiKey::heartbeat, AnswerError{ErrorCode::rebalance_in_progress});
  EXPECT_EQ(a.heartbeat(), ErrorCode::rebalance_in_progress);
  const Fact fact = newest(FactKind::rule_applied);
  EXPECT_EQ(fact.cause, by_request("Heartbeat"));
  EXPECT_EQ(fact.group, "g");
  EXPECT_EQ(fact.client_id, "a");
  EXPECT_EQ(fact.detail, "rule 1, Heartbeat v4: answered with REBALANCE_IN_PROGRESS");
}

}  // namespace
}  // namespace cohort::broker
