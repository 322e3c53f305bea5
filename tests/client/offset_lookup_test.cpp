// OffsetLookup: where positions begin, what users ask for, and whether a position still stands.
#include "client/reader_world.hpp"
#include "client/stub_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// The answer, when it has come.
std::optional<FoundOffsets> look_up(const Reader& reader, sim::Simulation& world,
                                    const std::map<TopicPartition, std::int64_t>& timestamps,
                                    Duration within = seconds(60)) {
  const LookupId id = reader.turn([&](ReaderNode& node) { return node.lookup.ask(timestamps); });
  world.run_until([&] { return reader.node().lookup.is_answered(id); }, within);
  std::optional<FoundOffsets> found =
      reader.turn([&](ReaderNode& node) { return node.lookup.take(id); });
  if (!found) reader.turn([&](ReaderNode& node) { return node.lookup.forget(id), true; });
  return found;
}

class OffsetLookupTest : public ReaderTest {
 protected:
  std::optional<FoundOffsets> look_up_here(
      const Reader& reader, const std::map<TopicPartition, std::int64_t>& timestamps) {
    return look_up(reader, broker.world(), timestamps);
  }
  static std::int64_t time_of(std::int64_t number) {
    return numbered_records(number, number + 1).front().timestamp;
  }
};

TEST_F(OffsetLookupTest, PositionsBeginWhereItIsSought) {
  append(0, 10);
  broker.control().delete_records("orders", 0, 2);
  const Reader reader = this->reader();
  reader.assign({orders(0)}, SoughtKind::beginning);
  EXPECT_EQ(reader.position(orders(0)), 2);
  reader.seek(orders(0), Sought{.kind = SoughtKind::end});
  EXPECT_EQ(reader.position(orders(0)), 10);
  reader.seek(orders(0), Sought{.kind = SoughtKind::timestamp, .timestamp_ms = time_of(6)});
  EXPECT_EQ(reader.position(orders(0)), 6);
  reader.seek(orders(0), Sought{.kind = SoughtKind::timestamp, .timestamp_ms = time_of(100)});
  EXPECT_EQ(reader.position(orders(0)), 10);
}

TEST_F(OffsetLookupTest, WhatIsCommittedIsNotAskedFor) {
  const Reader reader = this->reader();
  reader.assign({orders(0)}, SoughtKind::committed);
  requests(ApiKey::list_offsets);
  EXPECT_EQ(reader.position(orders(0), seconds(5)), std::nullopt);
  EXPECT_EQ(requests(ApiKey::list_offsets), 0U);
}

TEST_F(OffsetLookupTest, OneRequestAsksABrokerForAllItsPartitions) {
  const Reader reader = this->reader();
  requests(ApiKey::list_offsets);
  reader.assign(all_orders());
  broker.settle();
  EXPECT_EQ(requests(ApiKey::list_offsets), 2U);
}

TEST_F(OffsetLookupTest, AnAnswerToAnEarlierSeekCountsForNothing) {
  append(0, 10);
  const Reader reader = this->reader();
  const auto held = broker.control().add_rule({.match = {.api = ApiKey::list_offsets},
                                               .times = 1,
                                               .action = broker::Hold{broker::Moment::after}});
  reader.assign({orders(0)}, SoughtKind::end);
  broker.advance(seconds(1));
  append(0, 10);
  reader.seek(orders(0), 3);
  reader.seek(orders(0), Sought{.kind = SoughtKind::end});
  broker.control().release_all(held);
  EXPECT_EQ(reader.position(orders(0)), 20);
}

TEST_F(OffsetLookupTest, UsersAreToldTheEndsAndTheOffsetsOfTimes) {
  for (const std::int32_t partition : {0, 1, 2}) append(partition, 10 + partition);
  broker.control().delete_records("orders", 1, 4);
  const Reader reader = this->reader();

  const auto begins =
      look_up_here(reader, {{orders(0), earliest_timestamp}, {orders(1), earliest_timestamp}});
  ASSERT_TRUE(begins.has_value());
  EXPECT_EQ(begins->at(orders(0))->offset, 0);
  EXPECT_EQ(begins->at(orders(1))->offset, 4);

  const auto ends = look_up_here(reader, {{orders(0), latest_timestamp},
                                          {orders(1), latest_timestamp},
                                          {orders(2), latest_timestamp}});
  ASSERT_TRUE(ends.has_value());
  for (const std::int32_t partition : {0, 1, 2}) {
    EXPECT_EQ(ends->at(orders(partition))->offset, 10 + partition);
  }

  const auto times = look_up_here(reader, {{orders(0), time_of(7)}, {orders(2), time_of(50)}});
  ASSERT_TRUE(times.has_value());
  EXPECT_EQ(times->at(orders(0)).value(),
            (FoundOffset{.offset = 7, .timestamp = time_of(7), .leader_epoch = 0}));
  EXPECT_EQ(times->at(orders(2))->offset, -1);
}

