// FetchSession: what a request tells of a plan, given what the broker knows already.
#include "consumer/fetch_session.hpp"

#include "client/reader_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const Uuid orders_id = uuid_from_bits(1, 1);
const Uuid other_id = uuid_from_bits(2, 2);

FetchFrom fetch_from(std::int64_t offset, const Uuid& id = orders_id) {
  return {.topic_id = id, .offset = offset, .leader_epoch = 3, .max_bytes = 100};
}

FetchRequest next_request(FetchSession& session, const FetchPlan& plan, int version = 17) {
  FetchRequest request;
  session.ask(plan, version, request);
  return request;
}

/// An answer that keeps the session and has no news.
FetchResponse kept_session(std::int32_t id) { return {.session_id = id}; }

FetchPartition wanted_partition(std::int32_t partition, std::int64_t offset) {
  return {.partition = partition,
          .current_leader_epoch = 3,
          .fetch_offset = offset,
          .partition_max_bytes = 100};
}

TEST(FetchSession, TheFirstRequestTellsEverything) {
  FetchSession session;
  const FetchRequest request =
      next_request(session, {{{"orders", 0}, fetch_from(5)}, {{"orders", 2}, fetch_from(7)}});
  EXPECT_EQ(
      request,
      (FetchRequest{.session_id = 0,
                    .session_epoch = 0,
                    .topics = {{.topic = "orders",
                                .topic_id = orders_id,
                                .partitions = {wanted_partition(0, 5), wanted_partition(2, 7)}}}}));
}

TEST(FetchSession, LaterOnesTellWhatHasChanged) {
  FetchSession session;
  next_request(session, {{{"orders", 0}, fetch_from(5)},
                         {{"orders", 1}, fetch_from(6)},
                         {{"orders", 2}, fetch_from(7)}});
  ASSERT_TRUE(session.accept(kept_session(42), 17));

  const FetchRequest request = next_request(session, {{{"orders", 0}, fetch_from(5)},
                                                      {{"orders", 1}, fetch_from(8)},
                                                      {{"x", 0}, fetch_from(1, other_id)}});

  EXPECT_EQ(
      request,
      (FetchRequest{
          .session_id = 42,
          .session_epoch = 1,
          .topics =
              {{.topic = "orders", .topic_id = orders_id, .partitions = {wanted_partition(1, 8)}},
               {.topic = "x", .topic_id = other_id, .partitions = {wanted_partition(0, 1)}}},
          .forgotten_topics_data = {
              {.topic = "orders", .topic_id = orders_id, .partitions = {2}}}}));
}

TEST(FetchSession, NothingIsToldWhenNothingHasChanged) {
  FetchSession session;
  const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
  next_request(session, plan);
  ASSERT_TRUE(session.accept(kept_session(42), 17));
  next_request(session, plan);
  ASSERT_TRUE(session.accept(kept_session(42), 17));
  EXPECT_EQ(next_request(session, plan), (FetchRequest{.session_id = 42, .session_epoch = 2}));
}

TEST(FetchSession, ABrokerWithoutRoomForASessionIsToldEverythingEachTime) {
  FetchSession session;
  const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
  next_request(session, plan);
  ASSERT_TRUE(session.accept(kept_session(0), 17));
  const FetchRequest request = next_request(session, plan);
  EXPECT_EQ(request.session_epoch, 0);
  EXPECT_THAT(request.topics, SizeIs(1));
}

TEST(FetchSession, BeforeVersionSevenThereIsNoSession) {
  FetchSession session;
  const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
  for (int i = 0; i < 2; ++i) {
    const FetchRequest request = next_request(session, plan, 6);
    EXPECT_EQ(request.session_epoch, -1);
    EXPECT_THAT(request.topics, SizeIs(1));
    ASSERT_TRUE(session.accept({}, 6));
  }
}

TEST(FetchSession, ASessionThatTheBrokerHasForgottenIsBegunAnew) {
  FetchSession session;
  const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
  next_request(session, plan);
  ASSERT_TRUE(session.accept(kept_session(42), 17));
  next_request(session, plan);
  session.refused(ErrorCode::fetch_session_id_not_found);
  const FetchRequest request = next_request(session, plan);
  EXPECT_EQ(request.session_id, 0);
  EXPECT_EQ(request.session_epoch, 0);
  EXPECT_THAT(request.topics, SizeIs(1));
}

TEST(FetchSession, AfterAnyOtherErrorTheOldSessionIsReplaced) {
  for (const bool is_lost : {false, true}) {
    FetchSession session;
    const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
    next_request(session, plan);
    ASSERT_TRUE(session.accept(kept_session(42), 17));
    next_request(session, plan);
    is_lost ? session.lost() : session.refused(ErrorCode::invalid_fetch_session_epoch);
    const FetchRequest request = next_request(session, plan);
    EXPECT_EQ(request.session_id, 42);
    EXPECT_EQ(request.session_epoch, 0);
    EXPECT_THAT(request.topics, SizeIs(1));
  }
}

