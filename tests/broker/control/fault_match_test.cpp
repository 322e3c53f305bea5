// Which requests a fault rule is for.
#include "broker/control/control_world.hpp"

#include <array>

namespace cohort::broker {
namespace {

class FaultMatch : public ControlWorld {
 protected:
  FaultMatch() : ControlWorld(control_options(2)) {}

  /// How many of the requests that `send` sends a rule with this match is for.
  std::uint64_t matched(const RequestMatch& match, const std::function<void()>& send) {
    const RuleId rule = control().add_rule({.match = match, .action = Observe{}});
    send();
    broker.settle();
    const std::uint64_t count = control().rule(rule)->matched;
    control().remove_rule(rule);
    return count;
  }
  void send_each() {
    client.send(MetadataRequest{}, 1);
    client.send(produce_request(), 9);
    other.send(MetadataRequest{}, 2);
  }
  std::uint64_t matched_of_each(const RequestMatch& match) {
    return matched(match, [this] { send_each(); });
  }

  testing::WireClient client{broker.world(), "client"};
  testing::WireClient other{broker.world(), "other", 9093};
};

TEST_F(FaultMatch, WithoutConditionsEveryRequestMatches) { EXPECT_EQ(matched_of_each({}), 3); }

TEST_F(FaultMatch, ByApiVersionClientAndBroker) {
  EXPECT_EQ(matched_of_each({.api = ApiKey::metadata}), 2);
  EXPECT_EQ(matched_of_each({.api = ApiKey::fetch}), 0);
  EXPECT_EQ(matched_of_each({.version = 2}), 1);
  EXPECT_EQ(matched_of_each({.client_id = "client"}), 2);
  EXPECT_EQ(matched_of_each({.client_id = ""}), 0);
  EXPECT_EQ(matched_of_each({.broker = 2}), 1);
  EXPECT_EQ(matched_of_each({.broker = 1}), 2);
}

TEST_F(FaultMatch, AllThatIsSetHasToBeTrue) {
  EXPECT_EQ(matched_of_each({.api = ApiKey::metadata, .client_id = "client"}), 1);
  EXPECT_EQ(matched_of_each({.api = ApiKey::metadata, .version = 1, .broker = 2}), 0);
}

TEST_F(FaultMatch, AClientThatSendsNoIdIsMatchedByTheEmptyOne) {
  const auto send = [this] {
    RequestHeader header{.api_key = ApiKey::metadata, .api_version = 1, .client_id = std::nullopt};
    client.probe().send(encode_request(header, MetadataRequest{}));
  };
  EXPECT_EQ(matched({.client_id = ""}, send), 1);
}

TEST_F(FaultMatch, ByGroupOneOfThoseThatAreNamed) {
  const auto send = [this] {
    client.send(DescribeGroupsRequest{.groups = {"a", "b"}}, 4);
    client.send(HeartbeatRequest{.group_id = "c"}, 3);
  };
  EXPECT_EQ(matched({.group = "b"}, send), 1);
  EXPECT_EQ(matched({.group = "c"}, send), 1);
  EXPECT_EQ(matched({.group = "d"}, send), 0);
}

TEST_F(FaultMatch, ByTransactionalId) {
  const auto send = [this] {
    client.send(EndTxnRequest{.transactional_id = "x"}, 2);
    client.send(InitProducerIdRequest{.transactional_id = std::nullopt}, 4);
  };
  EXPECT_EQ(matched({.transactional_id = "x"}, send), 1);
  EXPECT_EQ(matched({.transactional_id = ""}, send), 0);
}

TEST_F(FaultMatch, ByTopicAndPartitionOfTheSameTopic) {
  const auto send = [this] {
    FetchRequest request = fetch_request(0);
    request.max_wait_ms = 0;
    request.topics.push_back({.topic = "u", .partitions = {{.partition = 2}}});
    client.send(request, 11);
  };
  EXPECT_EQ(matched({.topic = "t"}, send), 1);
  EXPECT_EQ(matched({.topic = "v"}, send), 0);
  EXPECT_EQ(matched({.topic = "t", .partition = 0}, send), 1);
  EXPECT_EQ(matched({.topic = "t", .partition = 2}, send), 0);
  EXPECT_EQ(matched({.partition = 2}, send), 1);
  EXPECT_EQ(matched({.partition = 1}, send), 0);
}

TEST_F(FaultMatch, ATopicThatIsNamedByItsIdIsMatchedByItsName) {
  MetadataRequest about_t;
  about_t.topics = {{.name = "t"}};
  const Uuid id = client.ask<MetadataResponse>(about_t, 12).value().topics.at(0).topic_id;
  const auto send = [&] {
    FetchRequest request = fetch_request(0);
    request.topics.at(0).topic.clear();
    request.topics.at(0).topic_id = id;
    client.send(request, 13);
  };
  EXPECT_EQ(matched({.topic = "t"}, send), 1);
}

TEST_F(FaultMatch, AnIncrementalFetchIsAboutWhatItsSessionReads) {
  for (const std::int16_t version : std::array<std::int16_t, 2>{12, 13}) {
    MetadataRequest about_t;
    about_t.topics = {{.name = "t"}};
    const Uuid id = client.ask<MetadataResponse>(about_t, 12).value().topics.at(0).topic_id;
    FetchRequest open = fetch_request(0);
    open.max_wait_ms = 0;
    open.session_epoch = 0;
    if (version == 13) open.topics.at(0).topic_id = id;
    const std::int32_t session = client.ask<FetchResponse>(open, version).value().session_id;
    ASSERT_NE(session, 0);
    std::int32_t epoch = 0;
    const auto send = [&] {
      client.send(FetchRequest{.session_id = session, .session_epoch = ++epoch}, version);
    };
    EXPECT_EQ(matched({.topic = "t"}, send), 1);
    EXPECT_TRUE(client.take<FetchResponse>(version).has_value());
    EXPECT_EQ(matched({.topic = "t", .partition = 1}, send), 0);
    EXPECT_TRUE(client.take<FetchResponse>(version).has_value());
  }
}

TEST_F(FaultMatch, RulesAreListedInTheOrderInWhichTheyWereMade) {
  const RuleId first = control().add_rule({.match = {.group = "g"}, .action = Fence{}});
  const RuleId second = control().add_rule({.nth = 3, .action = DropAnswer{}});
  ASSERT_EQ(control().rules().size(), 2);
  EXPECT_EQ(control().rules().at(0).id, first);
  EXPECT_EQ(control().rules().at(1).id, second);
  EXPECT_EQ(control().rules().at(1).rule, (FaultRule{.nth = 3, .action = DropAnswer{}}));
  control().remove_rule(first);
  EXPECT_EQ(control().rules().at(0).id, second);
  EXPECT_FALSE(control().rule(first).has_value());
}

TEST_F(FaultMatch, WhatNoRequestCanBeIsRefused) {
  const auto refused = [this](const FaultRule& rule) {
    expect_refused<std::invalid_argument>([&](Control& c) { c.add_rule(rule); });
  };
  refused({.match = {.api = ApiKey::leader_and_isr}, .action = Observe{}});
  refused({.match = {.api = ApiKey::metadata, .version = 99}, .action = Observe{}});
  refused({.match = {.broker = 9}, .action = Observe{}});
  refused({.match = {.api = ApiKey::metadata}, .action = Fence{}});
  refused({.match = {.api = ApiKey::heartbeat}, .action = AnswerError{ErrorCode::none}});
}

}  // namespace
}  // namespace cohort::broker
