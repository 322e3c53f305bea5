// Consumer: what its calls promise of time, and under faults, in virtual time.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/runtime.hpp>

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class ConsumerTest : public ::testing::Test {
 protected:
  ConsumerTest() : broker_({.topics = {{.name = "orders", .partitions = 2}}}) {}

  Consumer consumer(Properties more = {}) {
    more.emplace("bootstrap.servers", broker_.bootstrap_servers());
    more.emplace("group.id", "billing");
    more.emplace("auto.offset.reset", "earliest");
    more.emplace("enable.auto.commit", "false");
    return {consumer_config(more), runtime_};
  }
  void append(int count, std::int32_t partition = 0) {
    for (int i = 0; i < count; ++i) {
      broker_.control().append("orders", partition, {{.value = Buffer::copy_of("value")}});
    }
  }
  static std::size_t drain(Consumer& consumer, std::size_t count) {
    std::size_t read = 0;
    for (int turn = 0; turn < 50 && read < count; ++turn) read += consumer.poll(seconds(1)).size();
    return read;
  }
  std::int64_t committed(std::int32_t partition = 0) {
    const auto group = broker_.control().group("billing");
    if (!group) return -1;
    for (const broker::OffsetView& offset : group->offsets) {
      if (offset.partition == partition) return offset.committed;
    }
    return -1;
  }

  broker::VirtualBroker broker_;
  VirtualRuntime runtime_{broker_.world()};
};

TEST_F(ConsumerTest, PollWithoutNewsTakesItsTimeout) {
  Consumer reader = consumer();
  reader.subscribe({"orders"});
  const Instant start = broker_.now();
  EXPECT_TRUE(reader.poll(seconds(2)).empty());
  EXPECT_EQ(broker_.now() - start, seconds(2));
}

TEST_F(ConsumerTest, RecordWakesAPollThatWaits) {
  Consumer reader = consumer();
  reader.subscribe({"orders"});
  reader.poll(seconds(1));
  append(1);
  const Instant start = broker_.now();
  EXPECT_EQ(reader.poll(seconds(30)).size(), 1U);
  EXPECT_EQ(broker_.now(), start);
}

TEST_F(ConsumerTest, AutoCommitCommitsWhatEarlierPollsGave) {
  append(2);
  Consumer reader = consumer({{"enable.auto.commit", "true"}, {"auto.commit.interval.ms", "1000"}});
  reader.subscribe({"orders"});
  EXPECT_EQ(drain(reader, 2), 2U);
  EXPECT_EQ(committed(), -1);
  reader.poll(milliseconds(1500));
  EXPECT_EQ(committed(), 2);
}

TEST_F(ConsumerTest, AutoCommitWithoutAnIntervalLetsTimePass) {
  append(2);
  Consumer reader = consumer({{"enable.auto.commit", "true"}, {"auto.commit.interval.ms", "0"}});
  reader.subscribe({"orders"});
  EXPECT_EQ(drain(reader, 2), 2U);
  reader.poll(milliseconds(20));
  EXPECT_EQ(committed(), 2);
}

TEST_F(ConsumerTest, MemberThatDoesNotPollLosesItsPartitions) {
  Consumer reader = consumer({{"max.poll.interval.ms", "20000"}});
  PartitionSet lost;
  reader.subscribe({"orders"}, {.on_lost = [&](Consumer&, const PartitionSet& partitions) {
                     lost = partitions;
                   }});
  reader.poll(seconds(1));
  broker_.advance(seconds(19));
  EXPECT_EQ(broker_.control().group("billing")->members.size(), 1U);
  broker_.advance(seconds(2));
  EXPECT_EQ(broker_.control().group("billing")->members.size(), 0U);
  reader.poll(seconds(5));
  EXPECT_EQ(lost, (PartitionSet{{"orders", 0}, {"orders", 1}}));
  EXPECT_EQ(broker_.control().group("billing")->members.size(), 1U);
}

TEST_F(ConsumerTest, WakeupDoesNotDisturbClose) {
  append(5);
  Consumer reader = consumer({{"enable.auto.commit", "true"}});
  reader.subscribe({"orders"});
  EXPECT_EQ(drain(reader, 5), 5U);
  broker_.control().add_rule(
      {.match = {.api = ApiKey::offset_commit},
       .times = 2,
       .action = broker::AnswerError{ErrorCode::coordinator_load_in_progress}});
  reader.wakeup();
  reader.close();
  EXPECT_EQ(committed(), 5);
  reader.wakeup();  // Of no account any more.
}

TEST_F(ConsumerTest, MayBeClosedByItsListener) {
  Consumer reader = consumer();
  reader.subscribe({"orders"}, {.on_assigned = [](Consumer& consumer, const PartitionSet&) {
                     consumer.close();
                   }});
  const Instant start = broker_.now();
  EXPECT_THROW(reader.poll(seconds(10)), Error);
  EXPECT_LT(broker_.now() - start, seconds(2));
  EXPECT_EQ(broker_.control().group("billing")->members.size(), 0U);
}

