// What Control does to the records of a partition.
#include "broker/control/control_world.hpp"
#include <cohort/protocol/crc32c.hpp>

#include <limits>

namespace cohort::broker {
namespace {

using Refusal = std::invalid_argument;

Record keyed(std::string_view key, std::string_view value) {
  Record record = record_of(value);
  record.key = Buffer::copy_of(key);
  return record;
}

Buffer batch_of(const BatchOptions& options, const std::vector<Record>& records) {
  BatchBuilder batch(options);
  for (const Record& record : records) batch.add(record);
  return batch.build().bytes();
}

/// The same batch with a few of its bytes others, and a checksum that fits (RecordBatch's fields
/// begin: checksum at 17, attributes at 21, last offset delta at 23, record count at 57).
Buffer with_bytes(const Buffer& batch, std::size_t at, std::string_view bytes,
                  std::optional<std::string> body = std::nullopt) {
  constexpr std::size_t header = 61;
  std::string changed(batch.text());
  changed.replace(at, bytes.size(), bytes);
  if (body) changed = changed.substr(0, header) + *body;
  const auto put = [&changed](std::size_t place, std::uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      changed[place++] = static_cast<char>((number >> static_cast<unsigned>(shift)) & 0xFFU);
    }
  };
  put(8, static_cast<std::uint32_t>(changed.size() - 12));
  const Buffer covered = Buffer::copy_of(std::string_view(changed).substr(21));
  put(17, crc32c(covered.bytes()));
  return Buffer::copy_of(changed);
}
std::string big_endian(std::int32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(
        (static_cast<std::uint32_t>(number) >> static_cast<unsigned>(shift)) & 0xFFU);
  }
  return bytes;
}
Buffer with_last_offset_delta(const Buffer& batch, std::int32_t delta) {
  return with_bytes(batch, 23, big_endian(delta));
}
Buffer with_record_count(const Buffer& batch, std::int32_t count) {
  return with_bytes(batch, 57, big_endian(count));
}
Buffer with_body(const Buffer& batch, const std::string& body, char codec) {
  return with_bytes(batch, 22, std::string(1, codec), body);
}

class ControlRecords : public ControlWorld {
 protected:
  void make_compacted(const std::string& topic = "c") {
    CreateTopicsRequest request{.timeout_ms = 1000};
    request.topics.push_back({.name = topic, .num_partitions = 1, .replication_factor = 1});
    request.topics.back().configs = {{"cleanup.policy", "compact"}};
    ASSERT_TRUE(client.ask<CreateTopicsResponse>(request, 5).has_value());
  }
  FetchPartitionData fetch(std::int64_t offset) {
    FetchRequest request = fetch_request(offset);
    request.max_wait_ms = 0;
    return client.ask<FetchResponse>(request, 12).value().responses.at(0).partitions.at(0);
  }

  testing::WireClient client{broker.world(), "client"};
};

TEST_F(ControlRecords, RecordsAreAppendedAsOneBatchAndWakeWhoWaits) {
  ASSERT_EQ(client.ask<FetchResponse>(fetch_request(0), 12), std::nullopt);

  EXPECT_EQ(control().append("t", 0, {record_of("a"), record_of("b")}), 0);
  EXPECT_EQ(control().append("t", 0, {record_of("c", 5)}), 2);
  broker.settle();

  const FetchResponse answer = client.take<FetchResponse>(12).value();
  EXPECT_EQ(answer.responses.at(0).partitions.at(0).high_watermark, 2);
  EXPECT_EQ(partition(0).end_offset, 3);
}

TEST_F(ControlRecords, AppendRefusesWhatAProducerWouldBeRefused) {
  make_compacted();
  expect_refused<Refusal>([](Control& c) { c.append("c", 0, {record_of("no key")}); });
  expect_refused<Refusal>([](Control& c) { c.append("t", 0, {}); });
  expect_refused<NotThere>([](Control& c) { c.append("t", 3, {record_of("x")}); });
  expect_refused<NotThere>([](Control& c) { c.append("t", -1, {record_of("x")}); });
  expect_refused<NotThere>([](Control& c) { c.append("u", 0, {record_of("x")}); });
}

