// Fetch v0-v3: message sets.
#include "api_world.hpp"
#include "fetch/old_records.hpp"
#include "fetch_samples.hpp"
#include <cohort/protocol/message_set.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;
using namespace fetching;

/// The offset and the value of each message, of wrappers what is in them.
using Values = std::vector<std::pair<std::int64_t, std::string>>;

Values values_in(const Buffer& records) {
  Values values;
  for (const RecordsEntry& entry : split_records(records).value()) {
    EXPECT_TRUE(crc_matches(entry));
    const Message outer = read_message(entry).value();
    const bool is_wrapper = outer.compression() != Compression::none;
    for (const Message& message : is_wrapper ? unwrap(outer).value() : std::vector{outer}) {
      values.emplace_back(message.offset, message.value->text());
    }
  }
  return values;
}

StoredBatch stored(std::int64_t base_offset, const std::vector<std::string>& values,
                   const BatchOptions& options = {}) {
  BatchBuilder builder(options);
  for (const std::string& value : values) {
    builder.add(Record{.timestamp = 1000, .value = Buffer::copy_of(value)});
  }
  return {.base_offset = base_offset, .batch = builder.build()};
}

const BatchOptions marker{.is_control = true};
const BatchOptions zstd{.compression = Compression::zstd};
const BatchOptions gzip{.compression = Compression::gzip};

std::int64_t size_of(const std::vector<StoredBatch>& batches) {
  std::int64_t size = 0;
  for (const StoredBatch& each : batches) size += each.size();
  return size;
}

TEST(OldRecords, MessagesBeginAtTheFetchOffsetButWrappersWhereTheyBegin) {
  const std::vector<StoredBatch> batches{stored(10, {"a", "b", "c"}), stored(13, {"d", "e"}, gzip)};
  const OldRecords old =
      as_message_set(batches, {.version = 2, .fetch_offset = 12, .bytes = 10'000});
  EXPECT_EQ(values_in(old.records.joined()), (Values{{12, "c"}, {13, "d"}, {14, "e"}}));
  const OldRecords inside =
      as_message_set({&batches[1], 1}, {.version = 1, .fetch_offset = 14, .bytes = 10'000});
  EXPECT_EQ(values_in(inside.records.joined()), (Values{{13, "d"}, {14, "e"}}));
}

TEST(OldRecords, AreNoLongerThanWhatWasFoundButForTheFirstBatch) {
  // As messages they are a third longer.
  const std::vector<StoredBatch> batches{stored(0, std::vector<std::string>(20, "x")),
                                         stored(20, std::vector<std::string>(20, "y"))};
  const OldRecords old =
      as_message_set(batches, {.version = 3, .fetch_offset = 0, .bytes = size_of(batches)});
  EXPECT_EQ(values_in(old.records.joined()).size(), 20u);
  const OldRecords more = as_message_set(batches, {.version = 3, .fetch_offset = 0, .bytes = 1000});
  EXPECT_EQ(values_in(more.records.joined()).size(), 28u);
  EXPECT_LE(more.records.size(), 1000u);
}

TEST(OldRecords, WhatCanNotBeConvertedEndsTheAnswer) {
  const std::vector<StoredBatch> later{stored(0, {"a"}), stored(1, {"b"}, zstd)};
  const OldRecords old = as_message_set(later, {.fetch_offset = 0, .bytes = 10'000});
  EXPECT_EQ(values_in(old.records.joined()), (Values{{0, "a"}}));
  EXPECT_EQ(old.error, ErrorCode::none);
}

TEST(OldRecords, WhatCanNotBeConvertedIsAnErrorIfThereIsNothingBefore) {
  const std::vector<StoredBatch> first{stored(0, {"m"}, marker), stored(1, {"b"}, zstd)};
  EXPECT_EQ(as_message_set(first, {.fetch_offset = 0, .bytes = 10'000}).error,
            ErrorCode::unsupported_compression_type);
  BatchBuilder builder({});
  builder.add(Record{.timestamp = -5, .value = Buffer::copy_of("a")});
  const std::vector<StoredBatch> negative{{.base_offset = 0, .batch = builder.build()}};
  EXPECT_EQ(as_message_set(negative, {.fetch_offset = 0, .bytes = 10'000}).error,
            ErrorCode::unknown_server_error);
}

TEST(OldRecords, MarkersAloneAreToldByAMessageThatCanNotBeRead) {
  const std::vector<StoredBatch> markers{stored(0, {"m"}, marker)};
  const OldRecords old = as_message_set(markers, {.fetch_offset = 0, .bytes = 78});
  const Buffer bytes = old.records.joined();
  EXPECT_EQ(bytes.size(), 12u);
  EXPECT_EQ(bytes.text().substr(0, 8), std::string(8, '\xff'));
  EXPECT_EQ(static_cast<int>(bytes.text().back()), 61);
  EXPECT_TRUE(as_message_set({}, {.fetch_offset = 0, .bytes = 0}).records.empty());
}

TEST(OldFetch, EveryVersionGetsItsMessagesAndTheyBeginAtItsOffset) {
  ApiWorld api;
  api.create_topic("t");
  WireClient client(api.world, "client");
  const Buffer batch = stored(0, {"a", "b", "c"}).batch.bytes();
  ASSERT_TRUE(client.ask<ProduceResponse>(produce_to("t", batch), 9).has_value());

  FetchRequest request;
  request.topics = {topic("t", {from(0, 1)})};
  for (std::int16_t version = 0; version < 4; ++version) {
    const auto response = client.ask<FetchResponse>(request, version);
    ASSERT_TRUE(response.has_value());
    const FetchPartitionData& partition = response->responses[0].partitions[0];
    const Buffer records = partition.records->joined();
    EXPECT_EQ(values_in(records), (Values{{1, "b"}, {2, "c"}})) << version;
    for (const RecordsEntry& entry : split_records(records).value()) {
      EXPECT_EQ(entry.magic, version < 2 ? 0 : 1);
    }
  }
}

// KIP-74: until v2 a batch that is larger than the limit is not given at all.
TEST(OldFetch, ABatchAboveTheLimitIsLeftOutUntilVersion2) {
  ApiWorld api;
  api.create_topic("t");
  WireClient client(api.world, "client");
  const Buffer batch = stored(0, {std::string(200, 'a')}).batch.bytes();
  ASSERT_TRUE(client.ask<ProduceResponse>(produce_to("t", batch), 9).has_value());

  FetchRequest request;
  request.topics = {topic("t", {from(0, 0, 100)})};
  for (std::int16_t version = 0; version < 4; ++version) {
    const auto response = client.ask<FetchResponse>(request, version);
    const FetchPartitionData& partition = response->responses[0].partitions[0];
    EXPECT_EQ(partition.error_code, ErrorCode::none);
    EXPECT_EQ(values_in(partition.records->joined()).size(), version < 3 ? 0u : 1u);
  }
}

}  // namespace
}  // namespace cohort::broker
