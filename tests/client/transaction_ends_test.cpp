// Ends of transactions that somebody could wait for in vain: behind time-outs, records that were
// refused, and from callbacks.
#include "client/producer_world.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

ProducerConfig impatient_config(const ProducerWorld& world) {
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  config.max_block = 5s;
  return config;
}

/// What ended the last transaction of `orders-0`; nothing if it is open.
bool is_last_batch_a_marker(const ProducerWorld& world) {
  const std::vector<BatchView> batches = world.batches();
  return !batches.empty() && batches.back().header().is_control();
}

TEST(TransactionEnds, WhatWasSplitFromARefusedRecordDoesNotHoldTheAbort) {
  twice({.properties = {{"message.max.bytes", "1000"}}}, [](ProducerWorld& world) {
    ProducerConfig config = impatient_config(world);
    config.linger = 5ms;
    Producer producer(config, world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    producer.send(order("a"));
    producer.send(order(std::string(2000, 'x')));
    producer.send(order("b"));
    try {
      producer.commit_transaction();
      FAIL() << "committed without a record";
    } catch (const TransactionAbortable& error) {
      EXPECT_THAT(error.what(), HasSubstr("a record of orders-0 was refused"));
    }
    const Instant before = world.broker.now();
    producer.abort_transaction();
    EXPECT_LT(world.broker.now() - before, 1s);
    EXPECT_EQ(producer.take_deliveries().size(), 3U);
    producer.begin_transaction();
    producer.send(order("c"));
    producer.commit_transaction();
  });
}

TEST(TransactionEnds, RetryBehindARefusedBatchDoesNotHoldTheAbort) {
  ProducerWorld world;
  Producer producer(impatient_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.deliver(order("a"));
  world.at_produce(1, broker::AnswerError{ErrorCode::invalid_record});
  world.at_produce(2, broker::AnswerError{ErrorCode::not_enough_replicas});
  producer.send(order("b"));
  producer.send(order("c"));
  EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
  const Instant before = world.broker.now();
  producer.abort_transaction();
  EXPECT_LT(world.broker.now() - before, 1s);
}

TEST(TransactionEnds, CloseLetsACallGoOnThatTimedOut) {
  for (const bool is_commit : {true, false}) {
    SCOPED_TRACE(is_commit);
    ProducerWorld world;
    Producer producer(impatient_config(world), world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    producer.deliver(order("a"));
    const broker::RuleId rule = world.broker.control().add_rule(
        {.match = {.api = ApiKey::end_txn},
         .action = broker::AnswerError{ErrorCode::coordinator_load_in_progress}});
    if (is_commit) {
      EXPECT_THROW(producer.commit_transaction(), TimedOut);
    } else {
      EXPECT_THROW(producer.abort_transaction(), TimedOut);
    }
    world.broker.control().remove_rule(rule);
    producer.close(10s);
    EXPECT_TRUE(is_last_batch_a_marker(world));
  }
}

TEST(TransactionEnds, CloseAbortsWhatACommitThatTimedOutLeavesBehind) {
  ProducerWorld world;
  Producer producer(impatient_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.deliver(order("a"));
  const broker::RuleId rule =
      world.at_every_produce(broker::AnswerError{ErrorCode::not_enough_replicas});
  producer.send(order("b"));
  EXPECT_THROW(producer.commit_transaction(), TimedOut);
  world.broker.control().remove_rule(rule);
  world.at_every_produce(broker::AnswerError{ErrorCode::invalid_record});
  producer.close(10s);
  EXPECT_EQ(world.batches().size(), 2U);
  EXPECT_TRUE(is_last_batch_a_marker(world));
}

TEST(TransactionEnds, RecordWithoutANumberCostsNoProducerOfAnOldBroker) {
  ProducerWorld world({.release = broker::Release::kafka_2_4});
  Producer producer(impatient_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.send(order("a"));
  EXPECT_THROW(producer.send(order(std::string(2'000'000, 'x'))), Error);
  EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
  producer.abort_transaction();
  producer.begin_transaction();
  producer.send(order("b"));
  producer.commit_transaction();
  EXPECT_TRUE(is_last_batch_a_marker(world));
}

TEST(TransactionEnds, CallbackOfTheCommitSendsOutsideOfTheTransaction) {
  ProducerWorld world;
  Producer producer(impatient_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  std::string told = "nothing";
  producer.send(order("a"), [&](const Delivery&) {
    try {
      producer.send(order("b"));
    } catch (const std::logic_error& error) {
      told = error.what();
    }
  });
  producer.commit_transaction();
  EXPECT_THAT(told, HasSubstr("no transaction is open"));
}

TEST(TransactionEnds, ProducerThatCantGoOnSaysSoWhenItIsToSend) {
  ProducerWorld world;
  Producer producer(impatient_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.send(order("a"));
  world.broker.control().add_rule(
      {.match = {.api = ApiKey::end_txn}, .times = 1, .action = broker::Fence{}});
  EXPECT_THROW(producer.commit_transaction(), Error);
  try {
    producer.deliver(order("b"));
    FAIL() << "delivered";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal);
  }
}

}  // namespace
}  // namespace cohort::client
