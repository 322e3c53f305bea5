#include "log/catalog.hpp"

#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

Catalog catalog_of(std::vector<std::int32_t> brokers = {1}) {
  return Catalog(Rng(1), std::move(brokers));
}

TopicCreation create(Catalog& catalog, const NewTopic& topic, bool validate_only = false) {
  return catalog.create({&topic, 1}, validate_only, {}).front();
}

TopicCreation refused(std::string name, ErrorCode error, std::string message) {
  return {.name = std::move(name), .error = error, .message = std::move(message)};
}

std::vector<std::string> names_of(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const auto& [name, topic] : catalog.topics()) names.push_back(name);
  return names;
}

TEST(Catalog, ACreatedTopicIsFoundByNameAndById) {
  Catalog catalog = catalog_of();
  const TopicCreation creation = create(catalog, {.name = "t", .num_partitions = 2});
  EXPECT_EQ(creation, (TopicCreation{.name = "t",
                                     .id = creation.id,
                                     .num_partitions = 2,
                                     .replication_factor = 1,
                                     .configs = effective_configs({}, {})}));
  EXPECT_EQ(*catalog.find("t"),
            (Topic{.name = "t",
                   .id = creation.id,
                   .settings = settings_of(),
                   .partitions = {2, Partition{.leader = 1, .replicas = {1}, .isr = {1}}}}));
  EXPECT_EQ(catalog.find(creation.id), catalog.find("t"));
  EXPECT_EQ(catalog.find("t", 2), nullptr);
  EXPECT_EQ(catalog.find("t", -1), nullptr);
  EXPECT_EQ(catalog.find("u", 0), nullptr);
}

TEST(Catalog, ValidateOnlyAnswersTheSameAndMakesNothing) {
  Catalog catalog = catalog_of();
  const NewTopic topic{.name = "t", .configs = {{"retention.ms", "1000"}}};
  const TopicCreation validated = create(catalog, topic, true);
  EXPECT_EQ(catalog.find("t"), nullptr);
  EXPECT_EQ(create(catalog, topic), validated);
}

TEST(Catalog, WhatCannotBeMadeIsAnsweredAsKafkaDoes) {
  Catalog catalog = catalog_of();
  ASSERT_EQ(create(catalog, {.name = "a_b"}).error, ErrorCode::none);
  struct Case {
    NewTopic topic;
    ErrorCode error;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{.name = "a_b", .num_partitions = 0},
       ErrorCode::topic_already_exists,
       "Topic 'a_b' already exists."},
      {{.name = "a.b"},
       ErrorCode::invalid_topic_exception,
       "Topic 'a.b' collides with existing topic: a_b"},
      {{.name = "."},
       ErrorCode::invalid_topic_exception,
       "Topic name is invalid: '.' is not allowed"},
      {{.name = "t", .configs = {{"x", std::nullopt}, {"y", "1"}, {"z", std::nullopt}}},
       ErrorCode::invalid_config,
       "Null value not supported for topic configs: x,z"},
      {{.name = "t", .num_partitions = 0, .configs = {{"no.such.key", "1"}}},
       ErrorCode::invalid_config,
       "Unknown topic config name: no.such.key"},
      {{.name = "t", .num_partitions = 0, .replication_factor = 0},
       ErrorCode::invalid_replication_factor,
       "Replication factor must be larger than 0, or -1 to use the default value."},
      {{.name = "t", .num_partitions = 0},
       ErrorCode::invalid_partitions,
       "Number of partitions was set to an invalid non-positive value."},
      {{.name = "t", .num_partitions = 1, .replication_factor = 3},
       ErrorCode::invalid_replication_factor,
       "Unable to replicate the partition 3 time(s): The target replication factor of 3 cannot be "
       "reached because only 1 broker(s) are registered."},
      {{.name = "t", .replication_factor = 1, .assignments = {{0, {1}}}},
       ErrorCode::invalid_request,
       "A manual partition assignment was specified, but replication factor was not set to -1."},
      {{.name = "t", .num_partitions = 1, .assignments = {{0, {1}}}},
       ErrorCode::invalid_request,
       "A manual partition assignment was specified, but numPartitions was not set to -1."},
      {{.name = "t", .assignments = {{0, {}}}},
       ErrorCode::invalid_replica_assignment,
       "The manual partition assignment includes an empty replica list."},
      {{.name = "t", .assignments = {{1, {1}}}},
       ErrorCode::invalid_replica_assignment,
       "partitions should be a consecutive 0-based integer sequence"},
      {{.name = "t", .assignments = {{0, {1}}, {0, {1}}}},
       ErrorCode::invalid_replica_assignment,
       "Found multiple manual partition assignments for partition 0"},
      {{.name = "t", .assignments = {{0, {99}}}},
       ErrorCode::invalid_replica_assignment,
       "The manual partition assignment includes broker 99, but no such broker is registered."},
      {{.name = "t", .assignments = {{0, {1, 1}}}},
       ErrorCode::invalid_replica_assignment,
       "The manual partition assignment includes the broker 1 more than once."},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(create(catalog, c.topic), refused(c.topic.name, c.error, c.message));
  }
  EXPECT_EQ(names_of(catalog), std::vector<std::string>{"a_b"});
}

