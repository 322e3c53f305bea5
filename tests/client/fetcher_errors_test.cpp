// Fetcher: what becomes of every error that a broker may answer with, and of answers that do not
// come.
#include "client/reader_world.hpp"
#include "client/stub_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FetcherErrorsTest : public StubTest {
 protected:
  /// This error in the nth answer, of the partition or of all of it.
  void fail_fetch(std::size_t nth, ErrorCode error, bool whole = false) {
    stub().on_fetch = [=](std::size_t number, const FetchRequest& request, const StubRequest&,
                          FetchResponse& response) {
      if (number != nth) return;
      if (whole) {
        response = {.error_code = error, .session_id = request.session_id};
      } else {
        first_partition(response) = {.error_code = error, .high_watermark = -1};
      }
    };
  }
};

const std::vector<ErrorCode>& retried_errors() {
  static const std::vector<ErrorCode> errors = {
      ErrorCode::not_leader_or_follower, ErrorCode::replica_not_available,
      ErrorCode::kafka_storage_error,    ErrorCode::fenced_leader_epoch,
      ErrorCode::unknown_leader_epoch,   ErrorCode::offset_not_available,
      ErrorCode::leader_not_available,   ErrorCode::unknown_topic_or_partition,
      ErrorCode::unknown_topic_id,       ErrorCode::inconsistent_topic_id,
      ErrorCode::unknown_server_error,
  };
  return errors;
}

TEST_F(FetcherErrorsTest, NoErrorThatMayGoAwayLosesSkipsOrDoublesARecord) {
  for (const ErrorCode error : retried_errors()) {
    for (std::size_t nth = 1; nth <= 4; ++nth) {
      StubTest::world = sim::Simulation();
      world.add("brokers", std::make_unique<StubBroker>());
      world.listen("brokers", "broker", 9092);
      fail_fetch(nth, error);
      const Reader reader = this->reader();
      reader.assign({orders(0)});
      std::vector<ConsumerRecord> records;
      for (int i = 0; i < 4; ++i) {
        append(5);
        const auto more = reader.read(5);
        records.insert(records.end(), more.begin(), more.end());
      }
      EXPECT_EQ(lines_of(records), numbered_lines(orders(0), 0, 20))
          << name(error) << " in answer " << nth;
    }
  }
}

TEST_F(FetcherErrorsTest, ErrorsOfTheWholeAnswerLoseNothingEither) {
  for (const ErrorCode error :
       {ErrorCode::fetch_session_id_not_found, ErrorCode::invalid_fetch_session_epoch,
        ErrorCode::fetch_session_topic_id_error, ErrorCode::inconsistent_topic_id,
        ErrorCode::unknown_server_error}) {
    StubTest::world = sim::Simulation();
    world.add("brokers", std::make_unique<StubBroker>());
    world.listen("brokers", "broker", 9092);
    fail_fetch(2, error, true);
    const Reader reader = this->reader();
    reader.assign({orders(0)});
    append(5);
    ASSERT_EQ(reader.read(5).size(), 5U);
    append(5);
    EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 5, 10)) << name(error);
  }
}

TEST_F(FetcherErrorsTest, AnErrorThatStaysMakesNoBusyLoop) {
  for (const bool whole : {false, true}) {
    stub().fetches.clear();
    stub().on_fetch = [&](std::size_t, const FetchRequest&, const StubRequest&,
                          FetchResponse& response) {
      if (whole) {
        response = {.error_code = ErrorCode::invalid_fetch_session_epoch};
      } else {
        first_partition(response).error_code = ErrorCode::not_leader_or_follower;
      }
    };
    const Reader reader(world, Reader::config(), whole ? "a" : "b");
    reader.assign({orders(0)});
    world.advance(seconds(10));
    EXPECT_LT(stub().fetches.size(), 20U);
    EXPECT_GT(stub().fetches.size(), 8U);
    world.turn(whole ? "a" : "b", [&] { reader.positions().assign({}); });
  }
}

TEST_F(FetcherErrorsTest, AnErrorOfOnePartitionDoesNotHoldUpAnother) {
  stub().partitions[1] = {};
  stub().on_fetch = [](std::size_t, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) {
    for (FetchPartitionData& data : response.responses.at(0).partitions) {
      if (data.partition_index == 1) data.error_code = ErrorCode::unknown_server_error;
    }
  };
  const Reader reader = this->reader();
  reader.assign({orders(0), orders(1)});
  world.advance(seconds(10));
  append(3);
  const Instant before = now();
  EXPECT_EQ(reader.read(3).size(), 3U);
  EXPECT_LE(now() - before, milliseconds(501));  // As long as the Fetch under way waits.
}

