// Retention and compaction by the broker's own timers, as clients see them.
#include "api_world.hpp"
#include <cohort/protocol/message_set.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::WireClient;

class LogCleanup : public ::testing::Test {
 protected:
  void create(const std::string& name,
              const std::vector<std::pair<std::string, std::string>>& configs) {
    CreateTopicsRequest request{.timeout_ms = 1000};
    request.topics = {{.name = name, .num_partitions = 1, .replication_factor = 1}};
    for (auto& [key, value] : configs) {
      request.topics[0].configs.push_back({.name = key, .value = value});
    }
    const auto response = client.ask<CreateTopicsResponse>(request, 7);
    ASSERT_TRUE(response.has_value());
    ASSERT_EQ(response->topics[0].error_code, ErrorCode::none);
  }

  void produce(const std::string& topic, std::string_view key, std::string_view value) {
    BatchBuilder builder({});
    builder.add(Record{.timestamp = api.world.now().unix_ms(),
                       .key = Buffer::copy_of(key),
                       .value = Buffer::copy_of(value)});
    const auto response =
        client.ask<ProduceResponse>(produce_to(topic, builder.build().bytes()), 9);
    ASSERT_TRUE(response.has_value());
    ASSERT_EQ(response->responses[0].partition_responses[0].error_code, ErrorCode::none);
  }

  static FetchRequest fetch_from(const std::string& topic, std::int64_t offset) {
    FetchRequest request{.max_wait_ms = 3'600'000, .min_bytes = 100'000};
    FetchTopic wanted;
    wanted.topic = topic;
    wanted.partitions = {{.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1 << 20}};
    request.topics = {wanted};
    return request;
  }

  std::int64_t offset_at(const std::string& topic, std::int64_t timestamp) {
    ListOffsetsRequest request{.replica_id = -1};
    ListOffsetsTopic wanted;
    wanted.name = topic;
    wanted.partitions = {{.partition_index = 0, .timestamp = timestamp}};
    request.topics = {wanted};
    const auto response = client.ask<ListOffsetsResponse>(request, 7);
    EXPECT_TRUE(response.has_value());
    return response->topics[0].partitions[0].offset;
  }

  Instant deadline() { return api.broker().next_deadline(); }

  /// The values of all records from the earliest on, and the offset behind each batch.
  std::vector<std::string> values(const std::string& topic) {
    std::vector<std::string> found;
    const PartitionLog& log = api.broker().state().catalog.find(topic, 0)->log;
    for (std::int64_t offset = offset_at(topic, -2); offset < log.log_end_offset();) {
      FetchRequest request = fetch_from(topic, offset);
      request.max_wait_ms = 0;
      const auto response = reader.ask<FetchResponse>(request, 12);
      const Buffer bytes = response->responses[0].partitions[0].records->joined();
      if (bytes.empty()) break;
      for (const RecordsEntry& entry : split_records(bytes).value()) {
        const BatchView batch = BatchView::of(entry.bytes).value();
        RecordCursor cursor(batch.records().value());
        RecordView record;
        while (cursor.next(record)) found.emplace_back(record.value->begin(), record.value->end());
        offset = batch.header().last_offset() + 1;
      }
    }
    return found;
  }

  ApiWorld api;
  WireClient client{api.world, "client"};
  WireClient reader{api.world, "reader"};
};

TEST_F(LogCleanup, OldSegmentsGoAtTheNextCheckAndWhoWaitsThereIsTold) {
  create("t", {{"retention.ms", "60000"}});
  produce("t", "k", "old");
  ASSERT_EQ(reader.ask<FetchResponse>(fetch_from("t", 0), 12), std::nullopt);

  // Checks come 30 s after the start and then every 5 minutes.
  api.world.advance(seconds(329));
  EXPECT_EQ(offset_at("t", -2), 0);
  api.world.advance(seconds(1));
  EXPECT_EQ(offset_at("t", -2), 1);
  EXPECT_EQ(offset_at("t", -1), 1);
  const auto response = reader.take<FetchResponse>(12);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses[0].partitions[0].error_code, ErrorCode::offset_out_of_range);
  EXPECT_EQ(api.broker().state().catalog.total_bytes(), 0);

  // The next record goes on where the log ended, and tells where it starts.
  produce("t", "k", "new");
  EXPECT_EQ(values("t"), (std::vector<std::string>{"new"}));
}

TEST_F(LogCleanup, WithoutRecordsNothingIsDueForIt) {
  create("t", {{"cleanup.policy", "compact,delete"}});
  const Instant idle = deadline();
  EXPECT_GE(idle, api.world.now() + minutes(9));
  produce("t", "k", "v");
  EXPECT_EQ(deadline(), api.world.now() + seconds(15));
  api.world.turn("broker", [&] {
    api.broker().compact("t", api.world.now());
    api.broker().apply_retention(api.world.now());
  });
  EXPECT_EQ(values("t"), (std::vector<std::string>{"v"}));
}

TEST_F(LogCleanup, TheCleanerCompactsClosedSegmentsAndReadersPassTheGaps) {
  create("t", {{"cleanup.policy", "compact"}, {"segment.bytes", "100"}});
  for (const std::string_view value : {"1", "2", "3", "4"}) produce("t", "k", value);
  EXPECT_EQ(values("t"), (std::vector<std::string>{"1", "2", "3", "4"}));

  api.world.advance(seconds(15));

  EXPECT_EQ(values("t"), (std::vector<std::string>{"3", "4"}));
  EXPECT_EQ(offset_at("t", -2), 0);
  EXPECT_EQ(offset_at("t", -1), 4);
  // The first segment is empty now and counts by when it was written: the one that is looked into
  // has nothing (LogSegment.largestTimestamp, UnifiedLog.searchOffsetInLocalLog).
  EXPECT_EQ(offset_at("t", 0), -1);
}

TEST_F(LogCleanup, OldClientsGetTheMessagesThatAreLeft) {
  create("t", {{"cleanup.policy", "compact"}});
  for (const std::string_view value : {"1", "2", "3"}) produce("t", "k", value);
  produce("t", "j", "4");
  api.world.turn("broker", [&] { api.broker().compact("t", api.world.now()); });

  FetchRequest request = fetch_from("t", 0);
  request.max_wait_ms = 0;
  const auto response = reader.ask<FetchResponse>(request, 2);

  std::vector<std::int64_t> offsets;
  const Buffer bytes = response->responses[0].partitions[0].records->joined();
  for (const RecordsEntry& entry : split_records(bytes).value()) {
    EXPECT_EQ(entry.magic, 1);
    offsets.push_back(read_message(entry).value().offset);
  }
  EXPECT_EQ(offsets, (std::vector<std::int64_t>{2, 3}));
}

TEST_F(LogCleanup, CompactAtOnceReachesTheNewestRecords) {
  create("t", {{"cleanup.policy", "compact"}});
  for (const std::string_view value : {"1", "2", "3"}) produce("t", "k", value);
  api.world.turn("broker", [&] { api.broker().compact("t", api.world.now()); });
  EXPECT_EQ(values("t"), (std::vector<std::string>{"3"}));
  create("d", {});
  EXPECT_THROW(api.broker().compact("d", api.world.now()), std::invalid_argument);
  EXPECT_THROW(api.broker().compact("none", api.world.now()), std::invalid_argument);
}

}  // namespace
}  // namespace cohort::broker
