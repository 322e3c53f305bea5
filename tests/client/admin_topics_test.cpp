// Admin: topics and their settings, as this broker has them.
#include "client/admin_world.hpp"
#include "client/stub_broker.hpp"

#include <gmock/gmock.h>

namespace cohort::client {
namespace {

/// As librdkafka's mock cluster has it.
TEST(AdminTopicsOfAnOldBroker, AreDescribedThoughItMayMakeThem) {
  sim::Simulation simulation;
  auto broker = std::make_unique<StubBroker>();
  broker->metadata_versions = {0, 2};
  simulation.add("broker", std::move(broker));
  simulation.listen("broker", "broker", 9092);
  VirtualRuntime runtime{simulation};
  Admin admin({.client = {.bootstrap_servers = parse_bootstrap("broker:9092")}}, runtime);

  const auto described = admin.describe_topics({"orders"});

  ASSERT_TRUE(described.at("orders").has_value());
  EXPECT_EQ(described.at("orders")->partitions.size(), 1u);
}

using ::testing::HasSubstr;

class AdminTopics : public ::testing::Test {
 protected:
  AdminWorld world;
  Admin& admin = world.admin;

  std::optional<std::string> setting(const ConfigResource& resource, const std::string& key) {
    return admin.describe_configs({resource}, {.keys = {key}}).at(resource).value().at(0).value;
  }
};

TEST_F(AdminTopics, NumbersAreLeftToTheBroker) {
  const auto created = admin.create_topics({{.name = "payments"}});
  EXPECT_EQ(created.at("payments").value().partitions, 1);
}

TEST_F(AdminTopics, EachTopicHasItsOwnOutcome) {
  const auto created = admin.create_topics({{.name = "payments", .partitions = 1},
                                            {.name = "orders", .partitions = 1},
                                            {.name = "a b", .partitions = 1}});
  EXPECT_TRUE(created.at("payments").has_value());
  EXPECT_EQ(created.at("orders").error().code, ErrorCode::topic_already_exists);
  EXPECT_THAT(created.at("orders").error().message, HasSubstr("orders"));
  EXPECT_EQ(created.at("a b").error().code, ErrorCode::invalid_topic_exception);
  EXPECT_EQ(failure_of<Error>([&] { require_all(created); }).kind, FailureKind::refused);
}

TEST_F(AdminTopics, DescriptionNamesLeadersAndReplicas) {
  const auto described = admin.describe_topics({"orders", "missing"});
  const TopicDescription& topic = described.at("orders").value();
  EXPECT_EQ(topic.name, "orders");
  EXPECT_FALSE(topic.id.is_zero());
  ASSERT_EQ(topic.partitions.size(), 3U);
  EXPECT_EQ(topic.partitions[2], (PartitionDescription{.partition = 2,
                                                       .leader = 1,
                                                       .leader_epoch = 0,
                                                       .replicas = {1},
                                                       .in_sync_replicas = {1}}));
  EXPECT_EQ(described.at("missing").error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_FALSE(world.broker.control().topic("missing").has_value());
}

TEST_F(AdminTopics, WrongSettingsAreRefusedOneByOne) {
  const auto altered = admin.incremental_alter_configs(
      {{topic_resource("orders"), {{.name = "retention.ms", .value = "soon"}}},
       {topic_resource("missing"), {{.name = "retention.ms", .value = "1"}}}});
  EXPECT_EQ(altered.at(topic_resource("orders")).error().code, ErrorCode::invalid_config);
  EXPECT_THAT(altered.at(topic_resource("orders")).error().message, HasSubstr("retention.ms"));
  EXPECT_EQ(altered.at(topic_resource("missing")).error().code,
            ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(admin.describe_configs({topic_resource("missing")})
                .at(topic_resource("missing"))
                .error()
                .code,
            ErrorCode::unknown_topic_or_partition);
}

TEST_F(AdminTopics, BrokersHaveSettingsToo) {
  EXPECT_EQ(setting(broker_resource(1), "node.id"), "1");
  require_all(admin.incremental_alter_configs(
      {{broker_resource(1), {{.name = "log.retention.ms", .value = "5000"}}}}));
  EXPECT_EQ(setting(broker_resource(1), "log.retention.ms"), "5000");
}

}  // namespace
}  // namespace cohort::client