TEST_F(FetcherErrorsTest, TheLeaderThatAnAnswerNamesIsAskedAtOnce) {
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(5).size(), 5U);
  stub().on_fetch = [](std::size_t, const FetchRequest&, const StubRequest& how,
                       FetchResponse& response) {
    if (how.node != 1) return;
    FetchPartitionData& data = first_partition(response);
    data.error_code = ErrorCode::not_leader_or_follower;
    data.current_leader = {.leader_id = 2, .leader_epoch = 1};
    response.node_endpoints = {{.node_id = 2, .host = "broker", .port = 9093}};
  };
  stub().partitions.at(0).leader = 2;
  stub().partitions.at(0).leader_epoch = 1;
  append(5);
  const Instant before = now();

  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 5, 10));
  EXPECT_LE(now() - before, milliseconds(501));  // As long as the Fetch under way waits.
}

TEST_F(FetcherErrorsTest, AMovedLeaderIsFoundThroughTheMetadata) {
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(5).size(), 5U);
  stub().partitions.at(0).leader = 2;
  stub().partitions.at(0).leader_epoch = 1;
  append(5);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 5, 10));
}

TEST_F(FetcherErrorsTest, AnOffsetThatIsGoneIsSoughtAnewByThePolicy) {
  append(5);
  append(5);
  StubPartition& log = stub().partitions.at(0);
  log.entries.erase(log.entries.begin());
  log.start_offset = 5;
  ConsumerConfig config = Reader::config();
  const Reader reader = this->reader(config);
  reader.assign({orders(0)});
  reader.seek(orders(0), 2);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 5, 10));
}

TEST_F(FetcherErrorsTest, WithoutAPolicyAnOffsetThatIsGoneIsToldUntilASeek) {
  append(5);
  ConsumerConfig config = Reader::config();
  config.auto_offset_reset = AutoOffsetReset::none;
  const Reader reader = this->reader(config);
  reader.assign({orders(0)});
  reader.seek(orders(0), 100);
  const Failure expected{.kind = FailureKind::no_offset,
                         .code = ErrorCode::offset_out_of_range,
                         .message =
                             "offset 100 of orders-0 is not in its log, and "
                             "auto.offset.reset is none",
                         .partition = orders(0),
                         .offset = 100};
  EXPECT_EQ(reader.read_failure(), expected);
  EXPECT_EQ(reader.read_failure(), expected);
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 100);

  reader.seek(orders(0), 3);
  EXPECT_EQ(lines_of(reader.read(2)), numbered_lines(orders(0), 3, 5));
}

TEST_F(FetcherErrorsTest, AFollowerThatIsBehindSendsTheReaderBackToTheLeader) {
  append(5);
  stub().on_fetch = [](std::size_t nth, const FetchRequest&, const StubRequest& how,
                       FetchResponse& response) {
    FetchPartitionData& data = first_partition(response);
    if (nth == 1) {
      data.preferred_read_replica = 2;
      data.records.reset();
    }
    if (how.node == 2) data.error_code = ErrorCode::offset_out_of_range;
  };
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));
  EXPECT_THAT(stub().list_offsets, ::testing::SizeIs(1));  // The beginning, and no reset.
}

TEST_F(FetcherErrorsTest, ARefusalIsToldOnceAndTheRecordsComeWhenItEnds) {
  append(5);
  stub().on_fetch = [](std::size_t nth, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) {
    if (nth < 3) {
      first_partition(response) = {.error_code = ErrorCode::topic_authorization_failed};
    }
  };
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, ErrorCode::topic_authorization_failed);
  EXPECT_EQ(failure->partition, orders(0));
  EXPECT_TRUE(reader.read_failure(seconds(1)).has_value());
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));
}

TEST_F(FetcherErrorsTest, AnAnswerToSomethingElseIsNotUsed) {
  append(5);
  stub().on_fetch = [](std::size_t nth, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) {
    if (nth == 1) first_partition(response).partition_index = 7;
  };
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));
}

TEST_F(FetcherErrorsTest, AnAnswerThatHoldsOnlyWhatWasReadMakesNoBusyLoop) {
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(5).size(), 5U);
  stub().on_fetch = [this](std::size_t, const FetchRequest&, const StubRequest&,
                           FetchResponse& response) {
    first_partition(response).records = stub().partitions.at(0).entries.at(0).bytes;
  };
  stub().fetches.clear();
  EXPECT_THAT(reader.read(1, seconds(10)), IsEmpty());
  EXPECT_LT(stub().fetches.size(), 20U);
}

