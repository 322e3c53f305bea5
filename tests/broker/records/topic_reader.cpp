#include "topic_reader.hpp"

#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/records.hpp>

namespace cohort::broker {

namespace {

constexpr std::int16_t fetch_version = 11;

FetchPartitionData fetch(testing::WireClient& client, const std::string& topic,
                         std::int32_t partition, std::int64_t offset) {
  FetchRequest request{.max_bytes = 50'000'000};
  request.topics = {
      {.topic = topic,
       .partitions = {
           {.partition = partition, .fetch_offset = offset, .partition_max_bytes = 1'000'000}}}};
  const auto answer = client.ask<FetchResponse>(request, fetch_version);
  if (!answer) return {.error_code = ErrorCode::unknown_server_error};
  return answer->responses.at(0).partitions.at(0);
}

ReadBatch read(std::int32_t partition, const Buffer& bytes) {
  const BatchView view = BatchView::of(bytes).value();
  EXPECT_TRUE(view.crc_matches());
  ReadBatch batch{.partition = partition, .header = view.header(), .marker = marker_of(view)};
  RecordCursor cursor(view.records().value());
  for (RecordView record; cursor.next(record);) {
    batch.records.push_back(record.owned());
    batch.offsets.push_back(view.header().base_offset + record.offset_delta);
  }
  EXPECT_EQ(cursor.fault(), std::nullopt);
  return batch;
}

}  // namespace

std::vector<ReadBatch> read_topic(testing::WireClient& client, const std::string& topic) {
  std::vector<ReadBatch> batches;
  for (std::int32_t partition = 0;; ++partition) {
    FetchPartitionData got = fetch(client, topic, partition, 0);
    if (got.error_code == ErrorCode::unknown_topic_or_partition) return batches;
    EXPECT_EQ(got.error_code, ErrorCode::none);
    for (std::int64_t offset = 0; got.records && !got.records->empty();) {
      for (const RecordsEntry& entry : split_records(got.records->joined()).value()) {
        batches.push_back(read(partition, entry.bytes));
        offset = batches.back().header.last_offset() + 1;
      }
      got = fetch(client, topic, partition, offset);
    }
  }
}

}  // namespace cohort::broker