TEST_F(OffsetLookupTest, ATopicThatIsNotThereIsWaitedFor) {
  const Reader reader = this->reader();
  EXPECT_FALSE(
      look_up(reader, broker.world(), {{{"later", 0}, latest_timestamp}}, seconds(5)).has_value());
  const LookupId id = reader.turn([&](ReaderNode& node) {
    return node.lookup.ask({{{"later", 0}, latest_timestamp}});
  });
  broker.advance(seconds(3));
  EXPECT_EQ(reader.node().lookup.topics(), std::set<std::string>{"later"});
  broker.control().create_topic("later", 1);
  EXPECT_TRUE(broker.run_until([&] { return reader.node().lookup.is_answered(id); }, seconds(5)));
}

TEST_F(OffsetLookupTest, SeveralQuestionsAtOnceAreAnsweredEachForItself) {
  append(0, 10);
  const Reader reader = this->reader();
  const LookupId begin = reader.turn([&](ReaderNode& node) {
    return node.lookup.ask({{orders(0), earliest_timestamp}});
  });
  const LookupId end = reader.turn([&](ReaderNode& node) {
    return node.lookup.ask({{orders(0), latest_timestamp}});
  });
  const LookupId nothing = reader.turn([&](ReaderNode& node) { return node.lookup.ask({}); });
  broker.settle();
  EXPECT_EQ(
      reader.turn([&](ReaderNode& node) { return node.lookup.take(end); })->at(orders(0))->offset,
      10);
  EXPECT_EQ(
      reader.turn([&](ReaderNode& node) { return node.lookup.take(begin); })->at(orders(0))->offset,
      0);
  EXPECT_TRUE(reader.node().lookup.is_answered(nothing));
  EXPECT_FALSE(reader.node().lookup.is_answered(end));
}

TEST_F(OffsetLookupTest, WhateverHappensToARequestItIsAnswered) {
  const std::vector<broker::FaultAction> actions = {
      broker::AnswerError{ErrorCode::not_leader_or_follower},
      broker::AnswerError{ErrorCode::offset_not_available},
      broker::AnswerError{ErrorCode::unknown_leader_epoch},
      broker::AnswerError{ErrorCode::fenced_leader_epoch},
      broker::AnswerError{ErrorCode::unknown_topic_or_partition},
      broker::AnswerError{ErrorCode::kafka_storage_error},
      broker::AnswerError{ErrorCode::unknown_server_error},
      broker::DropAnswer{},
      broker::Disconnect{broker::Moment::before},
      broker::Disconnect{broker::Moment::after}};
  for (const broker::FaultAction& action : actions) {
    broker::VirtualBroker brokers(reader_options(2));
    brokers.control().append("orders", 0, numbered_records(0, 10));
    brokers.control().add_rule(
        {.match = {.api = ApiKey::list_offsets}, .times = 3, .action = action});
    const Reader reader(brokers.world(), Reader::config());
    reader.assign({{"orders", 0}}, SoughtKind::end);
    const auto found = look_up(reader, brokers.world(), {{{"orders", 0}, latest_timestamp}},
                               std::chrono::minutes(3));
    ASSERT_TRUE(found.has_value()) << to_string(action);
    EXPECT_EQ(found->at({"orders", 0})->offset, 10);
    EXPECT_EQ(reader.position({"orders", 0}), 10) << to_string(action);
  }
}

TEST_F(OffsetLookupTest, AnErrorThatStaysIsAskedForWithPauses) {
  broker.control().add_rule({.match = {.api = ApiKey::list_offsets},
                             .action = broker::AnswerError{ErrorCode::unknown_server_error}});
  requests(ApiKey::list_offsets);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.advance(seconds(10));
  EXPECT_GT(requests(ApiKey::list_offsets), 8U);
  EXPECT_LT(requests(ApiKey::list_offsets), 20U);
}

