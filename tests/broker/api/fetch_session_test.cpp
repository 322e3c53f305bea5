// Fetch sessions as a fetcher sees them (KIP-227).
#include "session_world.hpp"

namespace cohort::broker {
namespace {

using namespace fetching;

using FetchSessionNews = SessionWorld;
using FetchSessionEpochs = SessionWorld;
using FetchSessionPartitions = SessionWorld;

TEST_F(FetchSessionNews, AFullFetchOfEpochZeroTellsAllAndTheNextTellsNothingNew) {
  const auto opened = fetch(session_fetch(0, 0, {topic("t", {from(0, 0), from(1, 0)})}));
  ASSERT_NE(opened->session_id, 0);
  EXPECT_EQ(opened, news(opened->session_id, {topic_answer("t", {holds(0, 0), holds(1, 0)})}));

  EXPECT_EQ(fetch(session_fetch(opened->session_id, 1)), nothing_new(opened->session_id));
}

TEST_F(FetchSessionNews, RecordsAreToldUntilTheOffsetIsMovedBehindThem) {
  const Buffer batch = batch_of("a");
  const std::int32_t id = open({topic("t", {from(0, 0), from(1, 0)})});
  produce("t", 1, batch);

  const auto told = news(id, {topic_answer("t", {holds(1, 1, at_offset(batch, 0))})});
  EXPECT_EQ(fetch(session_fetch(id, 1)), told);
  EXPECT_EQ(fetch(session_fetch(id, 2)), told);
  EXPECT_EQ(fetch(session_fetch(id, 3, {topic("t", {from(1, 1)})})), nothing_new(id));
}

TEST_F(FetchSessionNews, AHighWatermarkIsToldWithoutRecordsOnce) {
  const Buffer batch = batch_of("a");
  const std::int32_t id = open({topic("t", {from(0, 0), from(1, 0)})});
  produce("t", 0, batch);
  produce("t", 1, batch);
  FetchRequest narrow = session_fetch(id, 1);
  narrow.max_bytes = 1;

  EXPECT_EQ(fetch(narrow),
            news(id, {topic_answer("t", {holds(0, 1, at_offset(batch, 0)), holds(1, 1)})}));
}

TEST_F(FetchSessionNews, PartitionsWithRecordsGoToTheEndSoThatAllAreServedInTurn) {
  const Buffer batch = batch_of("a");
  const std::int32_t id = open({topic("t", {from(0, 0), from(1, 0), from(2, 0)})});
  for (const std::int32_t partition : {0, 1, 2}) produce("t", partition, batch);

  std::vector<std::int32_t> served;
  for (std::int32_t epoch = 1; epoch <= 6; ++epoch) {
    FetchRequest narrow = session_fetch(id, epoch);
    narrow.max_bytes = 1;
    const auto response = fetch(narrow);
    for (const FetchPartitionData& each : response->responses.at(0).partitions) {
      if (each.records->size() > 0) served.push_back(each.partition_index);
    }
  }

  EXPECT_EQ(served, (std::vector<std::int32_t>{0, 1, 2, 0, 1, 2}));
}

TEST_F(FetchSessionNews, ALogStartOffsetIsToldOnce) {
  produce("t", 0, batch_of("a"));
  const std::int32_t id = open({topic("t", {from(0, 1)})});
  delete_before(0, 1);

  FetchPartitionData moved = holds(0, 1);
  moved.log_start_offset = 1;
  EXPECT_EQ(fetch(session_fetch(id, 1)), news(id, {topic_answer("t", {moved})}));
  EXPECT_EQ(fetch(session_fetch(id, 2)), nothing_new(id));
}

TEST_F(FetchSessionNews, AnErrorIsToldEachTimeAndItsEndToo) {
  const std::int32_t id = open({topic("t", {from(0, 7)})});

  const auto told = news(id, {topic_answer("t", {failed(0, ErrorCode::offset_out_of_range)})});
  EXPECT_EQ(fetch(session_fetch(id, 1)), told);
  EXPECT_EQ(fetch(session_fetch(id, 2)), told);
  EXPECT_EQ(fetch(session_fetch(id, 3, {topic("t", {from(0, 0)})})),
            news(id, {topic_answer("t", {holds(0, 0)})}));
  EXPECT_EQ(fetch(session_fetch(id, 4)), nothing_new(id));
}

TEST_F(FetchSessionNews, ADivergingEpochIsToldEachTime) {
  move_leader(0, 1);
  FetchPartition ahead = from(0, 5);
  ahead.last_fetched_epoch = 0;
  const std::int32_t id = open({topic("t", {ahead})});

  FetchPartitionData diverging = holds(0, 0);
  diverging.diverging_epoch = {.epoch = 0, .end_offset = 0};
  EXPECT_EQ(fetch(session_fetch(id, 1)), news(id, {topic_answer("t", {diverging})}));
  EXPECT_EQ(fetch(session_fetch(id, 2)), news(id, {topic_answer("t", {diverging})}));
}

TEST_F(FetchSessionNews, ATopicInAnUnreadableCodecIsToldOnlyWhenThereIsNews) {
  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {{.name = "z",
                      .num_partitions = 1,
                      .replication_factor = 1,
                      .configs = {{.name = "compression.type", .value = "zstd"}}}};
  ASSERT_TRUE(client.ask<CreateTopicsResponse>(creation, 7).has_value());
  const auto refusal = topic_answer("z", {not_read(0, ErrorCode::unsupported_compression_type)});

  const auto opened = fetch(session_fetch(0, 0, {topic("z", {from(0, 0)})}), 9);

  EXPECT_EQ(opened, news(opened->session_id, {refusal}));
  EXPECT_EQ(fetch(session_fetch(opened->session_id, 1), 9), nothing_new(opened->session_id));
}

TEST_F(FetchSessionEpochs, ARepeatedOrSkippedEpochIsRefusedAndHarmsNothing) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  ASSERT_EQ(fetch(session_fetch(id, 1)), nothing_new(id));

