// Consume, transform, produce: each input's output exactly once, over crashes and rebalances.
#include "recipes/recipe.hpp"

namespace cohort::recipes {
namespace {

class ExactlyOnce : public Recipe {
 protected:
  std::string in = stage.make_topic("orders", 2);
  std::string out = stage.make_topic("bills", 2);

  Producer transactional(const std::string& id) {
    return producer({{"transactional.id", stage.unique(id)}});
  }
  Consumer reader_of_bills(const std::string& isolation) {
    return consumer("bills-by-" + isolation, {{"isolation.level", isolation}});
  }
  /// What somebody reads of the bills from the beginning on.
  std::vector<std::int64_t> bills(const std::string& isolation, std::size_t expected) {
    Consumer reader = reader_of_bills(isolation);
    reader.assign(partitions_of(out, 2));
    return sorted_orders(read(reader, expected));
  }
};

/// Where the next records are to be read from when these are done.
OffsetsToCommit offsets_behind(const std::vector<ConsumerRecord>& records) {
  OffsetsToCommit offsets;
  for (const ConsumerRecord& record : records) {
    offsets[{record.topic, record.partition}] = {.offset = record.offset + 1,
                                                 .leader_epoch = record.leader_epoch};
  }
  return offsets;
}

/// The outputs of these records and the offsets behind them, both or neither.
void process(Consumer& consumer, Producer& producer, const std::vector<ConsumerRecord>& records,
             const std::string& out) {
  producer.begin_transaction();
  try {
    for (const ConsumerRecord& record : records) {
      producer.send({.topic = out, .key = record.key, .value = record.value});
    }
    producer.send_offsets_to_transaction(offsets_behind(records), consumer.membership());
    producer.commit_transaction();
  } catch (const TransactionAbortable&) {
    producer.abort_transaction();
    // Read again what was not committed, if it still is this consumer's.
    for (const auto& [partition, committed] : consumer.committed(consumer.assignment())) {
      if (committed)
        consumer.seek(partition, committed->offset);
      else
        consumer.seek_to_beginning({partition});
    }
  }
}

TEST_P(ExactlyOnce, OutputsAndOffsetsMoveTogether) {
  Producer orders = producer();
  produce_orders(orders, in, 0, 20);

  Consumer consumer = this->consumer("billing");
  consumer.subscribe({in});
  Producer producer = transactional("biller");
  producer.init_transactions();
  std::size_t done = 0;
  while (done < 20) {
    const std::vector<ConsumerRecord> records = consumer.poll(seconds(1));
    if (records.empty()) continue;
    process(consumer, producer, records, out);
    done += records.size();
  }

  EXPECT_EQ(bills("read_committed", 20), numbers(0, 20));
  std::int64_t committed = 0;
  for (const auto& [partition, offset] : consumer.committed(partitions_of(in, 2))) {
    committed += offset ? offset->offset : 0;
  }
  EXPECT_EQ(committed, 20);
}

TEST_P(ExactlyOnce, WhatIsAbortedIsNeverShownAndReadAgain) {
  Producer orders = producer();
  produce_orders(orders, in, 0, 10);

  Consumer consumer = this->consumer("billing");
  consumer.subscribe({in});
  Producer producer = transactional("biller");
  producer.init_transactions();

  const std::vector<ConsumerRecord> records = read(consumer, 10);
  producer.begin_transaction();
  for (const ConsumerRecord& record : records) {
    producer.send({.topic = out, .key = record.key, .value = record.value});
  }
  producer.send_offsets_to_transaction(offsets_behind(records), consumer.membership());
  producer.flush(seconds(10));
  producer.abort_transaction();

  for (const auto& [partition, offset] : consumer.committed(partitions_of(in, 2))) {
    EXPECT_EQ(offset, std::nullopt);
  }
  consumer.seek_to_beginning();
  process(consumer, producer, read(consumer, 10), out);

  EXPECT_EQ(bills("read_committed", 10), numbers(0, 10));
  EXPECT_EQ(bills("read_uncommitted", 20).size(), 20U);
}

TEST_P(ExactlyOnce, SuccessorTakesOverAndFencesThePredecessor) {
  Producer orders = producer();
  produce_orders(orders, in, 0, 4);

  Consumer consumer = this->consumer("billing");
  consumer.subscribe({in});
  Producer first = transactional("biller");
  first.init_transactions();
  const std::vector<ConsumerRecord> records = read(consumer, 4);
  first.begin_transaction();
  for (const ConsumerRecord& record : records) {
    first.send({.topic = out, .key = record.key, .value = record.value});
  }
  first.flush(seconds(10));

  // It is thought to be dead, and another one begins where it did.
  Producer second = transactional("biller");
  second.init_transactions();
  process(consumer, second, records, out);

  try {
    first.commit_transaction();
    FAIL() << "a producer that was fenced has committed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal) << error.what();
  }
  EXPECT_EQ(bills("read_committed", 4), numbers(0, 4));
}

TEST_P(ExactlyOnce, MemberThatHasLostItsPartitionsCannotCommitThem) {
  Producer orders = producer();
  produce_orders(orders, in, 0, 6);

  Consumer slow = this->consumer("billing");
  slow.subscribe({in});
  Producer producer = transactional("slow");
  producer.init_transactions();
  const std::vector<ConsumerRecord> records = read(slow, 6);
  const GroupMembership former = slow.membership();
  slow.close(seconds(10));
  Consumer quick = this->consumer("billing");
  quick.subscribe({in});
  EXPECT_EQ(sorted_orders(read(quick, 6)), numbers(0, 6));

  producer.begin_transaction();
  for (const ConsumerRecord& record : records) {
    producer.send({.topic = out, .key = record.key, .value = record.value});
  }
  EXPECT_THROW(producer.send_offsets_to_transaction(offsets_behind(records), former),
               TransactionAbortable);
  EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
  producer.abort_transaction();

  // It goes on, and the next transaction is as any other.
  producer.begin_transaction();
  producer.send({.topic = out, .value = json_bytes({{"order", 7}})});
  producer.commit_transaction();
  EXPECT_EQ(bills("read_committed", 1), numbers(7, 1));
}

TEST_P(ExactlyOnce, OpenTransactionHoldsReadersBackUntilItEnds) {
  Producer producer = transactional("biller");
  producer.init_transactions();
  Consumer reader = reader_of_bills("read_committed");
  reader.assign(partitions_of(out, 2));

  producer.begin_transaction();
  producer.send({.topic = out, .partition = 0, .value = json_bytes({{"order", 1}})});
  producer.flush(seconds(10));
  Producer plain = this->producer();
  plain.deliver({.topic = out, .partition = 0, .value = json_bytes({{"order", 2}})});
  EXPECT_TRUE(reader.poll(seconds(1)).empty());
  EXPECT_EQ(reader.end_offsets({{out, 0}}),
            (std::map<TopicPartition, std::int64_t>{{{out, 0}, 0}}));

  producer.commit_transaction();
  EXPECT_EQ(sorted_orders(read(reader, 2)), numbers(1, 2));
}

INSTANTIATE_TEST_SUITE_P(Places, ExactlyOnce, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace
}  // namespace cohort::recipes
