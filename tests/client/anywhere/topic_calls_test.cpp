// Admin: topics, their settings and their records, and the cluster.
#include "client/anywhere/anywhere.hpp"

#include <algorithm>
#include <map>

namespace cohort::client {
namespace {

class TopicCalls : public Anywhere {
 protected:
  /// Of the topic, "null" without a value.
  std::string setting(const std::string& key) {
    const auto described = admin.describe_configs({orders}, {.keys = {key}});
    return described.at(orders).value().at(0).value.value_or("null");
  }
  bool setting_becomes(const std::string& key, const std::string& value) {
    return stage.wait_until([&] { return setting(key) == value; });
  }
  bool is_there(const std::string& name) {
    return admin.describe_topics({name}).at(name).has_value();
  }

  // NOLINTBEGIN(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic = stage.make_topic("orders", 3, {{"cleanup.policy", "delete"}});
  std::string missing = stage.unique("missing");
  ConfigResource orders = topic_resource(topic);
  Admin admin = Anywhere::admin();
  // NOLINTEND(cppcoreguidelines-non-private-member-variables-in-classes)
};

TEST_P(TopicCalls, CreatedTopicHasWhatWasAskedFor) {
  const std::string payments = stage.unique("payments");
  const NewTopic wanted{.name = payments,
                        .partitions = 4,
                        .replication_factor = 1,
                        .configs = {{"cleanup.policy", "compact"}}};
  const auto created = admin.create_topics({wanted});

  const CreatedTopic& made = created.at(payments).value();
  EXPECT_EQ(made.partitions, 4);
  EXPECT_EQ(made.replication_factor, 1);
  EXPECT_FALSE(made.id.is_zero());
  const auto policy = std::ranges::find(made.configs, "cleanup.policy", &ConfigEntry::name);
  ASSERT_NE(policy, made.configs.end());
  EXPECT_EQ(policy->value, "compact");
  ASSERT_TRUE(stage.wait_until([&] { return is_there(payments); }));
  const TopicDescription there = admin.describe_topics({payments}).at(payments).value();
  EXPECT_EQ(there.id, made.id);
  EXPECT_EQ(there.partitions.size(), 4U);
  EXPECT_EQ(admin.create_topics({wanted}).at(payments).error().code,
            ErrorCode::topic_already_exists);
}

TEST_P(TopicCalls, ValidationChangesNothing) {
  const auto created =
      admin.create_topics({{.name = missing, .partitions = 2}}, {.validate_only = true});
  EXPECT_TRUE(created.at(missing).has_value());
  EXPECT_EQ(admin.describe_topics({missing}).at(missing).error().code,
            ErrorCode::unknown_topic_or_partition);
}

TEST_P(TopicCalls, NoTopicsAreDoneAtOnce) {
  EXPECT_TRUE(admin.create_topics({}).empty());
  EXPECT_TRUE(admin.describe_topics({}).empty());
}

TEST_P(TopicCalls, DeletedTopicIsGone) {
  const auto deleted = admin.delete_topics({topic, missing});
  EXPECT_FALSE(deleted.at(topic).value().id.is_zero());
  EXPECT_EQ(deleted.at(missing).error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_TRUE(stage.wait_until([&] { return !is_there(topic); }));
}

TEST_P(TopicCalls, ListIsByNameAndWithoutInternalTopics) {
  const std::string first = stage.make_topic("a", 1);
  require_all(admin.alter_group_offsets(stage.unique("readers"), {{{topic, 0}, {.offset = 1}}}));

  const std::vector<ListedTopic> topics = admin.list_topics();

  const auto a = std::ranges::find(topics, first, &ListedTopic::name);
  const auto other = std::ranges::find(topics, topic, &ListedTopic::name);
  ASSERT_NE(a, topics.end());
  ASSERT_NE(other, topics.end());
  EXPECT_EQ(other->partitions, 3);
  EXPECT_TRUE(std::ranges::is_sorted(topics, {}, &ListedTopic::name));
  EXPECT_TRUE(std::ranges::none_of(topics, &ListedTopic::is_internal));
  const std::vector<ListedTopic> all = admin.list_topics({.with_internal = true});
  EXPECT_TRUE(std::ranges::any_of(all, &ListedTopic::is_internal));
}

TEST_P(TopicCalls, TopicGrows) {
  const auto grown = admin.create_partitions({{topic, {.total = 5}}, {missing, {.total = 2}}});
  EXPECT_TRUE(grown.at(topic).has_value());
  EXPECT_EQ(grown.at(missing).error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_TRUE(stage.wait_until(
      [&] { return admin.describe_topics({topic}).at(topic).value().partitions.size() == 5; }));
  EXPECT_EQ(admin.create_partitions({{topic, {.total = 5}}}).at(topic).error().code,
            ErrorCode::invalid_partitions);
}

TEST_P(TopicCalls, SettingsChangeByTheWord) {
  const std::string before = setting("retention.ms");
  require_all(
      admin.incremental_alter_configs({{orders, {{.name = "retention.ms", .value = "98765432"}}}}));
  EXPECT_TRUE(setting_becomes("retention.ms", "98765432"));

  require_all(admin.incremental_alter_configs(
      {{orders,
        {{.name = "retention.ms", .operation = AlterOperation::remove},
         {.name = "cleanup.policy", .value = "compact", .operation = AlterOperation::append}}}}));
  EXPECT_TRUE(setting_becomes("retention.ms", before));
  EXPECT_TRUE(setting_becomes("cleanup.policy", "delete,compact"));

  const ConfigAlteration remove{
      .name = "cleanup.policy", .value = "delete", .operation = AlterOperation::subtract};
  require_all(admin.incremental_alter_configs({{orders, {remove}}}));
  EXPECT_TRUE(setting_becomes("cleanup.policy", "compact"));
}

TEST_P(TopicCalls, SettingsSayWhereTheyComeFrom) {
  const auto described =
      admin.describe_configs({orders}, {.keys = {"cleanup.policy"}, .with_synonyms = true});
  const ConfigEntry& entry = described.at(orders).value().at(0);
  EXPECT_EQ(entry.source, ConfigSource::topic);
  ASSERT_FALSE(entry.synonyms.empty());
  EXPECT_EQ(entry.synonyms.front().source, ConfigSource::topic);
}

TEST_P(TopicCalls, AlterationCanBeTriedOnly) {
  const std::string before = setting("retention.ms");
  require_all(admin.incremental_alter_configs(
      {{orders, {{.name = "retention.ms", .value = "98765432"}}}}, {.validate_only = true}));
  EXPECT_EQ(setting("retention.ms"), before);
}

TEST_P(TopicCalls, RecordsAreDeletedBeforeAnOffset) {
  const TopicPartition first{topic, 0};
  const TopicPartition second{topic, 1};
  produce_numbers(topic, 5);
  producer().deliver({.topic = topic, .partition = 1});
  const auto deleted = admin.delete_records({{first, 2}, {second, -1}, {{topic, 2}, 9}});
  EXPECT_EQ(deleted.at(first).value(), 2);
  EXPECT_EQ(deleted.at(second).value(), 1);
  EXPECT_EQ(deleted.at({topic, 2}).error().code, ErrorCode::offset_out_of_range);
  EXPECT_EQ(values(topic), (std::vector<std::string>{"2", "3", "4"}));
  EXPECT_EQ(reader().beginning_offsets({second}).at(second), 1);
}

TEST_P(TopicCalls, OffsetsAreFoundByPlaceAndByTime) {
  const TopicPartition partition{topic, 0};
  const Instant start = Instant::from_unix_ms(runtime().now().unix_ms() - 60'000);
  Producer producer = this->producer();
  for (int i = 0; i < 5; ++i) {
    producer.deliver({.topic = topic, .partition = 0, .timestamp = start + seconds(i)});
  }
  const auto find = [&](OffsetSpec spec) {
    return admin.list_offsets({{partition, spec}}).at(partition).value();
  };
  EXPECT_EQ(find(OffsetSpec::earliest()).offset, 0);
  EXPECT_EQ(find(OffsetSpec::latest()).offset, 5);
  EXPECT_EQ(find(OffsetSpec::at(start + milliseconds(2001))).offset, 3);
  EXPECT_EQ(find(OffsetSpec::at(start + seconds(3))).timestamp, (start + seconds(3)).unix_ms());
  EXPECT_EQ(find(OffsetSpec::at(start + seconds(5))).offset, -1);
  EXPECT_EQ(find(OffsetSpec::max_timestamp()).offset, 4);
  const auto decided = admin.list_offsets({{partition, OffsetSpec::latest()}},
                                          {.isolation = IsolationLevel::read_committed});
  EXPECT_EQ(decided.at(partition).value().offset, 5);
}

TEST_P(TopicCalls, ClusterHasBrokersThatHaveSettings) {
  const ClusterDescription cluster = admin.describe_cluster();
  EXPECT_FALSE(cluster.cluster_id.empty());
  ASSERT_FALSE(cluster.brokers.empty());
  const BrokerDescription& broker = cluster.brokers.front();
  EXPECT_FALSE(broker.host.empty());
  EXPECT_NE(broker.port, 0);
  const ConfigResource resource = broker_resource(broker.node_id);
  const auto described = admin.describe_configs({resource}, {.keys = {"log.retention.ms"}});
  ASSERT_EQ(described.at(resource).value().size(), 1U);
  EXPECT_EQ(described.at(resource).value().at(0).name, "log.retention.ms");
}

INSTANTIATE_TEST_SUITE_P(Anywhere, TopicCalls, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