TEST_F(ControlRecords, ABatchIsPutBehindAGap) {
  control().append("t", 0, {record_of("x")});
  const Buffer batch = batch_of({}, {record_of("y", 1), record_of("z", 1)});

  EXPECT_EQ(control().append_batch("t", 0, batch, 10), 10);
  EXPECT_EQ(control().append_batch("t", 0, batch), 12);

  EXPECT_EQ(partition(0).end_offset, 14);
  Buffers expected = BatchView::of(batch).value().placed_at(10, 0);
  expected.append(BatchView::of(batch).value().placed_at(12, 0));
  EXPECT_EQ(fetch(1).records, expected);
  expect_refused<Refusal>([&](Control& c) { c.append_batch("t", 0, batch, 13); });
  expect_refused<Refusal>([&](Control& c) { c.append_batch("t", 0, batch, -1); });
}

TEST_F(ControlRecords, AnyProducersTransactionCanBeOpenedAndEnded) {
  BatchOptions transactional{
      .producer_id = 77, .producer_epoch = 3, .base_sequence = 40, .is_transactional = true};
  control().append_batch("t", 0, batch_of(transactional, {record_of("x", 1)}));
  EXPECT_EQ(partition(0).last_stable_offset, 0);

  BatchOptions marker{
      .producer_id = 77, .producer_epoch = 3, .is_transactional = true, .is_control = true};
  const Record commit{.timestamp = 1,
                      .key = Buffer::copy_of(std::string_view("\0\0\0\1", 4)),
                      .value = Buffer::copy_of(std::string_view("\0\0\0\0\0\0", 6))};
  EXPECT_EQ(control().append_batch("t", 0, batch_of(marker, {commit})), 1);
  EXPECT_EQ(partition(0).last_stable_offset, 2);
}

TEST_F(ControlRecords, ABatchWithoutRecordsKeepsItsOffsets) {
  const Buffer empty = batch_of({.last_offset_delta = 4}, {});
  EXPECT_EQ(control().append_batch("t", 0, empty), 0);
  EXPECT_EQ(partition(0).end_offset, 5);
  EXPECT_EQ(control().append("t", 0, {record_of("x")}), 5);
}

TEST_F(ControlRecords, BytesThatAreNoBatchAreRefused) {
  const Buffer good = batch_of({}, {record_of("x", 1)});
  std::string bytes(good.text());
  const auto refused = [&](const std::string& wrong) {
    expect_refused<Refusal>([&](Control& c) { c.append_batch("t", 0, Buffer::copy_of(wrong)); });
  };
  refused("");
  refused("no batch");
  refused(bytes.substr(0, bytes.size() - 1));
  refused(bytes + 'x');
  refused(bytes + bytes);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  refused(bytes);
  expect_refused<NotThere>([&](Control& c) { c.append_batch("u", 0, good); });
  expect_refused<NotThere>([&](Control& c) { c.append_batch("t", 9, good); });
}

TEST_F(ControlRecords, ABatchWhoseOffsetsDoNotCountUpOrHaveNoEndIsRefused) {
  const Buffer good = batch_of({}, {record_of("x", 1), record_of("y", 1)});
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  expect_refused<Refusal>([&](Control& c) { c.append_batch("t", 0, good, most); });
  expect_refused<Refusal>([&](Control& c) { c.append_batch("t", 0, good, most - 1); });
  for (const std::int32_t delta : {-1, -3, std::numeric_limits<std::int32_t>::min()}) {
    expect_refused<Refusal>(
        [&](Control& c) { c.append_batch("t", 0, with_last_offset_delta(good, delta)); });
  }
  EXPECT_EQ(control().append_batch("t", 0, good, most - 2), most - 2);
  control().apply_retention();
  EXPECT_EQ(partition(0).end_offset, most);
}

