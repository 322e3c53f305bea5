// Producer: which partition a record goes to, and what its batch looks like there.
#include "client/anywhere/anywhere.hpp"
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <map>
#include <set>
#include <stdexcept>

namespace cohort::client {
namespace {

class ProducerPlaces : public Anywhere {
 protected:
  std::int32_t partition_of_key(const std::string& partitioner, const std::string& key) {
    Producer producer = this->producer({{"partitioner", partitioner}});
    return producer.deliver({.topic = topic, .key = Buffer::copy_of(key)}).partition.partition;
  }
  Endpoint leader_of(const TopicPartition& partition);
  /// The header of the partition's first batch, as the broker keeps it.
  BatchHeader first_batch(const TopicPartition& partition);

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic = stage.make_topic("orders", 10);
};

Endpoint ProducerPlaces::leader_of(const TopicPartition& partition) {
  Admin admin = this->admin();
  const auto described = admin.describe_topics({partition.topic});
  const auto& partitions = described.at(partition.topic).value().partitions;
  const std::int32_t leader = partitions.at(static_cast<std::size_t>(partition.partition)).leader;
  const ClusterDescription cluster = admin.describe_cluster();
  for (const BrokerDescription& broker : cluster.brokers) {
    if (broker.node_id == leader) return {.host = broker.host, .port = broker.port};
  }
  throw std::runtime_error("the leader of " + to_string(partition) + " is no broker");
}

BatchHeader ProducerPlaces::first_batch(const TopicPartition& partition) {
  constexpr std::int32_t bytes = 1 << 20;
  RawClient client(leader_of(partition), runtime());
  FetchRequest request{.max_wait_ms = 5000, .min_bytes = 1, .max_bytes = bytes};
  request.topics = {
      {.topic = partition.topic,
       .partitions = {{.partition = partition.partition, .partition_max_bytes = bytes}}}};
  const auto response = client.ask<FetchResponse>(request, 11);
  const auto& fetched = response.responses.at(0).partitions.at(0);
  EXPECT_EQ(fetched.error_code, ErrorCode::none);
  const Buffer records = fetched.records.value().joined();
  constexpr std::size_t length_end = 12;
  std::size_t size = 0;
  for (std::size_t at = 8; at < length_end; ++at) size = size << 8 | records.bytes()[at];
  const BatchView batch = BatchView::of(records.slice(0, length_end + size)).value();
  EXPECT_TRUE(batch.crc_matches());
  return batch.header();
}

TEST_P(ProducerPlaces, EveryCodecIsKeptAndReadBack) {
  const std::vector<Compression> codecs{Compression::none, Compression::gzip, Compression::snappy,
                                        Compression::lz4, Compression::zstd};
  for (std::size_t i = 0; i < codecs.size(); ++i) {
    const auto partition = static_cast<std::int32_t>(i);
    Producer producer =
        this->producer({{"compression.type", std::string(name(codecs[i]))}, {"linger.ms", "5"}});
    for (const std::string& number : numbers(500)) {
      producer.send({.topic = topic, .partition = partition, .value = Buffer::copy_of(number)});
    }
    producer.flush(seconds(10));
    EXPECT_EQ(values(topic, partition), numbers(500)) << name(codecs[i]);
    EXPECT_EQ(first_batch({topic, partition}).compression(), codecs[i]);
  }
}

TEST_P(ProducerPlaces, OnlyIdempotentOnesHaveAProducerId) {
  producer().deliver({.topic = topic, .partition = 0});
  EXPECT_TRUE(first_batch({topic, 0}).has_producer_id());
  producer({{"acks", "1"}}).deliver({.topic = topic, .partition = 1});
  EXPECT_FALSE(first_batch({topic, 1}).has_producer_id());
}

TEST_P(ProducerPlaces, ACertainOneIsTaken) {
  producer().deliver({.topic = topic, .partition = 2, .value = Buffer::copy_of("a")});
  EXPECT_EQ(values(topic, 2), std::vector<std::string>{"a"});
}

TEST_P(ProducerPlaces, AKeyGoesWhereItsHashSays) {
  // murmur2("foobar") as Java's and zlib's CRC-32 of "foobar", each modulo 10.
  const std::int32_t by_murmur2 = (murmur2(Buffer::copy_of("foobar").bytes()) & 0x7fffffff) % 10;
  const auto by_crc32 =
      static_cast<std::int32_t>(client::crc32(Buffer::copy_of("foobar").bytes()) % 10);

  EXPECT_EQ(partition_of_key("murmur2_random", "foobar"), by_murmur2);
  EXPECT_EQ(partition_of_key("murmur2", "foobar"), by_murmur2);
  EXPECT_EQ(partition_of_key("consistent_random", "foobar"), by_crc32);
  EXPECT_EQ(partition_of_key("consistent", "foobar"), by_crc32);
}

TEST_P(ProducerPlaces, RecordsWithoutKeyStickTogetherUntilABatchIsFull) {
  Producer producer = this->producer({{"batch.size", "1000"}, {"linger.ms", "10"}});
  for (int i = 0; i < 40; ++i) {
    producer.send({.topic = topic, .value = Buffer::copy_of(std::string(200, 'x'))});
  }
  producer.flush(seconds(10));

  std::map<DeliveryId, std::int32_t> places;
  for (const Delivery& delivery : producer.take_deliveries()) {
    places.emplace(delivery.id, delivery.partition.partition);
  }
  std::set<std::int32_t> used;
  int changes = 0;
  std::int32_t last = -1;
  for (const auto& [id, partition] : places) {
    used.insert(partition);
    if (partition != last) ++changes;
    last = partition;
  }
  EXPECT_GT(used.size(), 2U);
  EXPECT_LE(changes, 11) << "of forty records, four in a batch";
}

TEST_P(ProducerPlaces, ARuleOfYourOwnIsAskedAndLosesAloneWhatItFailsAt) {
  const auto by_length = [](const RecordToPlace& record) -> std::int32_t {
    if (record.value->empty()) throw std::runtime_error("no place for it");
    return static_cast<std::int32_t>(record.value->size());
  };
  Producer producer = this->producer({}, {.partitioner = by_length});
  const auto place = [&](const std::string& value) {
    return producer.deliver({.topic = topic, .value = Buffer::copy_of(value)}).partition.partition;
  };

  EXPECT_EQ(place("four"), 4);
  EXPECT_EQ(failure_of([&] { place("a seventeenth one"); }).code,
            ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(failure_of([&] { place(""); }).message,
            "the partitioner failed for a record of " + topic + ": no place for it");
  EXPECT_EQ(place("three"), 5);
  EXPECT_EQ(values(topic, 5), std::vector<std::string>{"three"});
  EXPECT_EQ(values(topic, 0), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Anywhere, ProducerPlaces, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
