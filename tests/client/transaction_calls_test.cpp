// The calls of a transactional producer: their order, what they wait for, and what readers see.
#include "client/producer_world.hpp"
#include <cohort/client/consumer.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ProducerConfig transactional_config(const ProducerWorld& world) {
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  return config;
}

/// What a read_committed consumer reads of a partition.
std::vector<std::string> committed_values(ProducerWorld& world, std::int32_t partition = 0) {
  Consumer reader(consumer_config({{"bootstrap.servers", world.broker.bootstrap_servers()},
                                   {"auto.offset.reset", "earliest"},
                                   {"isolation.level", "read_committed"}}),
                  world.runtime);
  reader.assign({{ProducerWorld::topic, partition}});
  std::vector<std::string> values;
  for (const ConsumerRecord& record : reader.poll(500ms)) {
    values.emplace_back(record.value->text());
  }
  return values;
}

template <class Call>
std::string misuse_of(Call call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(TransactionCalls, CommittedRecordsAreSeen) {
  twice([](ProducerWorld& world) {
    Producer producer(transactional_config(world), world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    send_numbers(producer, 3);
    producer.commit_transaction();
    EXPECT_THAT(committed_values(world), ElementsAre("0", "1", "2"));
    EXPECT_EQ(producer.take_deliveries().size(), 3U);
  });
}

TEST(TransactionCalls, AbortedRecordsAreNotSeenAndTheNextTransactionIs) {
  twice([](ProducerWorld& world) {
    Producer producer(transactional_config(world), world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    send_numbers(producer, 3);
    producer.flush(1s);
    producer.abort_transaction();
    producer.begin_transaction();
    producer.send(order("later"));
    producer.commit_transaction();
    EXPECT_THAT(committed_values(world), ElementsAre("later"));
    EXPECT_EQ(world.records().size(), 6U) << "three records, a marker, one record, a marker";
  });
}

TEST(TransactionCalls, AbortDropsWhatHasNotLeft) {
  ProducerWorld world;
  ProducerConfig config = transactional_config(world);
  config.linger = 10s;
  Producer producer(config, world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  send_numbers(producer, 2);
  producer.abort_transaction();
  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 2U);
  EXPECT_EQ(deliveries[0].failure->kind, FailureKind::canceled);
  EXPECT_EQ(deliveries[0].failure->message, "the transaction was aborted");
  EXPECT_LT(deliveries[0].id, deliveries[1].id);
  ASSERT_EQ(world.batches().size(), 1U);
  EXPECT_TRUE(world.batches()[0].header().is_control());
}

TEST(TransactionCalls, BatchesSayThatTheyAreTransactional) {
  ProducerWorld world;
  Producer producer(transactional_config(world), world.runtime);
  producer.init_transactions();
  for (int i = 0; i < 2; ++i) {
    producer.begin_transaction();
    producer.send(order("x"));
    producer.commit_transaction();
  }
  const std::vector<BatchView> batches = world.batches();
  ASSERT_EQ(batches.size(), 4U);
  EXPECT_TRUE(batches[0].header().is_transactional());
  EXPECT_TRUE(batches[1].header().is_control());
  EXPECT_EQ(batches[0].header().base_sequence, 0);
  EXPECT_EQ(batches[2].header().base_sequence, 1) << "numbers go on over transactions";
  EXPECT_EQ(batches[2].header().producer_epoch, batches[0].header().producer_epoch);
}

TEST(TransactionCalls, EmptyTransactionsAskNobody) {
  ProducerWorld world;
  Producer producer(transactional_config(world), world.runtime);
  producer.init_transactions();
  const broker::RuleId ends = world.broker.control().add_rule({.match = {.api = ApiKey::end_txn}});
  producer.begin_transaction();
  producer.commit_transaction();
  producer.begin_transaction();
  producer.abort_transaction();
  producer.begin_transaction();
  producer.send_offsets_to_transaction({}, {.group_id = "readers"});
  producer.commit_transaction();
  EXPECT_EQ(world.seen(ends), 0U);
}

TEST(TransactionCalls, RecordsOfSeveralPartitionsEndTogether) {
  twice({.brokers = 3, .partitions = 6}, [](ProducerWorld& world) {
    Producer producer(transactional_config(world), world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    for (std::int32_t i = 0; i < 6; ++i) producer.send(order("a", i));
    producer.abort_transaction();
    producer.begin_transaction();
    for (std::int32_t i = 0; i < 6; ++i) producer.send(order("b", i));
    producer.commit_transaction();
    for (std::int32_t i = 0; i < 6; ++i) {
      EXPECT_THAT(committed_values(world, i), ElementsAre("b")) << i;
    }
  });
}

TEST(TransactionCalls, CallsOutOfOrderAreToldSo) {
  ProducerWorld world;
  Producer producer(transactional_config(world), world.runtime);
  const OffsetsToCommit offsets{{{ProducerWorld::topic, 0}, {.offset = 1}}};
  EXPECT_EQ(misuse_of([&] { producer.begin_transaction(); }),
            "begin_transaction: init_transactions() comes first");
  EXPECT_EQ(misuse_of([&] { producer.commit_transaction(); }),
            "commit_transaction: init_transactions() comes first");
  EXPECT_THAT(misuse_of([&] { producer.send(order("x")); }), HasSubstr("no transaction is open"));
  producer.init_transactions();
  EXPECT_THAT(misuse_of([&] { producer.init_transactions(); }), HasSubstr("is for once"));
  EXPECT_THAT(misuse_of([&] { producer.commit_transaction(); }),
              HasSubstr("no transaction is open"));
  EXPECT_THAT(misuse_of([&] { producer.abort_transaction(); }),
              HasSubstr("no transaction is open"));
  EXPECT_THAT(misuse_of([&] { producer.send_offsets_to_transaction(offsets, {.group_id = "g"}); }),
              HasSubstr("no transaction is open"));
  producer.begin_transaction();
  EXPECT_THAT(misuse_of([&] { producer.begin_transaction(); }), HasSubstr("open already"));
  EXPECT_THAT(misuse_of([&] { producer.send_offsets_to_transaction(offsets, {}); }),
              HasSubstr("names no group"));
  producer.commit_transaction();
  EXPECT_THAT(misuse_of([&] { producer.send(order("x")); }), HasSubstr("no transaction is open"));

  Producer plain(world.config(), world.runtime);
  EXPECT_EQ(misuse_of([&] { plain.init_transactions(); }),
            "init_transactions: the producer has no transactional.id");
  EXPECT_EQ(misuse_of([&] { plain.begin_transaction(); }),
            "begin_transaction: the producer has no transactional.id");
}

TEST(TransactionCalls, CallThatTimedOutGoesOnWhenItIsMadeAgain) {
  twice([](ProducerWorld& world) {
    ProducerConfig config = transactional_config(world);
    config.max_block = 1s;
    Producer producer(config, world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    producer.send(order("x"));
    const broker::RuleId held = world.broker.control().add_rule(
        {.match = {.api = ApiKey::end_txn}, .times = 1, .action = broker::Hold{}});
    try {
      producer.commit_transaction();
      FAIL() << "committed without the coordinator";
    } catch (const TimedOut& error) {
      EXPECT_THAT(error.what(), HasSubstr("waited for the answer to EndTxn from broker 1"));
    }
    EXPECT_THAT(misuse_of([&] { producer.abort_transaction(); }),
                HasSubstr("commit_transaction() has not ended"));
    EXPECT_THAT(misuse_of([&] { producer.begin_transaction(); }),
                HasSubstr("commit_transaction() has not ended"));
    world.broker.control().remove_rule(held);
    producer.commit_transaction();
    EXPECT_THAT(committed_values(world), ElementsAre("x"));
    producer.begin_transaction();
    producer.abort_transaction();
  });
}

TEST(TransactionCalls, CloseAbortsWhatIsOpen) {
  ProducerWorld world;
  {
    Producer producer(transactional_config(world), world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    producer.send(order("x"));
    producer.close(5s);
  }
  EXPECT_THAT(committed_values(world), IsEmpty());
  ASSERT_EQ(world.batches().size(), 2U);
  EXPECT_TRUE(world.batches()[1].header().is_control());
}

TEST(TransactionCalls, ProducerThatGoesLeavesItsTransactionToTheTimeout) {
  ProducerWorld world;
  ProducerConfig config = transactional_config(world);
  config.transaction_timeout = 20s;
  {
    Producer producer(config, world.runtime);
    producer.init_transactions();
    producer.begin_transaction();
    producer.deliver(order("x"));
  }
  EXPECT_EQ(world.batches().size(), 1U);
  world.broker.advance(40s);
  EXPECT_EQ(world.batches().size(), 2U);
  EXPECT_THAT(committed_values(world), IsEmpty());
}

TEST(TransactionCalls, CallbacksAreCalledByTheCommit) {
  ProducerWorld world;
  Producer producer(transactional_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  int delivered = 0;
  producer.send(order("x"), [&](const Delivery& delivery) {
    EXPECT_TRUE(delivery.is_delivered());
    ++delivered;
  });
  producer.commit_transaction();
  EXPECT_EQ(delivered, 1);
}

TEST(TransactionCalls, LingeringRecordsAreCommittedWithoutWaiting) {
  ProducerWorld world;
  ProducerConfig config = transactional_config(world);
  config.linger = 10s;
  Producer producer(config, world.runtime);
  producer.init_transactions();
  const Instant before = world.broker.now();
  producer.begin_transaction();
  producer.send(order("x"));
  producer.commit_transaction();
  EXPECT_LT(world.broker.now() - before, 1s);
  EXPECT_THAT(committed_values(world), ElementsAre("x"));
}

TEST(TransactionCalls, NothingIsSentOnceACallHasSaidThatItMustBeAborted) {
  ProducerWorld world;
  Producer producer(transactional_config(world), world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  world.at_produce(1, broker::AnswerError{ErrorCode::invalid_record});
  EXPECT_THROW(producer.deliver(order("x")), TransactionAbortable);
  EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
  EXPECT_THROW(producer.send(order("y")), TransactionAbortable);
  EXPECT_THROW(producer.deliver(order("y")), TransactionAbortable);
  producer.abort_transaction();
  EXPECT_THROW(producer.send(order("y")), std::logic_error);
  producer.begin_transaction();
  producer.deliver(order("z"));
  producer.commit_transaction();
  EXPECT_THAT(committed_values(world), ElementsAre("z"));
}

TEST(TransactionCalls, AnUnknownTopicLeavesTheTransactionAbortable) {
  ProducerWorld world({.properties = {{"auto.create.topics.enable", "false"}}});
  ProducerConfig config = transactional_config(world);
  config.max_block = 2s;
  Producer producer(config, world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.send(order("x"));
  EXPECT_THROW(producer.send({.topic = "nowhere", .value = Buffer::copy_of("y")}), TimedOut);
  EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
  producer.abort_transaction();
  producer.begin_transaction();
  producer.send(order("z"));
  producer.commit_transaction();
  EXPECT_THAT(committed_values(world), ElementsAre("z"));
}

}  // namespace
}  // namespace cohort::client