  const auto refusal = session_error(ErrorCode::invalid_fetch_session_epoch);
  EXPECT_EQ(fetch(session_fetch(id, 1, {topic("t", {from(1, 0)})})), refusal);
  EXPECT_EQ(fetch(session_fetch(id, 3)), refusal);
  EXPECT_EQ(fetch(session_fetch(id, -2)), refusal);
  EXPECT_EQ(fetch(session_fetch(id, 2)), nothing_new(id));
}

TEST_F(FetchSessionEpochs, AnUnknownSessionIsNotFoundButAFullFetchMayNameIt) {
  EXPECT_EQ(fetch(session_fetch(77, 1)), session_error(ErrorCode::fetch_session_id_not_found));
  EXPECT_EQ(fetch(session_fetch(0, 1)), session_error(ErrorCode::fetch_session_id_not_found));
  EXPECT_EQ(fetch(session_fetch(77, -1, {topic("t", {from(0, 0)})})),
            news(0, {topic_answer("t", {holds(0, 0)})}));
}

TEST_F(FetchSessionEpochs, TheFinalEpochClosesTheSession) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});

  EXPECT_EQ(fetch(session_fetch(id, -1)), nothing_new(0));
  EXPECT_EQ(fetch(session_fetch(id, 1)), session_error(ErrorCode::fetch_session_id_not_found));
  EXPECT_EQ(sessions_of(api.broker().state(), 1).size(), 0);
}

TEST_F(FetchSessionEpochs, AFullFetchThatNamesASessionReplacesIt) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});

  const auto again = fetch(session_fetch(id, 0, {topic("t", {from(1, 0)})}));

  EXPECT_NE(again->session_id, id);
  EXPECT_EQ(again, news(again->session_id, {topic_answer("t", {holds(1, 0)})}));
  EXPECT_EQ(fetch(session_fetch(id, 1)), session_error(ErrorCode::fetch_session_id_not_found));
  EXPECT_EQ(sessions_of(api.broker().state(), 1).size(), 1);
}