TEST(Catalog, ReplicasOfAllPartitionsAreAsMany) {
  Catalog catalog = catalog_of({1, 2});
  EXPECT_EQ(create(catalog, {.name = "t", .assignments = {{0, {1, 2}}, {1, {2}}}}),
            refused("t", ErrorCode::invalid_replica_assignment,
                    "The manual partition assignment includes a partition with 1 replica(s), but "
                    "this is not consistent with previous partitions, which have 2 replica(s)."));
}

TEST(Catalog, PartitionsGoRoundTheBrokers) {
  Catalog catalog = catalog_of({3, 1, 2});
  create(catalog, {.name = "t", .num_partitions = 4, .replication_factor = 2});
  std::vector<std::vector<std::int32_t>> replicas;
  for (const Partition& partition : catalog.find("t")->partitions) {
    EXPECT_EQ(partition.leader, partition.replicas.front());
    replicas.push_back(partition.replicas);
  }
  EXPECT_EQ(replicas, (Assignment{{1, 2}, {2, 3}, {3, 1}, {1, 2}}));
}

TEST(Catalog, TopicsOfOneRequestDoNotCollideWithEachOther) {
  Catalog catalog = catalog_of();
  const std::vector<NewTopic> topics = {{.name = "a.b"}, {.name = "a_b"}};
  for (const TopicCreation& creation : catalog.create(topics, false, {})) {
    EXPECT_EQ(creation.error, ErrorCode::none);
  }
  catalog.remove("a.b");
  EXPECT_EQ(create(catalog, {.name = "a.b"}).message,
            "Topic 'a.b' collides with existing topic: a_b");
  catalog.remove("a_b");
  EXPECT_EQ(create(catalog, {.name = "a.b"}).error, ErrorCode::none);
}