TEST(FetchSession, ATopicThatWasMadeAnewIsForgottenByItsOldId) {
  FetchSession session;
  next_request(session, {{{"orders", 0}, fetch_from(5)}});
  ASSERT_TRUE(session.accept(kept_session(42), 17));
  const FetchRequest request = next_request(session, {{{"orders", 0}, fetch_from(0, other_id)}});
  EXPECT_EQ(request.topics.at(0).topic_id, other_id);
  EXPECT_EQ(request.forgotten_topics_data,
            (std::vector<FetchForgottenTopic>{
                {.topic = "orders", .topic_id = orders_id, .partitions = {0}}}));
}

TEST(FetchSession, ASessionByNamesIsReplacedByOneByIds) {
  FetchSession session;
  const FetchPlan plan = {{{"orders", 0}, fetch_from(5)}};
  next_request(session, plan, 12);
  ASSERT_TRUE(session.accept(kept_session(42), 12));
  const FetchRequest request = next_request(session, plan, 17);
  EXPECT_EQ(request.session_id, 42);
  EXPECT_EQ(request.session_epoch, 0);
  EXPECT_THAT(request.topics, SizeIs(1));
}

TEST(FetchSession, AnAnswerForWhatWasNotAskedIsRefused) {
  FetchSession session;
  next_request(session, {{{"orders", 0}, fetch_from(5)}});
  EXPECT_FALSE(session.accept(
      {.session_id = 42, .responses = {{.topic_id = other_id, .partitions = {{}}}}}, 17));
  next_request(session, {{{"orders", 0}, fetch_from(5)}});
  EXPECT_FALSE(session.accept(
      {.session_id = 42,
       .responses = {{.topic_id = orders_id, .partitions = {{.partition_index = 9}}}}},
      17));
}

TEST(FetchSession, ItEndsOnlyIfThereIsOne) {
  FetchSession session;
  FetchRequest request;
  EXPECT_FALSE(session.ask_to_close(request));
  next_request(session, {{{"orders", 0}, fetch_from(5)}});
  ASSERT_TRUE(session.accept(kept_session(42), 17));
  EXPECT_TRUE(session.ask_to_close(request));
  EXPECT_EQ(request, (FetchRequest{.session_id = 42, .session_epoch = -1}));
}

broker::VirtualOptions telling_options() {
  broker::VirtualOptions options = reader_options(1);
  options.config.tells_messages = true;
  return options;
}

class FetchSessionBrokerTest : public ReaderTest {
 protected:
  FetchSessionBrokerTest() : ReaderTest(telling_options()) {}

  /// What the broker was asked by Fetch so far.
  std::vector<std::string> fetches() {
    std::vector<std::string> told;
    for (const broker::Entry& entry : broker.journal().transcript(1000)) {
      const bool is_fetch = entry.fact.kind == broker::FactKind::message_received &&
                            entry.fact.cause.name == name(ApiKey::fetch);
      if (is_fetch) told.push_back(entry.fact.detail);
    }
    return told;
  }
};

TEST_F(FetchSessionBrokerTest, ABrokerIsToldOnlyOfThePartitionThatMoved) {
  const Reader reader = this->reader();
  reader.assign(all_orders());
  broker.advance(seconds(2));
  append(1, 3);
  ASSERT_EQ(reader.read(3).size(), 3U);
  broker.settle();
  const std::string last = fetches().back();
  EXPECT_THAT(last, HasSubstr("partition=1"));
  EXPECT_THAT(last, ::testing::Not(HasSubstr("partition=0")));
  EXPECT_THAT(last, HasSubstr("fetch_offset=3"));
}

TEST_F(FetchSessionBrokerTest, ABrokerThatHasForgottenItIsReadOn) {
  const Reader reader = this->reader();
  reader.assign(all_orders());
  append(0, 5);
  ASSERT_EQ(reader.read(5).size(), 5U);
  broker.control().stop_broker(1);
  broker.advance(seconds(2));
  broker.control().start_broker(1);
  append(0, 5);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 5, 10));
}

TEST_F(FetchSessionBrokerTest, ReadersThatPushEachOthersSessionsOutReadOn) {
  broker::VirtualOptions options = reader_options(1);
  options.config.fetch_session_cache_slots = 8;
  broker::VirtualBroker small(options);
  ConsumerConfig config = Reader::config();
  config.fetch_max_wait = seconds(20);
  std::vector<Reader> readers;
  for (int i = 0; i < 12; ++i) {
    readers.emplace_back(small.world(), config, "reader-" + std::to_string(i));
    readers.back().assign({{"orders", 0}});
  }
  for (int round = 0; round < 3; ++round) {
    small.advance(std::chrono::minutes(3));
    small.control().append("orders", 0, numbered_records(round * 4, round * 4 + 4));
    for (const Reader& each : readers) {
      EXPECT_EQ(lines_of(each.read(4)), numbered_lines({"orders", 0}, round * 4, round * 4 + 4));
    }
  }
}

TEST_F(FetchSessionBrokerTest, ItIsClosedWithTheReader) {
  const Reader reader = this->reader();
  reader.assign(all_orders());
  broker.advance(seconds(2));
  broker.world().turn("reader", [&] {
    ReaderNode& node = reader.node();
    node.fetcher.close({node.session(), node.cache(), node.positions, broker.now()});
  });
  broker.advance(seconds(1));
  // The epoch -1 is the default, which is not printed.
  EXPECT_THAT(fetches(), Contains(AllOf(HasSubstr("session_id="),
                                        ::testing::Not(HasSubstr("session_epoch")))));
}

}  // namespace

}  // namespace cohort::client
