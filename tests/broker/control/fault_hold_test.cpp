// Requests and answers that fault rules hold, and how they go on.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

using std::chrono::seconds;

class FaultHold : public ControlWorld {
 protected:
  RuleId hold(ApiKey api, Moment moment) {
    return control().add_rule({.match = {.api = api}, .action = Hold{moment}});
  }
  void produce(testing::WireClient& client) {
    client.send(produce_request(), 9);
    broker.settle();
  }
  static std::optional<std::int64_t> offset_of(const std::optional<ProduceResponse>& answer) {
    if (!answer) return std::nullopt;
    return answer->responses.at(0).partition_responses.at(0).base_offset;
  }

  testing::WireClient a{broker.world(), "a"};
  testing::WireClient b{broker.world(), "b"};
  testing::WireClient c{broker.world(), "c"};
};

TEST_F(FaultHold, AHeldRequestHasNoEffectUntilItIsReleased) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  produce(a);
  broker.advance(seconds(5));
  EXPECT_EQ(partition(0).end_offset, 0);
  const HeldRequest held = control().held().at(0);
  EXPECT_EQ(held, (HeldRequest{.number = held.number,
                               .rule = rule,
                               .moment = Moment::before,
                               .since = broker.now() - seconds(5),
                               .api = ApiKey::produce,
                               .version = 9,
                               .client_id = "a",
                               .topics = {"t"}}));

  control().release(held.number);
  broker.settle();

  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), 0);
  EXPECT_TRUE(control().held().empty());
  EXPECT_EQ(control().rule(rule)->matched, 1);
  EXPECT_EQ(newest(FactKind::request_released).cause, by_control("release"));
  EXPECT_EQ(newest(FactKind::request_released).client_id, "a");
  expect_refused<NotThere>([&](Control& each) { each.release(held.number); });
}

TEST_F(FaultHold, AHeldAnswerIsOfARequestThatHadItsEffect) {
  hold(ApiKey::produce, Moment::after);
  produce(a);
  EXPECT_EQ(partition(0).end_offset, 1);
  EXPECT_EQ(a.take<ProduceResponse>(9), std::nullopt);
  EXPECT_EQ(control().held().at(0).moment, Moment::after);

  control().release(control().held().at(0).number);
  broker.settle();
  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), 0);
  EXPECT_EQ(partition(0).end_offset, 1);
}

TEST_F(FaultHold, HeldRequestsTakeEffectInTheOrderInWhichTheyAreReleased) {
  hold(ApiKey::produce, Moment::before);
  for (testing::WireClient* client : {&a, &b, &c}) produce(*client);
  const std::vector<HeldRequest> held = control().held();
  ASSERT_EQ(held.size(), 3);
  EXPECT_EQ(held.at(0).client_id, "a");
  EXPECT_EQ(held.at(2).client_id, "c");

  for (const std::size_t place : {std::size_t{2}, std::size_t{0}, std::size_t{1}}) {
    control().release(held.at(place).number);
    broker.settle();
  }

  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), 1);
  EXPECT_EQ(offset_of(b.take<ProduceResponse>(9)), 2);
  EXPECT_EQ(offset_of(c.take<ProduceResponse>(9)), 0);
}

TEST_F(FaultHold, AllOfARuleAreReleasedInTheOrderInWhichTheyCame) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  hold(ApiKey::metadata, Moment::before);
  produce(b);
  a.send(MetadataRequest{}, 1);
  produce(c);

  EXPECT_EQ(control().release_all(rule), 2);
  broker.settle();

  EXPECT_EQ(offset_of(b.take<ProduceResponse>(9)), 0);
  EXPECT_EQ(offset_of(c.take<ProduceResponse>(9)), 1);
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_EQ(control().held().at(0).api, ApiKey::metadata);
  expect_refused<NotThere>([](Control& each) { each.release_all(RuleId{9}); });
}

TEST_F(FaultHold, WhatFollowsOnTheSameConnectionWaits) {
  for (const Moment moment : {Moment::before, Moment::after}) {
    const RuleId rule = hold(ApiKey::produce, moment);
    a.send(produce_request(), 9);
    a.send(MetadataRequest{}, 1);
    b.send(MetadataRequest{}, 1);
    broker.settle();
    EXPECT_TRUE(b.take<MetadataResponse>(1).has_value());
    EXPECT_EQ(a.probe().inbox(), "");

    control().release_all(rule);
    broker.settle();
    EXPECT_TRUE(a.take<ProduceResponse>(9).has_value());
    EXPECT_TRUE(a.take<MetadataResponse>(1).has_value());
    control().remove_rule(rule);
  }
}

TEST_F(FaultHold, TheNextOneOfTheSameConnectionIsHeldInItsTurn) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  a.send(produce_request(), 9);
  a.send(produce_request(), 9);
  broker.settle();
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_EQ(control().release_all(rule), 1);
  EXPECT_EQ(control().held().size(), 1);
  EXPECT_EQ(control().rule(rule)->hits, 2);
  EXPECT_EQ(partition(0).end_offset, 1);
}