TEST(Catalog, ARequestForTooMuchMakesNothing) {
  Catalog catalog = catalog_of();
  for (const std::int32_t partitions : {6000, 2'000'000'000}) {
    const std::vector<NewTopic> topics = {{.name = "a", .num_partitions = 6000},
                                          {.name = "b", .num_partitions = partitions}};
    const std::string message = "Unable to perform excessively large batch operation.";
    EXPECT_EQ(catalog.create(topics, false, {}),
              (std::vector{refused("a", ErrorCode::policy_violation, message),
                           refused("b", ErrorCode::policy_violation, message)}));
  }
  EXPECT_EQ(names_of(catalog), std::vector<std::string>{});
}

TEST(Catalog, AnIdDependsOnTheSeedAndTheNameButNotOnOtherTopics) {
  Catalog one = catalog_of();
  Catalog two = catalog_of();
  create(two, {.name = "other"});
  const Uuid id = create(one, {.name = "t"}).id;
  EXPECT_EQ(create(two, {.name = "t"}).id, id);
  Catalog three(Rng(2), {1});
  EXPECT_NE(create(three, {.name = "t"}).id, id);
}

TEST(Catalog, ATopicMadeAgainHasAnotherIdAndNoRecords) {
  Catalog catalog = catalog_of();
  const Uuid old_id = create(catalog, {.name = "t"}).id;
  catalog.append("t", 0, {.records = batch_of({{}}), .now = noon});
  EXPECT_GT(catalog.total_bytes(), 0);
  catalog.remove("t");
  EXPECT_EQ(catalog.total_bytes(), 0);
  EXPECT_NE(create(catalog, {.name = "t"}).id, old_id);
  EXPECT_EQ(catalog.find(old_id), nullptr);
  EXPECT_EQ(catalog.find("t", 0)->log, PartitionLog{});
}

TEST(Catalog, TheOffsetsTopicIsMadeCompactedWithFiftyPartitions) {
  Catalog catalog = catalog_of();
  const std::string name = "__consumer_offsets";
  EXPECT_EQ(catalog.create_automatically({&name, 1}, {}).front().num_partitions, 50);
  const Topic& topic = *catalog.find("__consumer_offsets");
  EXPECT_TRUE(topic.is_internal);
  EXPECT_EQ(topic.overrides, (TopicOverrides{{"cleanup.policy", "compact"},
                                             {"compression.type", "producer"},
                                             {"segment.bytes", "104857600"}}));
}

TEST(Catalog, WhatACoordinatorWritesStaysNearTwiceWhatIsLeftOfIt) {
  Catalog catalog = catalog_of();
  const std::string name = "__consumer_offsets";
  catalog.create_automatically({&name, 1}, {});
  const std::string value(1000, 'v');
  for (int i = 0; i < 8'000; ++i) {
    BatchBuilder builder(BatchOptions{.base_sequence = 0});
    builder.add(Record{.timestamp = i,
                       .key = Buffer::copy_of("k" + std::to_string(i % 10)),
                       .value = Buffer::copy_of(value)});
    const AppendResult result =
        catalog.append_from_coordinator(name, 0, builder.build(), Instant::from_unix_ms(i));
    ASSERT_EQ(result.base_offset, i);
  }
  const PartitionLog& log = catalog.find(name, 0)->log;
  EXPECT_LT(log.size_bytes(), std::int64_t{1} << 21);
  EXPECT_EQ(catalog.total_bytes(), log.size_bytes());
  EXPECT_EQ(log.log_end_offset(), 8'000);
  EXPECT_EQ(log.batches().back().base_offset, 7'999);
}

TEST(Catalog, AutoCreationTakesTheBrokersDefaults) {
  Config config;
  config.set("num.partitions", "3");
  Catalog catalog = catalog_of();
  const std::string name = "t";
  EXPECT_EQ(catalog.create_automatically({&name, 1}, config).front().num_partitions, 3);
}

TEST(Catalog, BytesOfAllLogsAreCounted) {
  Catalog catalog = catalog_of();
  create(catalog, {.name = "t", .num_partitions = 2});
  const Buffer records = batch_of({{}, {}});
  const auto size = static_cast<std::int64_t>(records.size());
  for (const std::int32_t partition : {0, 1}) {
    EXPECT_EQ(catalog.append("t", partition, {.records = records, .now = noon}).appended_bytes,
              size);
  }
  EXPECT_EQ(catalog.total_bytes(), 2 * size);
  EXPECT_EQ(catalog.delete_records("t", 1, -1), (DeleteRecordsResult{ErrorCode::none, 2, size}));
  EXPECT_EQ(catalog.total_bytes(), size);
}

TEST(Catalog, AppendAndDeleteRecordsKnowNoOtherPartitions) {
  Catalog catalog = catalog_of();
  create(catalog, {.name = "t"});
  const AppendResult unknown{.error = ErrorCode::unknown_topic_or_partition};
  EXPECT_EQ(catalog.append("t", 1, {.records = batch_of({{}})}), unknown);
  EXPECT_EQ(catalog.append("u", 0, {.records = batch_of({{}})}), unknown);
  EXPECT_EQ(catalog.delete_records("t", 7, 0),
            (DeleteRecordsResult{.error = ErrorCode::unknown_topic_or_partition}));
}

TEST(Catalog, ALeaderEpochIsCheckedUnlessItIsMinusOne) {
  const Partition partition{.leader = 1, .leader_epoch = 3, .replicas = {1}};
  const auto asked = [&](std::int32_t epoch) {
    return partition.check_served_by({.node_id = 1, .current_leader_epoch = epoch});
  };
  EXPECT_EQ(asked(-1), ErrorCode::none);
  EXPECT_EQ(asked(2), ErrorCode::fenced_leader_epoch);
  EXPECT_EQ(asked(3), ErrorCode::none);
  EXPECT_EQ(asked(4), ErrorCode::unknown_leader_epoch);
}

TEST(Catalog, AFollowerChecksTheEpochFirstAndServesOnlyWhomNeedsNoLeader) {
  const Partition partition{.leader = 1, .leader_epoch = 3, .replicas = {1, 2, 3}, .isr = {1, 2}};
  EXPECT_EQ(partition.check_served_by({.node_id = 2, .current_leader_epoch = 2}),
            ErrorCode::fenced_leader_epoch);
  EXPECT_EQ(partition.check_served_by({.node_id = 2}), ErrorCode::not_leader_or_follower);
  EXPECT_EQ(partition.check_served_by({.node_id = 2, .must_lead = false}), ErrorCode::none);
  // There is one log, of those in sync.
  EXPECT_EQ(partition.check_served_by({.node_id = 3, .must_lead = false}),
            ErrorCode::not_leader_or_follower);
}

TEST(Catalog, ABrokerWithoutAReplicaKnowsNoEpoch) {
  const Partition partition{.leader = 1, .leader_epoch = 3, .replicas = {1}};
  EXPECT_EQ(
      partition.check_served_by({.node_id = 2, .current_leader_epoch = 2, .must_lead = false}),
      ErrorCode::not_leader_or_follower);
}

TEST(Catalog, AMovedLeaderBeginsAnEpochAtTheLogEnd) {
  Catalog catalog = catalog_of();
  create(catalog, {.name = "t"});
  catalog.append("t", 0, {.records = batch_of({{}})});

  catalog.move_leader("t", 0, -1);

  const Partition& moved = *catalog.find("t", 0);
  EXPECT_EQ(moved.leader, -1);
  EXPECT_EQ(moved.leader_epoch, 1);
  EXPECT_EQ(moved.log.epochs().end_of(0, 5), (EpochEnd{.leader_epoch = 0, .end_offset = 1}));
  EXPECT_EQ(moved.log.epochs().end_of(1, 5), (EpochEnd{.leader_epoch = 1, .end_offset = 5}));
}

}  // namespace
}  // namespace cohort::broker
