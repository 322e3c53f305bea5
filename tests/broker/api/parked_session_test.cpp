// Fetches of a session that wait for records.
#include "session_world.hpp"

namespace cohort::broker {
namespace {

using std::chrono::milliseconds;
using testing::WireClient;
using namespace fetching;

class ParkedSession : public SessionWorld {
 protected:
  static FetchRequest waiting(FetchRequest request) {
    request.max_wait_ms = 1000;
    request.min_bytes = 1;
    return request;
  }

  const Buffer batch = batch_of("a");
  WireClient other{api.world, "other"};
};

TEST_F(ParkedSession, IsAnsweredWithWhatArrivedAlone) {
  const std::int32_t id = open({topic("t", {from(0, 0), from(1, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);

  produce("t", 1, batch);

  EXPECT_EQ(reader.take<FetchResponse>(12),
            news(id, {topic_answer("t", {holds(1, 1, at_offset(batch, 0))})}));
  EXPECT_EQ(fetch(waiting(session_fetch(id, 2, {topic("t", {from(1, 1)})}))), std::nullopt);
}

TEST_F(ParkedSession, IsAnsweredWithNothingWhenItsTimeIsUp) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);

  api.world.advance(milliseconds(999));
  EXPECT_EQ(reader.take<FetchResponse>(12), std::nullopt);
  api.world.advance(milliseconds(1));

  EXPECT_EQ(reader.take<FetchResponse>(12), nothing_new(id));
}

TEST_F(ParkedSession, NewsWithoutRecordsDoNotEndTheWait) {
  produce("t", 0, batch);
  const std::int32_t id = open({topic("t", {from(0, 1)})});
  FetchRequest request = waiting(session_fetch(id, 1));
  ASSERT_EQ(fetch(request), std::nullopt);

  delete_before(0, 1);
  ASSERT_EQ(reader.take<FetchResponse>(12), std::nullopt);
  api.world.advance(milliseconds(1000));

  FetchPartitionData moved = holds(0, 1);
  moved.log_start_offset = 1;
  EXPECT_EQ(reader.take<FetchResponse>(12), news(id, {topic_answer("t", {moved})}));
}

TEST_F(ParkedSession, UnknownPartitionsAloneDoNotWait) {
  const std::int32_t id = open({topic("u", {from(0, 0)})});
  EXPECT_EQ(fetch(waiting(session_fetch(id, 1))),
            news(id, {topic_answer("u", {not_read(0, ErrorCode::unknown_topic_or_partition)})}));
}

TEST_F(ParkedSession, AFullFetchOpensItsSessionWhenItIsAnswered) {
  ASSERT_EQ(fetch(waiting(session_fetch(0, 0, {topic("t", {from(0, 0)})}))), std::nullopt);
  EXPECT_EQ(sessions_of(api.broker().state(), 1).size(), 0);

  produce("t", 0, batch);

  const auto opened = reader.take<FetchResponse>(12);
  ASSERT_TRUE(opened.has_value());
  EXPECT_NE(opened->session_id, 0);
  EXPECT_EQ(fetch(waiting(session_fetch(opened->session_id, 1, {topic("t", {from(0, 1)})}))),
            std::nullopt);
}

TEST_F(ParkedSession, WhoeverWasOvertakenByTheNextEpochIsRefused) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);
  FetchRequest next = session_fetch(id, 2, {topic("t", {from(1, 0)})});
  ASSERT_EQ(other.ask<FetchResponse>(next, 12), news(id, {topic_answer("t", {holds(1, 0)})}));

  produce("t", 0, batch);

  FetchResponse refusal = nothing_new(id);
  refusal.error_code = ErrorCode::invalid_fetch_session_epoch;
  EXPECT_EQ(reader.take<FetchResponse>(12), refusal);
  EXPECT_EQ(other.ask<FetchResponse>(session_fetch(id, 3), 12),
            news(id, {topic_answer("t", {holds(0, 1, at_offset(batch, 0))})}));
}

TEST_F(ParkedSession, WhenTheSessionIsClosedTheWaitGoesOn) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);
  ASSERT_EQ(other.ask<FetchResponse>(session_fetch(id, -1), 12), nothing_new(0));
  ASSERT_EQ(other.ask<FetchResponse>(session_fetch(id, 2), 12),
            session_error(ErrorCode::fetch_session_id_not_found));
  EXPECT_EQ(sessions_of(api.broker().state(), 1).kept(), 1);

  produce("t", 0, batch);

  EXPECT_EQ(reader.take<FetchResponse>(12),
            news(id, {topic_answer("t", {holds(0, 1, at_offset(batch, 0))})}));
  EXPECT_EQ(sessions_of(api.broker().state(), 1).kept(), 0);
}

TEST_F(ParkedSession, OfAClosedOneNothingIsKeptWhenItsClientGoesAway) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);
  ASSERT_EQ(other.ask<FetchResponse>(session_fetch(id, -1), 12), nothing_new(0));

  reader.probe().close();
  api.world.settle();

  EXPECT_EQ(sessions_of(api.broker().state(), 1).kept(), 0);
}

TEST_F(ParkedSession, AClientThatGoesAwayLeavesTheSessionBehind) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(waiting(session_fetch(id, 1))), std::nullopt);
  reader.probe().close();
  api.world.settle();

  EXPECT_EQ(other.ask<FetchResponse>(session_fetch(id, 1), 12),
            session_error(ErrorCode::invalid_fetch_session_epoch));
  EXPECT_EQ(other.ask<FetchResponse>(session_fetch(id, 2), 12), nothing_new(id));
}

TEST_F(ParkedSession, ACopyOfTheBrokerKeepsItsOwnSessions) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  Broker before = api.broker();
  ASSERT_EQ(fetch(session_fetch(id, -1)), nothing_new(0));

  EXPECT_EQ(sessions_of(before.state(), 1).size(), 1);
  EXPECT_EQ(sessions_of(api.broker().state(), 1).size(), 0);
}

}  // namespace
}  // namespace cohort::broker