TEST_F(OffsetLookupTest, ARefusalIsTold) {
  broker.control().add_rule({.match = {.api = ApiKey::list_offsets},
                             .action = broker::AnswerError{ErrorCode::topic_authorization_failed}});
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, ErrorCode::topic_authorization_failed);
  EXPECT_EQ(failure->partition, orders(0));

  const auto found = look_up_here(reader, {{orders(1), latest_timestamp}});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->at(orders(1)).error().code, ErrorCode::topic_authorization_failed);
}

class EpochValidationTest : public StubTest {
 protected:
  /// Has read 10 records of epoch 0; then the leader is another.
  Reader reader_before_new_leader(AutoOffsetReset policy = AutoOffsetReset::earliest) {
    append(10, {.partition_leader_epoch = 0});
    ConsumerConfig config = Reader::config();
    config.auto_offset_reset = policy;
    Reader reader = this->reader(config);
    reader.assign({orders(0)});
    if (policy == AutoOffsetReset::none) reader.seek(orders(0), 0);
    EXPECT_EQ(reader.read(10).size(), 10U);
    world.advance(seconds(1));
    stub().partitions.at(0).leader = 2;
    stub().partitions.at(0).leader_epoch = 1;
    return reader;
  }
  void epoch_ends_at(std::int64_t offset, std::int32_t epoch = 0) {
    stub().on_epochs = [=](const OffsetForLeaderEpochRequest&,
                           OffsetForLeaderEpochResponse& response) {
      auto& answered = response.topics.at(0).partitions.at(0);
      answered.end_offset = offset;
      answered.leader_epoch = epoch;
    };
  }
};

TEST_F(EpochValidationTest, APositionThatTheNewLeaderHasIsReadOn) {
  const Reader reader = reader_before_new_leader();
  append(5, {.partition_leader_epoch = 1});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 10, 15));
  ASSERT_THAT(stub().epochs, SizeIs(1));
  EXPECT_EQ(stub().epochs.at(0),
            (OffsetForLeaderEpochRequest{
                .replica_id = -1,
                .topics = {{.topic = "orders",
                            .partitions = {{.current_leader_epoch = 1, .leader_epoch = 0}}}}}));
}

TEST_F(EpochValidationTest, ATruncatedLogIsReadOnWhereItBecomesAnother) {
  const Reader reader = reader_before_new_leader();
  epoch_ends_at(7);
  StubPartition& log = stub().partitions.at(0);
  log.entries.clear();
  log.end_offset = 7;
  append(4, {.partition_leader_epoch = 1});
  EXPECT_EQ(lines_of(reader.read(4)), numbered_lines(orders(0), 7, 11));
}

TEST_F(EpochValidationTest, WithoutAPolicyATruncatedLogIsTold) {
  const Reader reader = reader_before_new_leader(AutoOffsetReset::none);
  epoch_ends_at(7);
  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::no_offset);
  EXPECT_EQ(failure->offset, 7);
}

TEST_F(EpochValidationTest, ALeaderThatDoesNotKnowTheEpochMeansAReset) {
  const Reader reader = reader_before_new_leader();
  epoch_ends_at(-1, -1);
  EXPECT_EQ(lines_of(reader.read(10)), numbered_lines(orders(0), 0, 10));
}

TEST_F(EpochValidationTest, ErrorsAreAskedAgain) {
  const Reader reader = reader_before_new_leader();
  int left = 3;
  stub().on_epochs = [&](const OffsetForLeaderEpochRequest&,
                         OffsetForLeaderEpochResponse& response) {
    if (left-- > 0) {
      response.topics.at(0).partitions.at(0).error_code = ErrorCode::fenced_leader_epoch;
    }
  };
  append(5, {.partition_leader_epoch = 1});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 10, 15));
}

TEST_F(EpochValidationTest, ABrokerThatIsTooOldIsNotAsked) {
  stub().epoch_versions = {0, 2};
  const Reader reader = reader_before_new_leader();
  append(5, {.partition_leader_epoch = 1});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 10, 15));
  EXPECT_THAT(stub().epochs, IsEmpty());
}

TEST_F(EpochValidationTest, ACommittedPositionIsValidatedToo) {
  append(10, {.partition_leader_epoch = 0});
  epoch_ends_at(4);
  const Reader reader = this->reader();
  reader.assign({orders(0)}, SoughtKind::committed);
  reader.turn([&](ReaderNode& node) {
    node.positions.found_committed(orders(0), Position{.offset = 8, .epoch = 0});
    return true;
  });
  EXPECT_EQ(lines_of(reader.read(6)), numbered_lines(orders(0), 4, 10));
}

}  // namespace

}  // namespace cohort::client
