// What stands in __consumer_offsets after each operation on a group.
#include "log/topic_name.hpp"
#include "records_world.hpp"
#include "state.hpp"
#include <cohort/protocol/codec.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cohort::broker {
namespace {

using testing::WireClient;

class OffsetsTopic : public ::testing::Test {
 protected:
  /// Each record in words, in the order of the log, batches in brackets.
  std::string words() {
    std::string text;
    for (const ReadBatch& batch : world.read("__consumer_offsets")) {
      text += batch.marker ? (batch.marker->type == MarkerType::commit ? "<commit" : "<abort")
                           : std::string(batch.header.is_transactional() ? "<" : "[");
      for (std::size_t i = 0; !batch.marker && i < batch.records.size(); ++i) {
        text += (i == 0 ? "" : ", ") + words(batch.records[i]);
      }
      text += batch.header.is_transactional() ? ">" : "]";
    }
    return text;
  }

  RecordsWorld world;
  WireClient client{world.simulation, "client"};

 private:
  static std::string words(const Record& record) {
    const auto offset = decode_versioned<OffsetCommitKey>(*record.key);
    if (offset) {
      const OffsetCommitKey& key = offset->message;
      const std::string name = key.group + ":" + key.topic + std::to_string(key.partition);
      if (!record.value) return name + " gone";
      const auto value = decode_versioned<OffsetCommitValue>(*record.value).value();
      return name + "=" + std::to_string(value.message.offset);
    }
    const std::string group = decode_versioned<GroupMetadataKey>(*record.key)->message.group;
    if (!record.value) return group + " gone";
    const auto value = decode_versioned<GroupMetadataValue>(*record.value).value().message;
    return group + " generation " + std::to_string(value.generation) + " with " +
           std::to_string(value.members.size());
  }
};

TEST_F(OffsetsTopic, IsMadeAtTheFirstCommitWith50PartitionsAndCompacted) {
  EXPECT_EQ(world.broker().state().catalog.find(offsets_topic), nullptr);

  EXPECT_EQ(world.commit("g", "t", 0, 5), ErrorCode::none);

  const Topic* topic = world.broker().state().catalog.find(offsets_topic);
  ASSERT_NE(topic, nullptr);
  EXPECT_TRUE(topic->is_internal);
  EXPECT_EQ(topic->partitions.size(), 50u);
  EXPECT_TRUE(topic->settings.is_compacted);
}

// "g" hashes to 103, so to partition 3.
TEST_F(OffsetsTopic, HasTheBytesOfACommitInThePartitionOfItsGroup) {
  EXPECT_EQ(world.commit("g", "t", 0, 5), ErrorCode::none);

  const std::vector<ReadBatch> batches = world.read("__consumer_offsets");
  ASSERT_EQ(batches.size(), 1u);
  EXPECT_EQ(batches[0].partition, 3);
  const std::int64_t now = world.simulation.now().unix_ms();
  const OffsetCommitValue value{
      .offset = 5, .leader_epoch = 0, .metadata = "m", .commit_timestamp = now};
  EXPECT_EQ(batches[0].records,
            (std::vector<Record>{{.timestamp = now,
                                  .key = encode_versioned(OffsetCommitKey{"g", "t", 0}, 1),
                                  .value = encode_versioned(value, 3)}}));
  // As Kafka's coordinator writes it: no producer, yet a sequence from 0.
  EXPECT_EQ(batches[0].header.producer_id, -1);
  EXPECT_EQ(batches[0].header.base_sequence, 0);
  EXPECT_EQ(batches[0].header.attributes, 0);
}

TEST_F(OffsetsTopic, ACommitWithARetentionTimeIsWrittenInVersion1) {
  OffsetCommitRequest request{.group_id = "g", .retention_time_ms = 1'000};
  request.topics = {{"t", {{.partition_index = 1, .committed_offset = 5}}}};
  client.ask<OffsetCommitResponse>(request, 4);

  const Record record = world.read("__consumer_offsets").at(0).records.at(0);
  const auto value = decode_versioned<OffsetCommitValue>(*record.value).value();
  EXPECT_EQ(value.version, 1);
  const std::int64_t now = world.simulation.now().unix_ms();
  EXPECT_EQ(
      value.message,
      (OffsetCommitValue{
          .offset = 5, .metadata = "", .commit_timestamp = now, .expire_timestamp = now + 1'000}));
}

TEST_F(OffsetsTopic, OneRequestIsOneBatch) {
  OffsetCommitRequest request{.group_id = "g"};
  request.topics = {{"t",
                     {{.partition_index = 0, .committed_offset = 1},
                      {.partition_index = 1, .committed_offset = 2}}},
                    {"u", {{.partition_index = 0, .committed_offset = 3}}}};
  client.ask<OffsetCommitResponse>(request, 7);
  EXPECT_EQ(world.commit("g", "t", 0, 4), ErrorCode::none);

  EXPECT_EQ(words(), "[g:t0=1, g:t1=2, g:u0=3][g:t0=4]");
}

TEST_F(OffsetsTopic, WhatARefusedCommitNamesIsNotWritten) {
  OffsetCommitRequest request{.group_id = "g"};
  request.topics = {{"t",
                     {{.partition_index = 0, .committed_metadata = std::string(5'000, 'm')},
                      {.partition_index = 1, .committed_offset = 2}}}};
  client.ask<OffsetCommitResponse>(request, 7);
  request.generation_id_or_member_epoch = 3;
  client.ask<OffsetCommitResponse>(request, 7);

  EXPECT_EQ(words(), "[g:t1=2]");
}

TEST_F(OffsetsTopic, TellsTheLifeOfAGroup) {
  const std::string member = world.join_alone(client, "g");
  EXPECT_EQ(world.commit("h", "t", 0, 1), ErrorCode::none);
  EXPECT_EQ(words(), "[g generation 0 with 0][g generation 1 with 1][h:t0=1]");
  world.expect_rebuilt();

  EXPECT_EQ(world.leave("g", member), ErrorCode::none);
  world.expect_rebuilt();
  EXPECT_EQ(world.commit("g", "t", 1, 7), ErrorCode::none);
  world.expect_rebuilt();
  EXPECT_EQ(world.delete_group("g"), ErrorCode::none);
  EXPECT_EQ(words(),
            "[g generation 0 with 0][g generation 1 with 1][g generation 2 with 0][g:t1=7]"
            "[g:t1 gone, g gone][h:t0=1]");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, AGroupIsWrittenBeforeItsMemberHasUsedItsId) {
  client.ask<JoinGroupResponse>(join_request("g", ""), 5);
  EXPECT_EQ(words(), "[g generation 0 with 0]");
}

TEST_F(OffsetsTopic, TheTimeOfAWrittenGenerationIsThatOfItsJoinPhase) {
  client.send(join_request("g", ""), 3);
  world.simulation.settle();
  const auto joined = client.take<JoinGroupResponse>(3).value();
  const std::int64_t formed = world.simulation.now().unix_ms();
  world.advance(seconds(2));
  client.ask<SyncGroupResponse>(
      SyncGroupRequest{.group_id = "g", .generation_id = 1, .member_id = joined.member_id}, 2);

  const ReadBatch batch = world.read("__consumer_offsets").back();
  const auto value = decode_versioned<GroupMetadataValue>(*batch.records.at(0).value).value();
  EXPECT_EQ(value.message.current_state_timestamp, formed);
  EXPECT_EQ(batch.records.at(0).timestamp, formed + 2'000);
}

TEST_F(OffsetsTopic, AMemberThatExpiresLeavesAnEmptyGroup) {
  world.join_alone(client, "g");
  world.advance(seconds(11));
  EXPECT_EQ(words(), "[g generation 0 with 0][g generation 1 with 1][g generation 2 with 0]");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, AStaticMemberThatRestartsIsWrittenUnderItsNewId) {
  const std::string former = world.join_alone(client, "g", "i");
  JoinGroupRequest request = join_request("g", "");
  request.group_instance_id = "i";
  WireClient again(world.simulation, "again");
  const auto joined = again.ask<JoinGroupResponse>(request, 9).value();

  EXPECT_NE(joined.member_id, former);
  EXPECT_EQ(world.rebuilt().all().at("g").metadata->members.at(0).member_id, joined.member_id);
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, OffsetsThatExpireAndTheirGroupLeaveTombstones) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  world.advance(hours(24 * 7 + 1));
  EXPECT_EQ(words(), "[g:t0=1][g:t0 gone, g gone]");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, DeletedOffsetsAndTopicsLeaveTombstones) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  EXPECT_EQ(world.commit("g", "t", 1, 2), ErrorCode::none);
  EXPECT_EQ(world.commit("g", "u", 0, 3), ErrorCode::none);
  EXPECT_EQ(world.delete_offset("g", "t", 0), ErrorCode::none);
  EXPECT_EQ(world.delete_offset("g", "t", 0), ErrorCode::none);  // There is none: no record.
  world.delete_topic("t");

  EXPECT_EQ(words(), "[g:t0=1][g:t1=2][g:u0=3][g:t0 gone][g:t1 gone]");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, ATransactionsOffsetsCountFromItsMarkerOn) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.commit_in("x", producer, "g", 9), ErrorCode::none);
  EXPECT_EQ(world.rebuilt().undecided(), 1u);
  world.expect_rebuilt();

  EXPECT_EQ(world.end("x", producer, true), ErrorCode::none);
  EXPECT_EQ(words(), "[g:t0=1]<g:t0=9><commit>");
  EXPECT_EQ(world.rebuilt().all().at("g").offsets.at({"t", 0}).offset, 9);
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, AnAbortedTransactionsOffsetsNeverCount) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.commit_in("x", producer, "g", 9), ErrorCode::none);
  EXPECT_EQ(world.end("x", producer, false), ErrorCode::none);

  EXPECT_EQ(words(), "[g:t0=1]<g:t0=9><abort>");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, ATransactionalBatchNamesItsProducer) {
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.commit_in("x", producer, "g", 9), ErrorCode::none);
  EXPECT_EQ(world.commit_in("x", producer, "g", 10), ErrorCode::none);

  for (const ReadBatch& batch : world.read("__consumer_offsets")) {
    EXPECT_EQ(batch.header.producer_id, producer.producer_id);
    EXPECT_EQ(batch.header.producer_epoch, producer.producer_epoch);
    EXPECT_EQ(batch.header.base_sequence, 0);
  }
}

TEST_F(OffsetsTopic, ATransactionThatTimesOutIsAbortedThereToo) {
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.commit_in("x", producer, "g", 9), ErrorCode::none);
  world.advance(minutes(2));

