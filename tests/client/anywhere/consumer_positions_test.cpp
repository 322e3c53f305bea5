// Consumer: places in the log, looked up, sought and left out; and records of types.
#include "client/anywhere/anywhere.hpp"
#include <cohort/client/typed_consumer.hpp>
#include <cohort/client/typed_producer.hpp>

#include <map>

namespace cohort::client {
namespace {

/// Ten records in partition 0 of two, each a second later than the one before, the first of them a
/// minute ago.
class ConsumerPositions : public Anywhere {
 protected:
  ConsumerPositions() {
    Producer producer = this->producer();
    for (int i = 0; i < 10; ++i) {
      producer.send({.topic = topic,
                     .partition = 0,
                     .value = Buffer::copy_of(std::to_string(i)),
                     .timestamp = start + seconds(i)});
    }
    producer.flush(seconds(10));
  }

  // NOLINTBEGIN(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  Instant start = Instant::from_unix_ms(runtime().now().unix_ms() - 60'000);
  std::string topic = stage.make_topic("orders", 2);
  TopicPartition first{topic, 0};
  TopicPartition second{topic, 1};
  // NOLINTEND(cppcoreguidelines-non-private-member-variables-in-classes)
};

TEST_P(ConsumerPositions, AreSoughtByOffsetPlaceAndTime) {
  Consumer reader = this->reader();
  reader.assign({first, second});
  reader.seek_to_beginning({first, second});
  EXPECT_EQ(reader.position(first), 0);
  reader.seek_to_end({first, second});
  EXPECT_EQ(reader.position(first), 10);
  EXPECT_EQ(reader.position(second), 0);
  reader.seek_to_time({first}, start + milliseconds(3500));
  EXPECT_EQ(reader.position(first), 4);
  reader.seek_to_time({first}, start + seconds(10));
  EXPECT_EQ(reader.position(first), 10);
  reader.seek(first, 7);
  EXPECT_EQ(reader.position(first, seconds(10)), 7);
  EXPECT_EQ(take(reader, 3).front().offset, 7);
  EXPECT_EQ(reader.position(first), 10);
}

TEST_P(ConsumerPositions, BeginWhereTheGroupHasCommitted) {
  Consumer before = consumer("billing");
  before.commit(OffsetsToCommit{{first, {.offset = 6}}});
  Consumer reader = consumer("billing");
  reader.assign({first});
  EXPECT_EQ(reader.position(first), 6);
}

TEST_P(ConsumerPositions, AreLookedUpByTimeAndByPlace) {
  Consumer reader = this->reader();
  const auto found = reader.offsets_for_times({{first, start + milliseconds(1)}, {second, start}});
  ASSERT_EQ(found.size(), 1U) << "nothing is in the other partition";
  EXPECT_EQ(found.at(first).offset, 1);
  EXPECT_EQ(found.at(first).timestamp, (start + seconds(1)).unix_ms());
  using Offsets = std::map<TopicPartition, std::int64_t>;
  EXPECT_EQ(reader.beginning_offsets({first, second}), (Offsets{{first, 0}, {second, 0}}));
  EXPECT_EQ(reader.end_offsets({first, second}), (Offsets{{first, 10}, {second, 0}}));
}

TEST_P(ConsumerPositions, LagIsKnownOnceItReads) {
  Consumer reader = this->reader();
  reader.assign({first});
  EXPECT_EQ(reader.current_lag(first), std::nullopt);
  reader.seek(first, 2);
  const std::size_t taken = take(reader, 1).size();
  EXPECT_EQ(reader.current_lag(first), 8 - static_cast<std::int64_t>(taken));
}

TEST_P(ConsumerPositions, OfPausedPartitionsStay) {
  Consumer reader = this->reader();
  reader.assign({first, second});
  reader.seek_to_beginning({first, second});
  reader.pause({first});
  EXPECT_EQ(reader.paused(), PartitionSet{first});
  producer().deliver({.topic = topic, .partition = 1, .value = Buffer::copy_of("other")});
  for (const ConsumerRecord& record : take(reader, 1)) EXPECT_EQ(record.partition, 1);
  EXPECT_EQ(reader.position(first), 0);
  reader.resume({first});
  EXPECT_EQ(reader.paused(), PartitionSet{});
  EXPECT_EQ(take(reader, 10).size(), 10U);
}

TEST_P(ConsumerPositions, PartitionsOfATopicAreTold) {
  EXPECT_EQ(reader().partitions_for(topic), (PartitionSet{first, second}));
}

TEST_P(ConsumerPositions, RecordsHaveTheirTypes) {
  const std::string payments = stage.make_topic("payments", 1);
  Producer producer = this->producer();
  TypedProducer<std::string, std::int64_t> typed(producer, string_serde().serializer,
                                                 int64_serde().serializer);
  typed.send({.topic = payments, .key = "a", .value = 1});
  typed.deliver({.topic = payments});
  producer.deliver({.topic = payments, .value = Buffer::copy_of("no number")});

  TypedConsumer<std::optional<std::string>, std::optional<std::int64_t>> reader(
      consumer("billing"), nullable(string_serde()).deserializer,
      nullable(int64_serde()).deserializer);
  reader->assign({{payments, 0}});
  std::vector<decltype(reader)::Record> records;
  stage.wait_until([&] {
    for (auto& record : reader.poll(milliseconds(500))) records.push_back(std::move(record));
    return records.size() >= 3;
  });
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].raw().value, Buffer::copy_of(std::string_view("\0\0\0\0\0\0\0\1", 8)));
  EXPECT_EQ(records[0].key(), "a");
  EXPECT_EQ(records[0].value(), 1);
  EXPECT_EQ(records[1].raw().key, std::nullopt);
  EXPECT_EQ(records[1].value(), std::nullopt);
  EXPECT_EQ(failure_of([&] { records[2].value(); }).kind, FailureKind::bad_record);
  reader.commit(records[1]);
  EXPECT_EQ(committed("billing", {payments, 0}), 2);
}

INSTANTIATE_TEST_SUITE_P(Anywhere, ConsumerPositions, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