// As a real cleaner does with a partition that it can't read: it leaves it (LogCleanerManager,
// uncleanable partitions).
TEST_F(ControlRecords, WhatCantBeReadIsStoredAndNeverCompacted) {
  const Buffer good = batch_of({}, {keyed("k", "1"), keyed("k", "2")});
  const std::string garbage = "\xff\xfe no record";
  const std::vector<Buffer> batches{with_body(good, "", 0),      with_body(good, garbage, 0),
                                    with_body(good, garbage, 1), with_body(good, "", 7),
                                    with_record_count(good, 9),  with_record_count(good, -7)};
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const std::string topic = "c" + std::to_string(i);
    make_compacted(topic);
    control().append_batch(topic, 0, batches[i]);
    control().append_batch(topic, 0, good);
    const std::int64_t before = partition(0, topic).size_bytes;
    control().compact(topic);
    EXPECT_EQ(partition(0, topic).size_bytes, before);
  }
  broker.advance(std::chrono::hours(24));
}

TEST_F(ControlRecords, RecordsBelowAnOffsetAreDeleted) {
  for (int i = 0; i < 3; ++i) control().append("t", 0, {record_of("x")});

  EXPECT_EQ(control().delete_records("t", 0, 2), 2);
  EXPECT_EQ(partition(0).log_start_offset, 2);
  EXPECT_EQ(newest(FactKind::records_deleted).cause, by_control("delete_records"));
  EXPECT_EQ(control().delete_records("t", 0, -1), 3);
  expect_refused<Refusal>([](Control& c) { c.delete_records("t", 0, 4); });
  expect_refused<NotThere>([](Control& c) { c.delete_records("t", 3, 0); });
  expect_refused<NotThere>([](Control& c) { c.delete_records("u", 0, 0); });
}

TEST_F(ControlRecords, CompactionKeepsTheNewestOfEachKeyAtOnce) {
  make_compacted();
  control().append("c", 0, {keyed("k", "1"), keyed("l", "1")});
  control().append("c", 0, {keyed("k", "2")});
  const std::int64_t before = partition(0, "c").size_bytes;

  control().compact("c");

  EXPECT_LT(partition(0, "c").size_bytes, before);
  EXPECT_EQ(partition(0, "c").end_offset, 3);
  expect_refused<Refusal>([](Control& c) { c.compact("t"); });
  expect_refused<NotThere>([](Control& c) { c.compact("u"); });
}

TEST_F(ControlRecords, RetentionIsAppliedAtOnceToOneTopicOrToAll) {
  control().create_topic("u");
  for (const char* topic : {"t", "u"}) control().append(topic, 0, {record_of("old", 1)});

  control().apply_retention("t");
  EXPECT_EQ(partition(0).log_start_offset, 1);
  EXPECT_EQ(partition(0, "u").log_start_offset, 0);
  EXPECT_EQ(newest(FactKind::records_deleted).topic, "t");
  EXPECT_EQ(newest(FactKind::records_deleted).cause, by_control("apply_retention"));

  control().apply_retention();
  EXPECT_EQ(partition(0, "u").log_start_offset, 1);
  expect_refused<NotThere>([](Control& c) { c.apply_retention("v"); });
}

TEST(ControlMemory, WhatDoesNotFitIsRefused) {
  VirtualOptions options = control_options();
  options.config.memory_limit = 1000;
  VirtualBroker broker(options);
  const std::string large(1000, 'x');
  EXPECT_THROW(broker.control().append("t", 0, {record_of(large)}), std::invalid_argument);
  EXPECT_THROW(broker.control().append_batch("t", 0, batch_of({}, {record_of(large, 1)})),
               std::invalid_argument);
  EXPECT_EQ(broker.control().topic("t")->partitions.at(0).end_offset, 0);
}

}  // namespace
}  // namespace cohort::broker