  EXPECT_EQ(words(), "<g:t0=9><abort>");
  EXPECT_EQ(world.read("__consumer_offsets").back().header.producer_epoch, 1);
}

TEST_F(OffsetsTopic, AProducerThatItsPartitionHasFencedCommitsNothing) {
  Config config = RecordsWorld::quick();
  config.transaction.verifies_partitions = false;
  RecordsWorld unverified(config);
  const InitProducerIdResponse producer = unverified.init("x");
  EXPECT_EQ(unverified.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(unverified.commit_in("x", producer, "g", 9), ErrorCode::none);
  unverified.advance(minutes(2));

  EXPECT_EQ(unverified.commit_in("x", producer, "g", 10), ErrorCode::invalid_producer_epoch);
  unverified.expect_rebuilt();
}

TEST_F(OffsetsTopic, AWaitingFetchIsAnsweredByACommit) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  FetchRequest request{.max_wait_ms = 10'000, .min_bytes = 1};
  request.topics = {
      {.topic = "__consumer_offsets",
       .partitions = {{.partition = 3, .fetch_offset = 1, .partition_max_bytes = 1'000}}}};
  EXPECT_EQ(client.ask<FetchResponse>(request, 11), std::nullopt);

  EXPECT_EQ(world.commit("g", "t", 0, 2), ErrorCode::none);

  const auto answer = client.take<FetchResponse>(11);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->responses.at(0).partitions.at(0).high_watermark, 2);
}

TEST_F(OffsetsTopic, IsMadeAgainAfterItWasDeleted) {
  EXPECT_EQ(world.commit("g", "t", 0, 1), ErrorCode::none);
  world.delete_topic("__consumer_offsets");
  EXPECT_EQ(world.commit("g", "t", 0, 2), ErrorCode::none);
  EXPECT_EQ(words(), "[g:t0=2]");
  world.expect_rebuilt();
}

TEST_F(OffsetsTopic, IsCompressedIfConfiguredSo) {
  Config config = RecordsWorld::quick();
  config.set("offsets.topic.compression.codec", "4");
  RecordsWorld packing(config);
  EXPECT_EQ(packing.commit("g", "t", 0, 1), ErrorCode::none);

  const ReadBatch batch = packing.read("__consumer_offsets").at(0);
  EXPECT_EQ(batch.header.compression(), Compression::zstd);
  EXPECT_EQ(packing.rebuilt().all().at("g").offsets.at({"t", 0}).offset, 1);
}

}  // namespace
}  // namespace cohort::broker
