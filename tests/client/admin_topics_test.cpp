// Admin: topics and their settings.
#include "client/admin_world.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace cohort::client {
namespace {

using ::testing::HasSubstr;

class AdminTopics : public ::testing::Test {
 protected:
  AdminWorld world;
  Admin& admin = world.admin;

  std::optional<std::string> setting(const ConfigResource& resource, const std::string& key) {
    return admin.describe_configs({resource}, {.keys = {key}}).at(resource).value().at(0).value;
  }
};

TEST_F(AdminTopics, CreatedTopicHasWhatWasAskedFor) {
  const auto created = admin.create_topics(
      {{.name = "payments", .partitions = 4, .configs = {{"cleanup.policy", "compact"}}}});

  const CreatedTopic& topic = created.at("payments").value();
  EXPECT_EQ(topic.partitions, 4);
  EXPECT_EQ(topic.replication_factor, 1);
  EXPECT_FALSE(topic.id.is_zero());
  const auto policy = std::ranges::find(topic.configs, "cleanup.policy", &ConfigEntry::name);
  ASSERT_NE(policy, topic.configs.end());
  EXPECT_EQ(policy->value, "compact");
  EXPECT_EQ(world.broker.control().topic("payments").value().partitions.size(), 4U);
}

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

TEST_F(AdminTopics, ValidationChangesNothing) {
  const auto created =
      admin.create_topics({{.name = "payments", .partitions = 2}}, {.validate_only = true});
  EXPECT_TRUE(created.at("payments").has_value());
  EXPECT_FALSE(world.broker.control().topic("payments").has_value());
}

TEST_F(AdminTopics, NoTopicsAreDoneAtOnce) {
  EXPECT_TRUE(admin.create_topics({}).empty());
  EXPECT_TRUE(admin.describe_topics({}).empty());
}

TEST_F(AdminTopics, DeletedTopicIsGone) {
  const auto deleted = admin.delete_topics({"orders", "missing"});
  EXPECT_FALSE(deleted.at("orders").value().id.is_zero());
  EXPECT_EQ(deleted.at("missing").error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_FALSE(world.broker.control().topic("orders").has_value());
}

TEST_F(AdminTopics, ListIsByNameAndWithoutInternalTopics) {
  world.commit("readers", 0, 1);
  world.broker.control().create_topic("a", 1);

  const std::vector<ListedTopic> topics = admin.list_topics();

  ASSERT_EQ(topics.size(), 2U);
  EXPECT_EQ(topics[0].name, "a");
  EXPECT_EQ(topics[1].name, "orders");
  EXPECT_EQ(topics[1].partitions, 3);
  const std::vector<ListedTopic> all = admin.list_topics({.with_internal = true});
  EXPECT_TRUE(std::ranges::any_of(all, &ListedTopic::is_internal));
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

TEST_F(AdminTopics, TopicGrows) {
  const auto grown = admin.create_partitions({{"orders", {.total = 5}}, {"missing", {.total = 2}}});
  EXPECT_TRUE(grown.at("orders").has_value());
  EXPECT_EQ(grown.at("missing").error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(world.broker.control().topic("orders").value().partitions.size(), 5U);
  EXPECT_EQ(admin.create_partitions({{"orders", {.total = 5}}}).at("orders").error().code,
            ErrorCode::invalid_partitions);
}

TEST_F(AdminTopics, SettingsOfATopicChangeByTheWord) {
  const ConfigResource orders = topic_resource("orders");
  require_all(
      admin.incremental_alter_configs({{orders, {{.name = "retention.ms", .value = "1000"}}}}));
  EXPECT_EQ(setting(orders, "retention.ms"), "1000");

  require_all(admin.incremental_alter_configs(
      {{orders,
        {{.name = "retention.ms", .operation = AlterOperation::remove},
         {.name = "cleanup.policy", .value = "compact", .operation = AlterOperation::append}}}}));

  EXPECT_EQ(setting(orders, "retention.ms"), "604800000");
  EXPECT_EQ(setting(orders, "cleanup.policy"), "delete,compact");
}

TEST_F(AdminTopics, SettingsSayWhereTheyComeFrom) {
  const ConfigResource orders = topic_resource("orders");
  require_all(
      admin.incremental_alter_configs({{orders, {{.name = "retention.ms", .value = "1000"}}}}));
  const auto described =
      admin.describe_configs({orders}, {.keys = {"retention.ms"}, .with_synonyms = true});
  const ConfigEntry& entry = described.at(orders).value().at(0);
  EXPECT_EQ(entry.source, ConfigSource::topic);
  ASSERT_FALSE(entry.synonyms.empty());
  EXPECT_EQ(entry.synonyms.front().source, ConfigSource::topic);
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

TEST_F(AdminTopics, AlterationCanBeTriedOnly) {
  const ConfigResource orders = topic_resource("orders");
  require_all(admin.incremental_alter_configs(
      {{orders, {{.name = "retention.ms", .value = "1000"}}}}, {.validate_only = true}));
  EXPECT_EQ(setting(orders, "retention.ms"), "604800000");
}

TEST_F(AdminTopics, BrokersHaveSettingsToo) {
  EXPECT_EQ(setting(broker_resource(1), "node.id"), "1");
  require_all(admin.incremental_alter_configs(
      {{broker_resource(1), {{.name = "log.retention.ms", .value = "5000"}}}}));
  EXPECT_EQ(setting(broker_resource(1), "log.retention.ms"), "5000");
}

}  // namespace
}  // namespace cohort::client
