// What happens to a broker's coordinators when their topics go, and what they make of logs that
// others have written.
#include "coordinator_loading.hpp"

#include "loaded_coordinators.hpp"
#include "log/topic_name.hpp"
#include "records_world.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/codec.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

class CoordinatorLoading : public ::testing::Test {
 protected:
  static Config narrow() {
    Config config = RecordsWorld::quick();
    config.log.offsets_topic_partitions = 1;
    config.log.transaction_topic_partitions = 1;
    return config;
  }

  /// A broker whose topic has nothing but these records, loaded from them.
  BrokerState loaded_from(const std::string& topic, const std::vector<Record>& records,
                          BatchOptions options = {}) {
    simulation_turn([&] {
      BrokerState& state = world.broker().state();
      state.catalog.create_automatically({&topic, 1}, state.config);
      BatchBuilder builder(options);
      for (const Record& record : records) builder.add(record);
      state.catalog.append_from_coordinator(topic, 0, builder.build(), now());
    });
    return reloaded(world.broker().state(), now());
  }
  template <class Verb>
  void simulation_turn(Verb verb) {
    world.simulation.turn("broker", verb);
  }
  Instant now() const { return world.simulation.now(); }

  template <class Key, class Value>
  Record record(const Key& key, int key_version, const Value& value, int value_version) const {
    return {.timestamp = now().unix_ms(),
            .key = encode_versioned(key, key_version),
            .value = encode_versioned(value, value_version)};
  }
  Record offset_record(std::int64_t offset, int key_version = 1, int value_version = 3) const {
    return record(OffsetCommitKey{.group = "g", .topic = "t"}, key_version,
                  OffsetCommitValue{.offset = offset, .metadata = "m", .commit_timestamp = 9},
                  value_version);
  }
  static GroupMetadataValue group_of_one() {
    return {.protocol_type = "consumer",
            .generation = 4,
            .protocol = "range",
            .leader = "a",
            .current_state_timestamp = 7,
            .members = {{.member_id = "a",
                         .client_id = "c",
                         .client_host = "/h",
                         .rebalance_timeout = 300,
                         .session_timeout = 200,
                         .subscription = Buffer::copy_of("s"),
                         .assignment = Buffer::copy_of("as")}}};
  }
  static std::int64_t offset_in(const BrokerState& state) {
    return state.coordinator.fetch_offsets("g", {{"t", 0}}).at(0).offset;
  }

  RecordsWorld world{narrow()};
  testing::WireClient client{world.simulation, "client"};
};

TEST_F(CoordinatorLoading, AWaitingMemberIsToldWhenTheTopicIsDeleted) {
  world.join_alone(client, "g");
  testing::WireClient second(world.simulation, "second");
  second.send(join_request("g", ""), 3);
  world.simulation.settle();

  world.delete_topic("__consumer_offsets");

  EXPECT_EQ(second.take<JoinGroupResponse>(3)->error_code, ErrorCode::not_coordinator);
  EXPECT_EQ(world.admin.ask<ListGroupsResponse>(ListGroupsRequest{}, 4)->groups.size(), 0u);
  EXPECT_EQ(world.broker().state().catalog.find(offsets_topic), nullptr);
}

TEST_F(CoordinatorLoading, WithTheTopicTheOffsetsGo) {
  EXPECT_EQ(world.commit("g", "t", 0, 5), ErrorCode::none);
  world.delete_topic("__consumer_offsets");
  EXPECT_EQ(world.commit("g", "t", 1, 6), ErrorCode::none);
  EXPECT_EQ(offset_in(world.broker().state()), -1);
  world.expect_rebuilt();
}

TEST_F(CoordinatorLoading, WithTheTransactionTopicTheIdsGo) {
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  world.delete_topic("__transaction_state");
  EXPECT_EQ(world.end("x", producer, true), ErrorCode::invalid_producer_id_mapping);
  world.advance(hours(1));  // No time-out of it is left.
  const InitProducerIdResponse next = world.init("x");
  EXPECT_EQ(next.producer_epoch, 0);
  EXPECT_NE(next.producer_id, producer.producer_id);
}

TEST_F(CoordinatorLoading, AMemberGoesOnWithAReloadedCoordinator) {
  const std::string id = world.join_alone(client, "g");
  simulation_turn([&] { reload_coordinator(world.broker().state(), offsets_topic, 0, now()); });
  const cohort::HeartbeatRequest heartbeat{.group_id = "g", .generation_id = 1, .member_id = id};
  EXPECT_EQ(client.ask<HeartbeatResponse>(heartbeat, 3)->error_code, ErrorCode::none);
  world.expect_rebuilt();
}

TEST_F(CoordinatorLoading, ReadsEveryVersionOfAnOffset) {
  for (const int key_version : {0, 1}) {
    for (int value_version = 0; value_version <= 4; ++value_version) {
      const std::int64_t offset = 10 * key_version + value_version;
      const BrokerState loaded =
          loaded_from("__consumer_offsets", {offset_record(offset, key_version, value_version)});
      EXPECT_EQ(offset_in(loaded), offset) << key_version << ", " << value_version;
    }
  }
}

TEST_F(CoordinatorLoading, ReadsEveryVersionOfAGroup) {
  for (int version = 0; version <= 4; ++version) {
    const BrokerState loaded = loaded_from(
        "__consumer_offsets", {record(GroupMetadataKey{"g"}, 2, group_of_one(), version)});
    const GroupDescription expected{
        .group_id = "g",
        .state = GroupState::stable,
        .protocol_type = "consumer",
        .protocol_name = "range",
        .generation = 4,
        .leader = "a",
        .members = {{.member_id = "a",
                     .client_id = "c",
                     .client_host = "/h",
                     .session_timeout = milliseconds(200),
                     .rebalance_timeout = milliseconds(version == 0 ? 200 : 300),
                     .metadata = Buffer::copy_of("s"),
                     .assignment = Buffer::copy_of("as")}}};
    EXPECT_EQ(loaded.coordinator.describe("g"), expected) << version;
  }
}

