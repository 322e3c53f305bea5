// Session and MetadataCache: connections, what is asked on them, and what becomes of it.
#include "client/probe_client.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/list_groups.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/sim/probe.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class SessionTest : public ::testing::Test {
 protected:
  explicit SessionTest(broker::VirtualOptions options = {}) : broker_(std::move(options)) {}

  static ClientNodeOptions options(std::uint16_t port = 9092) {
    ClientNodeOptions options;
    options.session.client_id = "probe";
    options.session.bootstrap = {{.node_id = -1, .host = "broker", .port = port}};
    options.metadata.may_create_topics = false;
    return options;
  }

  ProbeClient& add(const ClientNodeOptions& options) {
    broker_.world().add("client", std::make_unique<ProbeClient>(options));
    return broker_.world().node_as<ProbeClient>("client");
  }
  ProbeClient& client() { return broker_.world().node_as<ProbeClient>("client"); }
  void turn(const std::function<void(ProbeClient&, Instant)>& work) {
    broker_.world().turn("client", [&] {
      work(client(), broker_.now());
      client().settle(broker_.now());
    });
  }

  broker::VirtualBroker broker_;
};

TEST_F(SessionTest, MetadataComesWithoutBeingAskedFor) {
  add(options());
  turn([](ProbeClient&, Instant) {});
  broker_.settle();
  EXPECT_EQ(client().metadata().brokers().size(), 1U);
  EXPECT_EQ(client().metadata().revision(), 1U);
  EXPECT_EQ(client().describe_connections(), "connected to broker 1 at broker:9092");
}

TEST_F(SessionTest, TopicThatIsWantedIsAskedForAtOnce) {
  broker_.control().create_topic("orders", 3);
  add(options());
  turn([](ProbeClient& probe, Instant) { probe.cache().want_topics({"orders"}); });
  broker_.settle();
  ASSERT_NE(client().metadata().find("orders"), nullptr);
  EXPECT_EQ(client().metadata().find("orders")->partitions.size(), 3U);
  EXPECT_EQ(client().metadata().leader({"orders", 2}), 1);
  turn([](ProbeClient& probe, Instant) { probe.cache().want_topics({"orders", "missing"}); });
  broker_.settle();
  EXPECT_EQ(client().metadata().find("missing"), nullptr);
  ASSERT_NE(client().metadata().find_with_error("missing"), nullptr);
  EXPECT_EQ(client().metadata().find_with_error("missing")->error,
            ErrorCode::unknown_topic_or_partition);
}

TEST_F(SessionTest, TopicThatAppearsLaterIsSeen) {
  add(options());
  turn([](ProbeClient& probe, Instant) { probe.cache().want_topics({"orders"}); });
  broker_.advance(seconds(5));
  const std::uint64_t asked = client().metadata().revision();
  EXPECT_GT(asked, 4U);   // Backs off to a second,
  EXPECT_LT(asked, 15U);  // and does not hurry.
  broker_.control().create_topic("orders", 2);
  broker_.advance(seconds(2));
  EXPECT_NE(client().metadata().find("orders"), nullptr);
}

TEST_F(SessionTest, NobodyThereIsTriedAgainAndTold) {
  add(options(1));
  turn([](ProbeClient&, Instant) {});
  broker_.advance(seconds(10));
  EXPECT_THAT(client().describe_connections(), HasSubstr("broker:1: "));
  EXPECT_THAT(client().describe_connections(), HasSubstr("times)"));
}

TEST_F(SessionTest, AnswersComeToWhoAsked) {
  add(options());
  turn([](ProbeClient&, Instant) {});
  broker_.settle();
  RequestId id{};
  turn([&](ProbeClient& probe, Instant now) {
    id = probe.session().send({1, Lane::requests}, ListGroupsRequest{}, {.version = 4}, now);
  });
  broker_.settle();
  ASSERT_EQ(client().answers.size(), 1U);
  EXPECT_EQ(client().answers[0].id, id);
  EXPECT_EQ(client().answers[0].api, ApiKey::list_groups);
  EXPECT_TRUE(decode<ListGroupsResponse>(client().answers[0].body, 4).has_value());
}

TEST_F(SessionTest, RequestOfABrokenConnectionIsLost) {
  add(options());
  turn([](ProbeClient&, Instant) {});
  broker_.settle();
  turn([](ProbeClient& probe, Instant now) {
    probe.session().send({1, Lane::requests}, ListGroupsRequest{}, {.version = 4}, now);
  });
  broker_.world().reset_link(broker_.world().links_of("client").front());
  broker_.settle();
  ASSERT_EQ(client().losses.size(), 1U);
  EXPECT_EQ(client().losses[0].kind, LossKind::disconnected);
}

TEST_F(SessionTest, LateAnswerEndsTheConnection) {
  broker_.control().add_rule(
      {.match = {.api = ApiKey::list_groups}, .action = broker::DropAnswer{}});
  add(options());
  turn([](ProbeClient&, Instant) {});
  broker_.settle();
  turn([](ProbeClient& probe, Instant now) {
    probe.session().send({1, Lane::requests}, ListGroupsRequest{},
                         {.version = 4, .timeout = seconds(3)}, now);
  });
  broker_.advance(milliseconds(2999));
  EXPECT_TRUE(client().losses.empty());
  broker_.advance(milliseconds(1));
  ASSERT_EQ(client().losses.size(), 1U);
  EXPECT_EQ(client().losses[0].kind, LossKind::timed_out);
  EXPECT_EQ(client().losses[0].reason, "ListGroups was not answered in time");
}

TEST_F(SessionTest, CoordinatorIsFound) {
  add(options());
  turn([](ProbeClient& probe, Instant) {
    probe.finder.emplace("orders", CoordinatorKind::group, Backoff{milliseconds(100), seconds(1)});
  });
  broker_.settle();
  EXPECT_EQ(client().finder->where(), (Destination{1, Lane::group}));
  EXPECT_TRUE(client().session().is_ready({1, Lane::group}));
}

TEST_F(SessionTest, CoordinatorIsFoundAgainWhenItsConnectionBreaks) {
  add(options());
  turn([](ProbeClient& probe, Instant) {
    probe.finder.emplace("orders", CoordinatorKind::group, Backoff{milliseconds(100), seconds(1)});
  });
  broker_.settle();
  for (const LinkId link : broker_.world().links_of("client")) broker_.world().reset_link(link);
  broker_.settle();
  EXPECT_FALSE(client().session().is_ready({1, Lane::group}));
  broker_.advance(seconds(2));
  EXPECT_TRUE(client().session().is_ready({1, Lane::group}));
}

TEST_F(SessionTest, BytesThatAreNoAnswerEndTheConnection) {
  ProbeClient& probe = add(options());
  turn([](ProbeClient&, Instant) {});
  broker_.settle();
  const LinkId link = broker_.world().links_of("client").front();
  broker_.world().turn("client", [&] {
    probe.received(link, Buffer::copy_of(std::string_view("\0\0\0\4\0\0\0\7", 8)), broker_.now());
  });
  EXPECT_THAT(probe.describe_connections(), HasSubstr("sent an answer that nobody asked for"));
  broker_.advance(seconds(2));
  EXPECT_THAT(probe.describe_connections(), HasSubstr("sent an answer"));
}

}  // namespace

}  // namespace cohort::client
