// Which partition a record goes to.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

std::int32_t partition_of_key(PartitionerKind kind, const std::string& key) {
  ProducerWorld world({.partitions = 10});
  ProducerConfig config = world.config();
  config.partitioner = kind;
  Producer producer(config, world.runtime);
  ProducerRecord record = order("x");
  record.key = Buffer::copy_of(key);
  return producer.deliver(record).partition.partition;
}

TEST(ProducerPartitions, ACertainOneIsTaken) {
  ProducerWorld world({.partitions = 3});
  Producer producer(world.config(), world.runtime);

  producer.deliver(order("a", 2));

  EXPECT_EQ(world.values(2), std::vector<std::string>{"a"});
}

TEST(ProducerPartitions, AKeyGoesWhereItsHashSays) {
  // murmur2("foobar") as Java's and zlib's CRC-32 of "foobar", each modulo 10.
  const std::int32_t by_murmur2 = (murmur2(Buffer::copy_of("foobar").bytes()) & 0x7fffffff) % 10;
  const auto by_crc32 =
      static_cast<std::int32_t>(client::crc32(Buffer::copy_of("foobar").bytes()) % 10);

  EXPECT_EQ(partition_of_key(PartitionerKind::murmur2_random, "foobar"), by_murmur2);
  EXPECT_EQ(partition_of_key(PartitionerKind::murmur2, "foobar"), by_murmur2);
  EXPECT_EQ(partition_of_key(PartitionerKind::consistent_random, "foobar"), by_crc32);
  EXPECT_EQ(partition_of_key(PartitionerKind::consistent, "foobar"), by_crc32);
}

TEST(ProducerPartitions, RecordsWithoutKeyStickTogetherUntilABatchIsFull) {
  ProducerWorld world({.partitions = 10});
  ProducerConfig config = world.config();
  config.batch_size = 1000;
  config.linger = 10ms;
  Producer producer(config, world.runtime);

  for (int i = 0; i < 40; ++i) producer.send(order(std::string(200, 'x')));
  producer.flush(10s);

  std::set<std::int32_t> used;
  int changes = 0;
  std::int32_t last = -1;
  std::map<DeliveryId, std::int32_t> places;
  for (const Delivery& delivery : producer.take_deliveries()) {
    places.emplace(delivery.id, delivery.partition.partition);
  }
  for (const auto& [id, partition] : places) {
    used.insert(partition);
    if (partition != last) ++changes;
    last = partition;
  }
  EXPECT_GT(used.size(), 2U);
  EXPECT_LE(changes, 11) << "of forty records, four in a batch";
}

TEST(ProducerPartitions, ARuleOfYourOwnIsAsked) {
  ProducerWorld world({.partitions = 3});
  const auto by_length = [](const RecordToPlace& record) {
    return static_cast<std::int32_t>(record.value->size()) % record.partition_count;
  };
  Producer producer(world.config(), world.runtime, {.partitioner = by_length});

  EXPECT_EQ(producer.deliver(order("four")).partition.partition, 1);
  EXPECT_EQ(producer.deliver(order("three")).partition.partition, 2);
}

TEST(ProducerPartitions, ARuleThatFailsLosesItsRecordAlone) {
  ProducerWorld world({.partitions = 3});
  const auto fails_at_once = [](const RecordToPlace& record) -> std::int32_t {
    if (record.value->front() == 'b') throw std::runtime_error("no place for it");
    return record.value->front() == 'f' ? 17 : 0;
  };
  Producer producer(world.config(), world.runtime, {.partitioner = fails_at_once});

  producer.send(order("good"));
  EXPECT_THROW(producer.deliver(order("far")), Error);
  try {
    producer.deliver(order("bad"));
    FAIL() << "it was delivered";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the partitioner failed for a record of orders: no place for it");
  }
  producer.flush(1s);

  EXPECT_EQ(world.values(), std::vector<std::string>{"good"});
}

TEST(ProducerPartitions, OneThatIsNotThereIsWaitedFor) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.max_block = 2s;
  Producer producer(config, world.runtime);
  producer.deliver(order("a", 0));
  const Instant start = world.broker.now();

  try {
    producer.send(order("b", 1));
    FAIL() << "it was taken";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(),
                 "partition orders-1 was not found within 2000 ms: waited for metadata of topic "
                 "orders (it has 1 partition); connected to broker 1 at broker:9092");
  }
  EXPECT_EQ(world.broker.now(), start + 2s);

  world.broker.control().grow_topic("orders", 2);
  producer.deliver(order("b", 1));
  EXPECT_EQ(world.values(1), std::vector<std::string>{"b"});
}

TEST(ProducerPartitions, ATopicThatIsNotThereIsWaitedFor) {
  ProducerWorld world({.properties = {{"auto.create.topics.enable", "false"}}});
  ProducerConfig config = world.config();
  config.max_block = 2s;
  Producer producer(config, world.runtime);

  try {
    producer.send({.topic = "none"});
    FAIL() << "it was taken";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(),
                 "topic none was not found within 2000 ms: waited for metadata of topic none "
                 "(UNKNOWN_TOPIC_OR_PARTITION); connected to broker 1 at broker:9092");
  }
}

TEST(ProducerPartitions, ATopicThatCantBeIsNotWaitedFor) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  const Instant start = world.broker.now();

  try {
    producer.send({.topic = "no such / name"});
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_topic_exception);
  }
  EXPECT_LT(world.broker.now(), start + 1s);
}

}  // namespace
}  // namespace cohort::client