TEST_F(CoordinatorLoading, PassesOverKindsThatItDoesNotKnow) {
  const Record later{.timestamp = 1,
                     .key = Buffer::copy_of(std::string_view("\0\x2a\0\x01g", 5)),
                     .value = Buffer::copy_of("?")};
  const Record consumer_group{.timestamp = 1,
                              .key = Buffer::copy_of(std::string_view("\0\x03\0\x01g", 5)),
                              .value = Buffer::copy_of("?")};
  const BrokerState loaded =
      loaded_from("__consumer_offsets", {later, offset_record(5), consumer_group});
  EXPECT_EQ(offset_in(loaded), 5);
  EXPECT_TRUE(is_coordinator_loaded(loaded, offsets_topic, 0));
}

TEST_F(CoordinatorLoading, ARecordThatMakesNoSenseFailsThePartition) {
  GroupMetadataValue without_leader = group_of_one();
  without_leader.leader = "nobody";
  Record cut = offset_record(5);
  cut.value = cut.value->slice(0, 5);
  Record unknown_version = offset_record(5);
  unknown_version.value = Buffer::copy_of(std::string_view("\0\x09", 2));
  Record without_key = offset_record(5);
  without_key.key.reset();
  for (const Record& nonsense :
       {cut, unknown_version, without_key, record(GroupMetadataKey{"g"}, 2, without_leader, 3)}) {
    const BrokerState loaded = loaded_from("__consumer_offsets", {offset_record(4), nonsense});
    EXPECT_FALSE(is_coordinator_loaded(loaded, offsets_topic, 0));
    EXPECT_EQ(offset_in(loaded), -1);
    EXPECT_EQ(loaded.facts.back().kind, FactKind::coordinator_failed);
    world.delete_topic("__consumer_offsets");
  }
}

TEST_F(CoordinatorLoading, AnIdempotentProducersOffsetWaitsForAMarker) {
  const BrokerState loaded = loaded_from("__consumer_offsets", {offset_record(5)},
                                         {.producer_id = 7, .producer_epoch = 0});
  EXPECT_EQ(offset_in(loaded), -1);
  EXPECT_EQ(loaded.coordinator.groups_in_transaction(7), std::vector<std::string>{"g"});
}

TransactionLogValue in_state(TransactionState state) {
  return {.producer_id = 7,
          .producer_epoch = 3,
          .transaction_timeout_ms = 60'000,
          .transaction_status = static_cast<std::int8_t>(state),
          .transaction_partitions = std::vector<TransactionLogPartitions>{{"t", {0, 1}}},
          .transaction_last_update_timestamp_ms = 1'000,
          .transaction_start_timestamp_ms = 900};
}

TEST_F(CoordinatorLoading, ADecidedTransactionIsCompleted) {
  const BrokerState loaded = loaded_from(
      "__transaction_state",
      {record(TransactionLogKey{"x"}, 0, in_state(TransactionState::prepare_commit), 1)});
  EXPECT_EQ(*loaded.transactions.find("x"),
            (Transaction{.producer = {7, 3},
                         .timeout = seconds(60),
                         .state = TransactionState::complete_commit,
                         .started = Instant::from_unix_ms(900),
                         .updated = Instant::from_unix_ms(now().unix_ms())}));
  for (const std::int32_t partition : {0, 1}) {
    const std::vector<StoredBatch>& batches = loaded.catalog.find("t", partition)->log.batches();
    ASSERT_EQ(batches.size(), 1u);
    EXPECT_EQ(marker_of(batches[0].batch)->type, MarkerType::commit);
  }
}

TEST_F(CoordinatorLoading, AnOpenTransactionThatIsTooOldIsAbortedAtTheNextCheck) {
  BrokerState loaded =
      loaded_from("__transaction_state",
                  {record(TransactionLogKey{"x"}, 0, in_state(TransactionState::ongoing), 0)});
  EXPECT_EQ(loaded.transactions.find("x")->state, TransactionState::ongoing);
  EXPECT_GE(loaded.transactions.next_deadline(), now());
  EXPECT_LE(loaded.transactions.next_deadline(), now() + seconds(10));
  loaded.transactions.advance(loaded.transactions.next_deadline());
  EXPECT_EQ(loaded.transactions.find("x")->state, TransactionState::prepare_abort);
  EXPECT_EQ(loaded.transactions.find("x")->producer.epoch, 4);
}

TEST_F(CoordinatorLoading, OfTransactionsWhatCameBeforeNonsenseIsKept) {
  TransactionLogValue unknown_state = in_state(TransactionState::ongoing);
  unknown_state.transaction_status = 9;
  const BrokerState loaded = loaded_from(
      "__transaction_state",
      {record(TransactionLogKey{"x"}, 0, in_state(TransactionState::complete_abort), 0),
       record(TransactionLogKey{"y"}, 0, unknown_state, 0),
       record(TransactionLogKey{"z"}, 0, in_state(TransactionState::complete_abort), 0)});
  EXPECT_NE(loaded.transactions.find("x"), nullptr);
  EXPECT_EQ(loaded.transactions.find("y"), nullptr);
  EXPECT_EQ(loaded.transactions.find("z"), nullptr);
}

}  // namespace
}  // namespace cohort::broker