TEST_F(FaultHold, AHeldJoinIsNotInTheGroupYet) {
  Member member(broker, "member");
  member.ask_for_id();
  hold(ApiKey::join_group, Moment::before);
  member.join();
  EXPECT_TRUE(control().group("g")->members.empty());
  EXPECT_EQ(control().held().at(0).groups, std::vector<std::string>{"g"});

  control().release(control().held().at(0).number);
  broker.settle();
  EXPECT_EQ(member.take_joined().value().leader, member.id);
}

TEST_F(FaultHold, TheAnswerToAWaitingJoinIsHeldOnceItIsThere) {
  Member first(broker, "first");
  first.join_alone();
  Member second(broker, "second");
  second.ask_for_id();
  control().add_rule(
      {.match = {.api = ApiKey::join_group, .client_id = "second"}, .action = Hold{Moment::after}});
  second.join();
  EXPECT_TRUE(control().held().empty());

  first.join();
  ASSERT_TRUE(first.take_joined().has_value());
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_EQ(second.take_joined(), std::nullopt);

  control().release(control().held().at(0).number);
  broker.settle();
  EXPECT_EQ(second.take_joined().value().generation_id, 2);
}

TEST_F(FaultHold, AWaitingFetchThatWasHeldWaitsStill) {
  hold(ApiKey::fetch, Moment::before);
  a.send(fetch_request(0), 12);
  broker.settle();
  control().release(control().held().at(0).number);
  broker.settle();
  EXPECT_EQ(a.take<FetchResponse>(12), std::nullopt);
  control().append("t", 0, {record_of("x")});
  broker.settle();
  EXPECT_TRUE(a.take<FetchResponse>(12).has_value());
}

TEST_F(FaultHold, ARequestOfAClientThatGoesIsNeverApplied) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  produce(a);
  produce(b);
  a.probe().close();
  broker.settle();
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_EQ(control().held().at(0).client_id, "b");
  EXPECT_EQ(control().release_all(rule), 1);
  EXPECT_EQ(partition(0).end_offset, 1);
}

TEST_F(FaultHold, AHeldConnectionThatIsSilentTooLongIsClosed) {
  hold(ApiKey::produce, Moment::before);
  produce(a);
  broker.advance(std::chrono::minutes(10));
  EXPECT_TRUE(a.is_closed());
  EXPECT_TRUE(control().held().empty());
}

TEST_F(FaultHold, WhatARuleHoldsGoesOnWhenItIsRemoved) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  produce(a);
  produce(b);

  control().remove_rule(rule);
  broker.settle();

  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), 0);
  EXPECT_EQ(offset_of(b.take<ProduceResponse>(9)), 1);
  EXPECT_EQ(newest(FactKind::request_released).cause, by_control("remove_rule"));
  EXPECT_FALSE(control().rule(rule).has_value());
  expect_refused<NotThere>([&](Control& each) { each.remove_rule(rule); });
}

TEST_F(FaultHold, AnAnswerThatComesWhenTheRuleIsGoneIsNotHeld) {
  const RuleId rule = hold(ApiKey::fetch, Moment::after);
  ASSERT_EQ(a.ask<FetchResponse>(fetch_request(0), 12), std::nullopt);
  control().remove_rule(rule);
  control().append("t", 0, {record_of("x")});
  broker.settle();
  EXPECT_TRUE(a.take<FetchResponse>(12).has_value());
}

TEST_F(FaultHold, AStoppedBrokersHeldRequestsAreForgotten) {
  const RuleId rule = hold(ApiKey::produce, Moment::before);
  produce(a);
  control().stop_broker(1);
  EXPECT_TRUE(control().held().empty());
  EXPECT_EQ(control().release_all(rule), 0);
}

TEST_F(FaultHold, ATopicIsListedOnceWhateverManyPartitionsASessionHas) {
  FetchRequest open = fetch_request(0);
  open.max_wait_ms = 0;
  open.session_epoch = 0;
  for (const std::int32_t other : {1, 2}) {
    open.topics.at(0).partitions.push_back({.partition = other, .partition_max_bytes = 1000});
  }
  const std::int32_t session = a.ask<FetchResponse>(open, 12).value().session_id;
  hold(ApiKey::fetch, Moment::before);
  a.send(FetchRequest{.session_id = session, .session_epoch = 1}, 12);
  broker.settle();
  EXPECT_EQ(control().held().at(0).topics, std::vector<std::string>{"t"});
}

TEST_F(FaultHold, WhatARuleDelaysGoesOnWhenItIsRemoved) {
  const RuleId rule =
      control().add_rule({.match = {.api = ApiKey::produce}, .action = DelayAnswer{seconds(60)}});
  produce(a);
  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), std::nullopt);
  control().remove_rule(rule);
  broker.settle();
  EXPECT_EQ(offset_of(a.take<ProduceResponse>(9)), 0);
}

}  // namespace
}  // namespace cohort::broker