TEST_F(FetchSessionEpochs, AnIdThatNoShardCouldHaveFailsAsInKafka) {
  FetchResponse expected{.error_code = ErrorCode::unknown_server_error, .session_id = -300'000'000};
  EXPECT_EQ(fetch(session_fetch(-300'000'000, 1)), expected);
  expected.session_id = 2'147'483'647;
  expected.responses = {topic_answer("t", {not_read(0, ErrorCode::unknown_server_error)})};
  EXPECT_EQ(fetch(session_fetch(2'147'483'647, 0, {topic("t", {from(0, 0)})})), expected);
  EXPECT_EQ(fetch(session_fetch(-1, 1)), session_error(ErrorCode::fetch_session_id_not_found));
}

TEST_F(FetchSessionEpochs, NamesAndIdsDoNotMix) {
  const Uuid topic_id = *api.broker_topic_id("t");
  const std::int32_t by_name = open({topic("t", {from(0, 0)})});
  const std::int32_t by_id = open({topic_by(topic_id, {from(0, 0)})}, 13);

  const auto refusal = session_error(ErrorCode::fetch_session_topic_id_error);
  EXPECT_EQ(fetch(session_fetch(by_name, 1), 13), refusal);
  EXPECT_EQ(fetch(session_fetch(by_id, 1), 12), refusal);
  EXPECT_EQ(fetch(session_fetch(by_id, 1), 13), nothing_new(by_id));
}

TEST_F(FetchSessionEpochs, ARequestThatFailsAsAWholeMovesTheEpoch) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  FetchRequest strange = session_fetch(id, 1);
  strange.isolation_level = 9;

  const FetchResponse expected{.error_code = ErrorCode::unknown_server_error, .session_id = id};
  EXPECT_EQ(fetch(strange), expected);
  EXPECT_EQ(fetch(session_fetch(id, 2)), nothing_new(id));
}

TEST_F(FetchSessionPartitions, NamedOnesAreAddedAtTheEndAndForgottenOnesGo) {
  const std::int32_t id = open({topic("t", {from(1, 0)})});
  FetchRequest request = session_fetch(id, 1, {topic("t", {from(0, 0), from(2, 0)})});
  request.forgotten_topics_data = {forgotten("t", {1, 2, 8}), forgotten("x", {0})};

  EXPECT_EQ(fetch(request), news(id, {topic_answer("t", {holds(0, 0)})}));
  produce("t", 1, batch_of("a"));
  EXPECT_EQ(fetch(session_fetch(id, 2)), nothing_new(id));
  EXPECT_EQ(fetch(session_fetch(id, 3, {topic("t", {from(1, 1)})})),
            news(id, {topic_answer("t", {holds(1, 1)})}));
}

TEST_F(FetchSessionPartitions, ForgettingAllClosesTheSessionAndAnswersWhatIsNamed) {
  const std::int32_t id = open({topic("t", {from(0, 0)})});
  FetchRequest request = session_fetch(id, 1, {topic("t", {from(0, 0), from(1, 0)})});
  request.forgotten_topics_data = {forgotten("t", {0, 1})};

  EXPECT_EQ(fetch(request), news(0, {topic_answer("t", {holds(0, 0), holds(1, 0)})}));
  EXPECT_EQ(fetch(session_fetch(id, 2)), session_error(ErrorCode::fetch_session_id_not_found));
}

TEST_F(FetchSessionPartitions, AnEmptySessionLivesUntilItsFirstRequestWithoutPartitions) {
  const std::int32_t filled = open({});
  EXPECT_EQ(fetch(session_fetch(filled, 1, {topic("t", {from(0, 0)})})),
            news(filled, {topic_answer("t", {holds(0, 0)})}));

  const std::int32_t empty = open({});
  EXPECT_EQ(fetch(session_fetch(empty, 1)), nothing_new(0));
  EXPECT_EQ(fetch(session_fetch(empty, 1)), session_error(ErrorCode::fetch_session_id_not_found));
}

TEST_F(FetchSessionPartitions, UnknownOnesComeLastAndAreToldOfWhenTheyAreThere) {
  const std::int32_t id = open({topic("u", {from(0, 0)}), topic("t", {from(0, 0)})});
  const auto unknown = topic_answer("u", {not_read(0, ErrorCode::unknown_topic_or_partition)});
  produce("t", 0, batch_of("a"));

  EXPECT_EQ(fetch(session_fetch(id, 1)),
            news(id, {topic_answer("t", {holds(0, 1, at_offset(batch_of("a"), 0))}), unknown}));
  api.create_topic("u");
  EXPECT_EQ(fetch(session_fetch(id, 2, {topic("t", {from(0, 1)})})),
            news(id, {topic_answer("u", {holds(0, 0)})}));
}

TEST_F(FetchSessionPartitions, ByNameATopicMadeAgainIsFollowed) {
  api.create_topic("u");
  produce("u", 0, batch_of("a"));
  const std::int32_t id = open({topic("u", {from(0, 1)})});
  delete_topic("u");

  EXPECT_EQ(fetch(session_fetch(id, 1)),
            news(id, {topic_answer("u", {not_read(0, ErrorCode::unknown_topic_or_partition)})}));
  api.create_topic("u");
  EXPECT_EQ(fetch(session_fetch(id, 2, {topic("u", {from(0, 0)})})),
            news(id, {topic_answer("u", {holds(0, 0)})}));
}

TEST_F(FetchSessionPartitions, ByIdATopicMadeAgainIsAnotherOne) {
  api.create_topic("u");
  const Uuid topic_id = *api.broker_topic_id("u");
  const std::int32_t id = open({topic_by(topic_id, {from(0, 0)})}, 13);
  delete_topic("u");

  EXPECT_EQ(
      fetch(session_fetch(id, 1), 13),
      news(id, {topic_answer_by(topic_id, {not_read(0, ErrorCode::unknown_topic_or_partition)})}));
  api.create_topic("u");
  EXPECT_EQ(fetch(session_fetch(id, 2), 13),
            news(id, {topic_answer_by(topic_id, {failed(0, ErrorCode::inconsistent_topic_id)})}));
}

TEST_F(FetchSessionPartitions, AnIdThatWasNeverThereIsUnknownEachTime) {
  const Uuid strange{{1, 2, 3}};
  const auto unknown = topic_answer_by(strange, {not_read(0, ErrorCode::unknown_topic_id)});

  const auto opened = fetch(session_fetch(0, 0, {topic_by(strange, {from(0, 0)})}), 13);
  const std::int32_t id = opened->session_id;

  EXPECT_EQ(opened, news(id, {unknown}));
  EXPECT_EQ(fetch(session_fetch(id, 1), 13), news(id, {unknown}));
}

TEST_F(FetchSessionPartitions, ATopicWithoutIdCanNotBeFollowed) {
  const FetchResponse refusal{.error_code = ErrorCode::unknown_server_error};
  EXPECT_EQ(fetch(session_fetch(0, 0, {topic_by({}, {from(0, 0)})}), 13), refusal);
  EXPECT_EQ(sessions_of(api.broker().state(), 1).size(), 0);
  EXPECT_EQ(fetch(session_fetch(0, -1, {topic_by({}, {from(0, 0)})}), 13),
            news(0, {topic_answer_by({}, {not_read(0, ErrorCode::unknown_topic_id)})}));
}

}  // namespace
}  // namespace cohort::broker
