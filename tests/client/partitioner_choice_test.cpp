// Records without key stick to a partition for a batch; callers and functions of their own choose.
#include <cohort/client/partitioner.hpp>

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cohort::client {
namespace {

constexpr std::size_t full_batch = 100;

RecordToPlace without_key(std::int32_t partition_count,
                          std::span<const std::int32_t> available = {}) {
  return {.topic = "t", .partition_count = partition_count, .available = available};
}

/// Where so many records of 40 bytes without key go.
std::vector<std::int32_t> places_without_key(StickyPartitions& sticky, const RecordToPlace& record,
                                             std::size_t count) {
  std::vector<std::int32_t> result;
  while (result.size() < count) {
    result.push_back(partition_for({}, record, sticky).value());
    sticky.added({"t", result.back()}, 40, full_batch);
  }
  return result;
}

TEST(StickyPartitions, KeepAPartitionUntilABatchIsFull) {
  StickyPartitions sticky{Rng(1)};
  const auto seen = places_without_key(sticky, without_key(5), 300);
  for (std::size_t record = 0; record < seen.size(); record += 3) {
    EXPECT_EQ(seen[record], seen[record + 1]);
    EXPECT_EQ(seen[record], seen[record + 2]);
    if (record > 0) {
      EXPECT_NE(seen[record], seen[record - 1]);
    }
  }
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 5U);
}

TEST(StickyPartitions, UseAllPartitionsAboutEqually) {
  StickyPartitions sticky{Rng(2)};
  std::vector<int> counts(4);
  for (const std::int32_t seen : places_without_key(sticky, without_key(4), 12'000)) {
    ++counts.at(static_cast<std::size_t>(seen));
  }
  for (const int count : counts) EXPECT_NEAR(count, 3000, 300);
}

TEST(StickyPartitions, OfOneSeedChooseTheSame) {
  StickyPartitions a{Rng(7)};
  StickyPartitions b{Rng(7)};
  EXPECT_EQ(places_without_key(a, without_key(9), 200), places_without_key(b, without_key(9), 200));
  EXPECT_EQ(a, b);
}

TEST(StickyPartitions, DoNotCountWhatGoesElsewhere) {
  StickyPartitions sticky{Rng(1)};
  const std::int32_t first = sticky.current(without_key(5));
  sticky.added({"t", (first + 1) % 5}, 1000, full_batch);
  sticky.added({"other", first}, 1000, full_batch);
  EXPECT_EQ(sticky.current(without_key(5)), first);
}

TEST(StickyPartitions, OfEachTopicAreTheirOwn) {
  StickyPartitions sticky{Rng(1)};
  const std::int32_t first = sticky.current(without_key(5));
  sticky.current({.topic = "u", .partition_count = 1});
  EXPECT_EQ(sticky.current(without_key(5)), first);
}

TEST(StickyPartitions, GoToAPartitionThatHasALeader) {
  const std::vector<std::int32_t> available{1, 4};
  StickyPartitions sticky{Rng(3)};
  const auto seen = places_without_key(sticky, without_key(5, available), 60);
  EXPECT_EQ(std::set(seen.begin(), seen.end()), (std::set{1, 4}));

  const std::vector<std::int32_t> only{seen.back() == 1 ? 4 : 1};
  EXPECT_EQ(sticky.current(without_key(5, only)), only.front());
}

TEST(StickyPartitions, OfOnePartitionAreThatOne) {
  StickyPartitions sticky{Rng(1)};
  EXPECT_EQ(places_without_key(sticky, without_key(1), 9), std::vector<std::int32_t>(9, 0));
}

TEST(Partitioner, SticksWithoutKeyAndWithAnEmptyOneWhereThatIsNone) {
  const std::optional<ByteView> empty = ByteView{};
  for (const PartitionerKind kind :
       {PartitionerKind::murmur2_random, PartitionerKind::consistent_random}) {
    StickyPartitions sticky{Rng(4)};
    const std::int32_t stuck = sticky.current(without_key(1000));
    RecordToPlace record = without_key(1000);
    EXPECT_EQ(partition_for({kind}, record, sticky).value(), stuck);
    record.key = empty;
    const bool is_a_key = kind == PartitionerKind::murmur2_random;
    EXPECT_EQ(partition_for({kind}, record, sticky).value(), is_a_key ? 0x106e08d9 % 1000 : stuck);
  }
}

TEST(Partitioner, RandomLooksAtNoKeyAndDoesNotStick) {
  const std::vector<std::uint8_t> key{1, 2, 3};
  StickyPartitions sticky{Rng(5)};
  std::set<std::int32_t> seen;
  for (int record = 0; record < 100; ++record) {
    seen.insert(partition_for({PartitionerKind::random},
                              {.topic = "t", .key = ByteView(key), .partition_count = 4}, sticky)
                    .value());
  }
  EXPECT_EQ(seen, (std::set{0, 1, 2, 3}));
}

TEST(Partitioner, AsksNobodyWhereTheCallerChose) {
  StickyPartitions sticky{Rng(1)};
  const Partitioner never{.custom = [](const RecordToPlace&) -> std::int32_t {
    ADD_FAILURE();
    return 0;
  }};
  EXPECT_EQ(
      partition_for(never, {.topic = "t", .partition = 2, .partition_count = 3}, sticky).value(),
      2);
}

TEST(Partitioner, RefusesAPartitionThatIsNotThere) {
  StickyPartitions sticky{Rng(1)};
  for (const std::int32_t partition : {-1, 3}) {
    const auto chosen =
        partition_for({}, {.topic = "t", .partition = partition, .partition_count = 3}, sticky);
    EXPECT_EQ(chosen.error(),
              (Failure{.kind = FailureKind::refused,
                       .code = ErrorCode::unknown_topic_or_partition,
                       .message = "the record is for partition " + std::to_string(partition) +
                                  ", and t has partitions 0 to 2",
                       .partition = TopicPartition{"t", partition}}));
  }
}

TEST(Partitioner, AsksAFunctionOfYourOwn) {
  StickyPartitions sticky{Rng(1)};
  const Partitioner by_key_size{.custom = [](const RecordToPlace& record) {
    return static_cast<std::int32_t>(record.key->size());
  }};
  const std::vector<std::uint8_t> key{1, 2};
  const RecordToPlace record{.topic = "t", .key = ByteView(key), .partition_count = 3};
  EXPECT_EQ(partition_for(by_key_size, record, sticky).value(), 2);
  const RecordToPlace too_few{.topic = "t", .key = ByteView(key), .partition_count = 2};
  EXPECT_EQ(partition_for(by_key_size, too_few, sticky).error().message,
            "the partitioner gave partition 2, and t has partitions 0 to 1");
}

TEST(Partitioner, HasLibrdkafkasNames) {
  for (const std::string_view known :
       {"murmur2_random", "murmur2", "consistent_random", "consistent", "random"}) {
    EXPECT_EQ(name(partitioner_named(known)), known);
  }
  EXPECT_EQ(partitioner_named("default"), PartitionerKind::murmur2_random);
  EXPECT_THROW(partitioner_named("sticky"), ConfigError);
}

}  // namespace
}  // namespace cohort::client