TEST_F(FetcherErrorsTest, ThrottlingIsObeyed) {
  stub().on_fetch = [](std::size_t, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) { response.throttle_time_ms = 5'000; };
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(5).size(), 5U);
  world.advance(milliseconds(4'900));
  EXPECT_EQ(stub().fetches.size(), 1U);
  world.advance(milliseconds(200));
  EXPECT_EQ(stub().fetches.size(), 2U);
}

TEST_F(FetcherErrorsTest, AFetchThatWaitsForNothingIsNotRepeatedWithoutPause) {
  ConsumerConfig config = Reader::config();
  config.fetch_max_wait = Duration::zero();
  const Reader reader = this->reader(config);
  reader.assign({orders(0)});
  world.advance(milliseconds(100));
  EXPECT_LE(stub().fetches.size(), 101U);
  append(1);
  EXPECT_EQ(reader.read(1).size(), 1U);
}

TEST_F(FetcherErrorsTest, ABrokerWithoutFetchIsTold) {
  stub().fetch_versions = {100, 101};
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::unsupported);
}

class FetcherFaultRulesTest : public ReaderTest {};

/// Reads 3 batches of each partition while what the rule says happens.
std::vector<ConsumerRecord> read_under(const broker::FaultRule& rule) {
  broker::VirtualBroker brokers(reader_options(2));
  brokers.control().add_rule(rule);
  const Reader reader(brokers.world(), Reader::config());
  reader.assign({{"orders", 0}, {"orders", 1}, {"orders", 2}});
  std::vector<ConsumerRecord> records;
  for (int round = 0; round < 3; ++round) {
    for (const std::int32_t partition : {0, 1, 2}) {
      brokers.control().append("orders", partition, numbered_records(round * 10, (round + 1) * 10));
    }
    const auto more = reader.read(30, std::chrono::minutes(5), 7);
    records.insert(records.end(), more.begin(), more.end());
  }
  return records;
}

TEST_F(FetcherFaultRulesTest, NothingThatHappensToARequestLosesSkipsOrDoublesARecord) {
  const std::vector<broker::FaultAction> actions = {
      broker::AnswerError{ErrorCode::not_leader_or_follower},
      broker::AnswerError{ErrorCode::unknown_topic_or_partition},
      broker::AnswerError{ErrorCode::kafka_storage_error},
      broker::AnswerError{ErrorCode::leader_not_available},
      broker::AnswerError{ErrorCode::unknown_server_error},
      broker::AnswerError{ErrorCode::fetch_session_id_not_found},
      broker::DelayAnswer{seconds(3)},
      broker::DropAnswer{},
      broker::Disconnect{broker::Moment::before},
      broker::Disconnect{broker::Moment::after}};
  for (const ApiKey api : {ApiKey::fetch, ApiKey::list_offsets, ApiKey::metadata}) {
    for (const broker::FaultAction& action : actions) {
      for (std::uint64_t nth = 1; nth <= 5; ++nth) {
        const auto records =
            read_under({.match = {.api = api}, .nth = nth, .times = 2, .action = action});
        for (const std::int32_t partition : {0, 1, 2}) {
          const TopicPartition of{"orders", partition};
          EXPECT_EQ(lines_of(records, of), numbered_lines(of, 0, 30))
              << name(api) << " number " << nth << ": " << to_string(action);
        }
      }
    }
  }
}

TEST_F(FetcherFaultRulesTest, ALeaderThatMovesAndBrokersThatStopLoseNothing) {
  const Reader reader = this->reader();
  reader.assign(all_orders());
  std::vector<ConsumerRecord> records;
  for (int round = 0; round < 6; ++round) {
    for (const std::int32_t partition : {0, 1, 2}) append(partition, 10);
    if (round == 1) broker.control().move_leader("orders", 0);
    if (round == 2) broker.control().stop_broker(1);
    if (round == 3) broker.control().start_broker(1);
    if (round == 4) broker.control().move_leader("orders", 1);
    if (round == 5) broker.control().disconnect("reader");
    const auto more = reader.read(30);
    records.insert(records.end(), more.begin(), more.end());
  }
  for (const TopicPartition& partition : all_orders()) {
    EXPECT_EQ(lines_of(records, partition), numbered_lines(partition, 0, 60));
  }
}

TEST_F(FetcherFaultRulesTest, RecordsThatAreDeletedMeanwhileAreSkippedByThePolicy) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(4, seconds(60), 4).size(), 4U);
  append(0, 10);
  reader.seek(orders(0), 2);
  broker.control().delete_records("orders", 0, 15);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 15, 20));
}

}  // namespace

}  // namespace cohort::client