TEST_F(ConsumerTest, MayUnsubscribeInItsListener) {
  Consumer reader = consumer();
  reader.subscribe({"orders"}, {.on_assigned = [](Consumer& consumer, const PartitionSet&) {
                     consumer.unsubscribe();
                   }});
  const Instant start = broker_.now();
  reader.poll(seconds(1));
  EXPECT_LT(broker_.now() - start, seconds(2));
  EXPECT_EQ(reader.assignment(), PartitionSet{});
  EXPECT_EQ(broker_.control().group("billing")->members.size(), 0U);
}

TEST_F(ConsumerTest, WhatNoCallCanBeAboutIsRefusedAtOnce) {
  Consumer reader = consumer();
  const TopicPartition partition{"orders", 0};
  EXPECT_THROW(reader.subscribe({std::string(70'000, 'a')}), std::invalid_argument);
  EXPECT_THROW(reader.subscribe({""}), std::invalid_argument);
  EXPECT_THROW(reader.assign({{"orders", -1}}), std::invalid_argument);
  EXPECT_THROW(reader.partitions_for(""), std::invalid_argument);
  reader.assign({partition});
  EXPECT_THROW(reader.seek(partition, -1), std::invalid_argument);
  EXPECT_THROW(reader.seek_to_time({partition}, Instant::from_unix_ms(-1)), std::invalid_argument);
  EXPECT_THROW(reader.offsets_for_times({{partition, Instant::from_unix_ms(-1)}}),
               std::invalid_argument);
  EXPECT_THROW(reader.commit({{partition, {.offset = -5}}}), std::invalid_argument);
}

TEST_F(ConsumerTest, WithoutABrokerEveryCallEndsAndTellsWhatItWaitedFor) {
  append(1);
  Consumer reader = consumer({{"request.timeout.ms", "1000"},
                              {"session.timeout.ms", "3000"},
                              {"heartbeat.interval.ms", "500"}});
  reader.subscribe({"orders"});
  drain(reader, 1);
  broker_.control().stop_broker(1);
  const auto ends = [&](const char* what, const std::function<void()>& call) {
    const Instant start = broker_.now();
    try {
      call();
      ADD_FAILURE() << what << " succeeded";
    } catch (const TimedOut& error) {
      EXPECT_THAT(error.what(), HasSubstr("broker:9092")) << what;
      EXPECT_THAT(error.what(), HasSubstr("waited for")) << what;
    } catch (const Error& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    EXPECT_LE(broker_.now() - start, seconds(5)) << what;
  };
  const std::optional<Duration> timeout = seconds(5);
  const TopicPartition partition{"orders", 0};
  EXPECT_TRUE(reader.poll(seconds(5)).empty());
  ends("commit", [&] { reader.commit({{partition, {.offset = 1}}}, timeout); });
  ends("committed", [&] { reader.committed({partition}, timeout); });
  ends("beginning_offsets", [&] { reader.beginning_offsets({partition}, timeout); });
  ends("end_offsets", [&] { reader.end_offsets({partition}, timeout); });
  ends("offsets_for_times", [&] { reader.offsets_for_times({{partition, Instant()}}, timeout); });
  ends("partitions_for", [&] { reader.partitions_for("payments", timeout); });
  const Instant start = broker_.now();
  try {
    reader.close(timeout);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("broker:9092"));
  }
  EXPECT_LE(broker_.now() - start, seconds(5));
}

TEST_F(ConsumerTest, BrokerThatWasNeverThereIsTold) {
  Consumer reader(consumer_config({{"bootstrap.servers", "nowhere:1"}, {"group.id", "billing"}}),
                  runtime_);
  reader.subscribe({"orders"});
  EXPECT_TRUE(reader.poll(seconds(5)).empty());
  EXPECT_THAT(reader.describe(), HasSubstr("nowhere:1"));
  try {
    reader.committed({{"orders", 0}}, seconds(1));
    FAIL() << "it was answered";
  } catch (const TimedOut& error) {
    EXPECT_THAT(error.what(), HasSubstr("the coordinator of group billing"));
    EXPECT_THAT(error.what(), HasSubstr("nowhere:1"));
  }
}

TEST_F(ConsumerTest, ThousandConsumersOfOneGroupSettle) {
  broker_.control().create_topic("wide", 1000);
  std::vector<Consumer> members;
  members.reserve(1000);
  for (int i = 0; i < 1000; ++i) {
    members.push_back(consumer({{"client.id", "member-" + std::to_string(i)},
                                {"partition.assignment.strategy", "range"}}));
    members.back().subscribe({"wide"});
  }
  for (Consumer& member : members) member.poll(Duration::zero());
  broker_.advance(seconds(20));
  const auto group = broker_.control().group("billing");
  EXPECT_EQ(group->state, broker::GroupState::stable);
  EXPECT_EQ(group->members.size(), 1000U);
  std::size_t owners = 0;
  for (Consumer& member : members) {
    member.poll(Duration::zero());
    owners += member.assignment().size();
  }
  EXPECT_EQ(owners, 1000U);
}

}  // namespace

}  // namespace cohort::client
