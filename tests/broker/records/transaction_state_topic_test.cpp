// What stands in __transaction_state after each step of a transaction.
#include "log/topic_name.hpp"
#include "records_world.hpp"
#include "state.hpp"
#include <cohort/protocol/codec.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

class TransactionStateTopic : public ::testing::Test {
 protected:
  std::vector<TransactionLogValue> values() {
    std::vector<TransactionLogValue> values;
    for (const ReadBatch& batch : world.read("__transaction_state")) {
      EXPECT_EQ(batch.records.size(), 1u);
      EXPECT_EQ(batch.header.producer_id, -1);
      EXPECT_EQ(batch.header.base_sequence, -1);
      EXPECT_EQ(batch.records.at(0).key, encode_versioned(TransactionLogKey{"x"}, 0));
      const auto value = decode_versioned<TransactionLogValue>(*batch.records.at(0).value).value();
      EXPECT_EQ(value.version, 0);
      values.push_back(value.message);
    }
    return values;
  }
  std::int64_t now() { return world.simulation.now().unix_ms(); }

  RecordsWorld world;
};

TEST_F(TransactionStateTopic, IsMadeWithTheFirstTransactionalId) {
  world.init("x");
  const Topic* topic = world.broker().state().catalog.find(transaction_topic);
  ASSERT_NE(topic, nullptr);
  EXPECT_TRUE(topic->is_internal);
  EXPECT_EQ(topic->partitions.size(), 50u);
  // "x" hashes to 120, so to partition 20.
  EXPECT_EQ(world.read("__transaction_state").at(0).partition, 20);
}

TEST_F(TransactionStateTopic, TellsTheStepsOfATransaction) {
  const InitProducerIdResponse producer = world.init("x");
  const std::int64_t made = now();
  world.advance(seconds(1));
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.add_offsets("x", producer, "g"),
            ErrorCode::none);  // It is part of the transaction already: no record.
  const std::int64_t begun = now();
  world.advance(seconds(1));
  EXPECT_EQ(world.end("x", producer, true), ErrorCode::none);

  TransactionLogValue value{.producer_id = producer.producer_id,
                            .producer_epoch = 0,
                            .transaction_timeout_ms = 60'000,
                            .transaction_status = 0,
                            .transaction_last_update_timestamp_ms = made,
                            .transaction_start_timestamp_ms = -1};
  std::vector<TransactionLogValue> expected{value};
  value.transaction_status = 1;
  value.transaction_partitions = std::vector<TransactionLogPartitions>{{"__consumer_offsets", {3}}};
  value.transaction_last_update_timestamp_ms = begun;
  value.transaction_start_timestamp_ms = begun;
  expected.push_back(value);
  value.transaction_status = 2;
  value.transaction_last_update_timestamp_ms = now();
  expected.push_back(value);
  value.transaction_status = 4;
  value.transaction_partitions.emplace();
  expected.push_back(value);
  EXPECT_EQ(values(), expected);
}

TEST_F(TransactionStateTopic, AnAbortAndTheNextProducerAreWritten) {
  const InitProducerIdResponse producer = world.init("x");
  EXPECT_EQ(world.add_offsets("x", producer, "g"), ErrorCode::none);
  EXPECT_EQ(world.init("x").error_code, ErrorCode::concurrent_transactions);
  EXPECT_EQ(world.init("x").producer_epoch, 2);

  std::vector<std::pair<int, int>> states_and_epochs;
  for (const TransactionLogValue& value : values()) {
    states_and_epochs.emplace_back(value.transaction_status, value.producer_epoch);
  }
  EXPECT_EQ(states_and_epochs,
            (std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {3, 1}, {5, 1}, {0, 2}}));
  EXPECT_EQ(values().back().transaction_start_timestamp_ms, -1);
  EXPECT_EQ(values().back().transaction_partitions, std::nullopt);
}

TEST_F(TransactionStateTopic, IdsThatExpireLeaveTombstonesAndThoseOfOnePartitionOneBatch) {
  Config config = RecordsWorld::quick();
  config.log.transaction_topic_partitions = 1;
  RecordsWorld narrow(config);
  narrow.init("x");
  narrow.init("y");
  narrow.advance(hours(24 * 7 + 2));

  const ReadBatch batch = narrow.read("__transaction_state").back();
  ASSERT_EQ(batch.records.size(), 2u);
  EXPECT_EQ(batch.records[0].key, encode_versioned(TransactionLogKey{"x"}, 0));
  EXPECT_EQ(batch.records[0].value, std::nullopt);
  EXPECT_EQ(batch.records[1].key, encode_versioned(TransactionLogKey{"y"}, 0));
  EXPECT_EQ(batch.records[1].value, std::nullopt);
}

}  // namespace
}  // namespace cohort::broker
