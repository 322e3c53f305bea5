// Producer: what is sent is read back as it was sent, and its sender hears of it.
#include "client/anywhere/anywhere.hpp"

#include <stdexcept>

namespace cohort::client {
namespace {

class ProducerCalls : public Anywhere {
 protected:
  ProducerRecord order(const std::string& value) const {
    return {.topic = topic, .value = Buffer::copy_of(value)};
  }
  void send_numbers(Producer& producer, int count) const {
    for (const std::string& number : numbers(count)) producer.send(order(number));
  }
  /// Kafka's timestamps are whole milliseconds; records of long ago may be deleted any time.
  Instant a_minute_ago() { return Instant::from_unix_ms(runtime().now().unix_ms() - 60'000); }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic = stage.make_topic("orders", 1);
};

TEST_P(ProducerCalls, DeliveriesTellWhereEachRecordIs) {
  Producer producer = this->producer();
  ProducerRecord first = order("a");
  first.timestamp = a_minute_ago();
  first.tag = 17;

  const DeliveryId a = producer.send(first);
  const Instant before = runtime().now();
  const DeliveryId b = producer.send(order("b"));
  producer.flush(seconds(10));
  const Instant behind = runtime().now();

  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 2U);
  const Delivery of_a{.id = a,
                      .partition = {topic, 0},
                      .offset = 0,
                      .timestamp = first.timestamp.value(),
                      .tag = 17};
  const Instant sent_at = deliveries[1].timestamp;
  const Delivery of_b{.id = b, .partition = {topic, 0}, .offset = 1, .timestamp = sent_at};
  EXPECT_EQ(deliveries, (std::vector{of_a, of_b}));
  EXPECT_GE(sent_at.unix_ms(), before.unix_ms());
  EXPECT_LE(sent_at.unix_ms(), behind.unix_ms());
  if (stage.is_virtual()) {
    EXPECT_EQ(sent_at.unix_ms(), before.unix_ms());
  }
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
  EXPECT_EQ(producer.unfinished(), 0U);
}

TEST_P(ProducerCalls, NullEmptyAndHeadersStayWhatTheyAre) {
  const Instant start = a_minute_ago();
  const std::vector<ProducerRecord> sent = {
      {.topic = topic, .timestamp = start},
      {.topic = topic,
       .key = Buffer::copy_of(""),
       .value = Buffer::copy_of(""),
       .timestamp = start + seconds(1)},
      {.topic = topic,
       .key = Buffer::copy_of("k"),
       .value = Buffer::copy_of("v"),
       .headers = {{.key = "none", .value = std::nullopt},
                   {.key = "", .value = Buffer::copy_of("")},
                   {.key = "some", .value = Buffer::copy_of("x")}},
       .timestamp = start + seconds(2)}};
  Producer producer = this->producer();
  for (const ProducerRecord& record : sent) producer.send(record);
  producer.flush(seconds(10));

  const std::vector<ConsumerRecord> read = records(topic);
  ASSERT_EQ(read.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(read[i], (ConsumerRecord{.topic = topic,
                                       .offset = static_cast<std::int64_t>(i),
                                       .timestamp = sent[i].timestamp->unix_ms(),
                                       .leader_epoch = read[i].leader_epoch,
                                       .key = sent[i].key,
                                       .value = sent[i].value,
                                       .headers = sent[i].headers}));
  }
}

TEST_P(ProducerCalls, LeaderAloneMayAcknowledge) {
  Producer producer = this->producer({{"acks", "1"}});
  send_numbers(producer, 10);
  producer.flush(seconds(10));
  EXPECT_EQ(producer.take_deliveries().back().offset, 9);
  EXPECT_TRUE(stage.wait_until([&] { return values(topic) == numbers(10); }));
}

TEST_P(ProducerCalls, WithoutAcknowledgementsNobodyTellsTheOffset) {
  producer().deliver(order("the leader is there"));
  Producer producer = this->producer({{"acks", "0"}});
  send_numbers(producer, 10);
  producer.flush(seconds(10));

  EXPECT_TRUE(stage.wait_until([&] { return values(topic).size() == 11; }));
  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 10U);
  EXPECT_EQ(deliveries.back().offset, -1);
  EXPECT_TRUE(deliveries.back().is_delivered());
}

TEST_P(ProducerCalls, DeliveryHasTheTimeOfAppendWhereTheLogHasIt) {
  const std::string stamped =
      stage.make_topic("stamped", 1, {{"message.timestamp.type", "LogAppendTime"}});
  const Instant sent_at = a_minute_ago();
  const Delivery delivery = producer().deliver({.topic = stamped, .timestamp = sent_at});
  const ConsumerRecord read = records(stamped).at(0);
  EXPECT_NE(delivery.timestamp, sent_at);
  EXPECT_EQ(delivery.timestamp.unix_ms(), read.timestamp);
  EXPECT_EQ(read.timestamp_type, TimestampType::log_append_time);
}

TEST_P(ProducerCalls, CallbacksAreCalledFromWithinPollInOrder) {
  Producer producer = this->producer();
  std::vector<std::int64_t> offsets;
  const auto note = [&](const Delivery& delivery) { offsets.push_back(delivery.offset); };
  producer.send(order("a"), note);
  producer.send(order("b"), note);
  EXPECT_TRUE(stage.wait_until([&] { return values(topic).size() == 2; }));
  EXPECT_EQ(offsets, std::vector<std::int64_t>{});

  std::size_t told = 0;
  stage.wait_until([&] { return (told += producer.poll()) == 2; });
  EXPECT_EQ(told, 2U);
  EXPECT_EQ(offsets, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(producer.poll(milliseconds(50)), 0U);
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
}

TEST_P(ProducerCalls, CallbackMaySend) {
  Producer producer = this->producer();
  producer.send(order("a"), [&](const Delivery&) { producer.send(order("b")); });
  producer.flush(seconds(10));
  producer.flush(seconds(10));
  EXPECT_EQ(values(topic), (std::vector<std::string>{"a", "b"}));
}

TEST_P(ProducerCalls, WhatACallbackThrowsComesOutAndTheOthersAreCalledNextTime) {
  Producer producer = this->producer();
  int called = 0;
  producer.send(order("a"), [](const Delivery&) { throw std::runtime_error("no"); });
  producer.send(order("b"), [&](const Delivery&) { ++called; });
  EXPECT_THROW(producer.flush(seconds(10)), std::runtime_error);
  EXPECT_EQ(called, 0);
  producer.poll(seconds(10));
  EXPECT_EQ(called, 1);
}

TEST_P(ProducerCalls, WhoNeverTakesDeliveriesKeepsNone) {
  Producer producer = this->producer({}, {.keeps_deliveries = false});
  int called = 0;
  send_numbers(producer, 10);
  producer.send(order("10"), [&](const Delivery& delivery) {
    ++called;
    EXPECT_EQ(delivery.offset, 10);
  });
  producer.flush(seconds(10));
  EXPECT_EQ(called, 1);
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
}

TEST_P(ProducerCalls, PartitionsAreToldOfAsTheAdminTells) {
  const std::string wide = stage.make_topic("wide", 3);
  Producer producer = this->producer({{"metadata.max.age.ms", "500"}});
  EXPECT_TRUE(stage.wait_until([&] {
    const auto described = admin().describe_topics({wide});
    return producer.partitions_for(wide) == described.at(wide).value().partitions;
  }));
  EXPECT_EQ(producer.partitions_for(wide).size(), 3U);
}

TEST_P(ProducerCalls, ClosingSendsWhatIsLeft) {
  Producer producer =
      this->producer({{"linger.ms", "3600000"}, {"delivery.timeout.ms", "7200000"}});
  send_numbers(producer, 10);
  producer.close(seconds(10));
  producer.close(seconds(10));
  EXPECT_EQ(values(topic), numbers(10));
  EXPECT_EQ(producer.take_deliveries().size(), 10U);
  EXPECT_EQ(failure_of([&] { producer.send(order("late")); }).kind, FailureKind::closed);
}

TEST_P(ProducerCalls, RecordThatTheTopicFindsTooLargeFailsAlone) {
  const std::string small = stage.make_topic("small", 1, {{"max.message.bytes", "600"}});
  Producer producer = this->producer({{"linger.ms", "10"}});
  producer.send({.topic = small, .value = Buffer::copy_of("before")});
  const DeliveryId large =
      producer.send({.topic = small, .value = Buffer::copy_of(std::string(700, 'x'))});
  producer.send({.topic = small, .value = Buffer::copy_of("behind")});
  producer.flush(seconds(10));

  EXPECT_EQ(values(small), (std::vector<std::string>{"before", "behind"}));
  const std::vector<Delivery> deliveries = producer.take_deliveries();
  EXPECT_EQ(deliveries.size(), 3U);
  for (const Delivery& delivery : deliveries) {
    EXPECT_EQ(delivery.is_delivered(), delivery.id != large);
    if (!delivery.failure) continue;
    EXPECT_EQ(delivery.failure->code, ErrorCode::message_too_large);
  }
}

TEST_P(ProducerCalls, WhatCantBeIsTold) {
  Producer producer = this->producer();
  ProducerRecord nowhere = order("a");
  nowhere.partition = -1;
  ProducerRecord before_1970 = order("a");
  before_1970.timestamp = Instant::from_unix_ms(-1);
  ProducerConfig nameless = producer_config(stage.settings());
  nameless.transactional_id = "";
  EXPECT_THROW(producer.send(nowhere), std::invalid_argument);
  EXPECT_THROW(producer.send(before_1970), std::invalid_argument);
  EXPECT_THROW(Producer(nameless, runtime()), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(Anywhere, ProducerCalls, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
