// The batches of one partition: which may be sent when, and their numbers.
#include "producer/partition_queue.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

constexpr Instant queue_start = Instant::from_unix_ms(1'000'000);

SendRules numbered(std::int16_t epoch = 0) {
  return {.is_idempotent = true,
          .producer = {.id = 7, .epoch = epoch},
          .leader = {.node_id = 1},
          .leader_epoch = 3};
}

/// A closed batch of so many records.
ProducerBatch batch_of_records(int count) {
  ProducerBatch batch(Compression::none, queue_start);
  for (int i = 0; i < count; ++i) batch.add({.timestamp = 1, .value = Buffer::copy_of("x")});
  batch.close();
  return batch;
}

PartitionQueue queue_of(const std::vector<int>& counts) {
  PartitionQueue queue({"orders", 0});
  for (const int count : counts) queue.batches().push_back(batch_of_records(count));
  return queue;
}

/// Sends what may be sent, and gives the first sequence of each.
std::vector<std::int32_t> send_all(PartitionQueue& queue, const SendRules& rules,
                                   std::uint64_t first_request = 1) {
  std::vector<std::int32_t> sequences;
  while (const auto index = queue.next(rules, queue_start).index) {
    queue.prepare(*index, rules);
    queue.sent(*index, RequestId{first_request++}, rules);
    sequences.push_back(queue.batches()[*index].first_sequence);
  }
  return sequences;
}

using Sequences = std::vector<std::int32_t>;

TEST(PartitionQueueOrder, TheFirstBatchOfAnEpochGoesAloneAndThenFiveAtATime) {
  PartitionQueue queue = queue_of({2, 1, 1, 1, 1, 1, 1});

  EXPECT_EQ(send_all(queue, numbered()), Sequences{0});
  queue.acknowledged(0);
  EXPECT_EQ(send_all(queue, numbered()), (Sequences{2, 3, 4, 5, 6}));
}

TEST(PartitionQueueOrder, ABatchThatCameBackGoesAgainUnderItsNumberAndThoseBehindItOneByOne) {
  PartitionQueue queue = queue_of({1, 1, 1, 1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  send_all(queue, numbered());
  queue.came_back(0);
  queue.came_back(1);

  EXPECT_EQ(send_all(queue, numbered()), Sequences{1});
  queue.acknowledged(0);
  EXPECT_EQ(send_all(queue, numbered()), Sequences{2});
}

TEST(PartitionQueueOrder, NumbersGoRound) {
  PartitionQueue queue = queue_of({1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  // As if 2^31 - 2 records had been sent since.
  queue.batches().push_back(batch_of_records(2));
  queue.batches().front().first_sequence = 2'147'483'646;

  EXPECT_EQ(queue.batches().front().last_sequence(), 2'147'483'647);
  EXPECT_EQ(sequence_after(queue.batches().front().last_sequence(), 1), 0);
  EXPECT_EQ(sequence_before(0), 2'147'483'647);
  EXPECT_EQ(sequence_before(1), 0);
}

TEST(PartitionQueueOrder, AnotherLeaderGetsNothingNewWhileTheOldOneOwesAnAnswer) {
  PartitionQueue queue = queue_of({1, 1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  queue.batches().push_back(batch_of_records(1));
  SendRules elsewhere = numbered();
  const std::size_t first = *queue.next(numbered(), queue_start).index;
  queue.prepare(first, numbered());
  queue.sent(first, RequestId{10}, numbered());
  elsewhere.leader = {.node_id = 2};

  EXPECT_EQ(send_all(queue, elsewhere), Sequences{});
  queue.acknowledged(0);
  EXPECT_EQ(send_all(queue, elsewhere), (Sequences{2, 3}));
}

TEST(PartitionQueueOrder, WhatFailedForGoodHoldsNewBatchesUntilThereIsANewEpoch) {
  PartitionQueue queue = queue_of({1, 1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  queue.batches().push_back(batch_of_records(1));
  send_all(queue, numbered());
  queue.given_up(0, true);

  EXPECT_FALSE(queue.may_be_renumbered()) << "two are under way";
  queue.came_back(0);
  queue.came_back(1);
  EXPECT_EQ(send_all(queue, numbered()), Sequences{});
  ASSERT_TRUE(queue.may_be_renumbered());
  queue.renumber({.id = 7, .epoch = 1});
  EXPECT_EQ(send_all(queue, numbered(1)), Sequences{0});
  EXPECT_EQ(queue.batches().front().producer, (ProducerIdAndEpoch{7, 1}));
}

TEST(PartitionQueueOrder, ABatchThatMayBeWrittenIsAskedForBeforeItGetsANewNumber) {
  PartitionQueue queue = queue_of({1, 1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  send_all(queue, numbered());
  queue.came_back(1);
  queue.batches()[1].may_be_written = true;
  queue.given_up(0, true);

  EXPECT_FALSE(queue.may_be_renumbered());
  EXPECT_EQ(send_all(queue, numbered()), Sequences{2}) << "its old number";
}

TEST(PartitionQueueOrder, WhatWasGivenUpUnansweredIsResolvedByWhatComesBehindIt) {
  PartitionQueue queue = queue_of({1, 1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  send_all(queue, numbered());
  queue.given_up(0, false);
  queue.batches().push_back(batch_of_records(1));

  queue.resolve();
  EXPECT_FALSE(queue.wants_new_epoch()) << "the next one may tell";
  queue.acknowledged(0);
  queue.resolve();
  EXPECT_FALSE(queue.wants_new_epoch()) << "it was written, or the one behind it could not be";
  EXPECT_EQ(send_all(queue, numbered()), Sequences{3});
}

TEST(PartitionQueueOrder, WhatWasGivenUpUnansweredAndLastTakesANewEpoch) {
  PartitionQueue queue = queue_of({1, 1});
  send_all(queue, numbered());
  queue.acknowledged(0);
  send_all(queue, numbered());
  queue.given_up(0, false);
  queue.batches().push_back(batch_of_records(1));
  EXPECT_EQ(send_all(queue, numbered()), Sequences{});

  queue.resolve();

  EXPECT_TRUE(queue.wants_new_epoch());
  EXPECT_TRUE(queue.may_be_renumbered());
}

TEST(PartitionQueueOrder, PartsOfABatchShareItsNumbers) {
  PartitionQueue queue = queue_of({9, 1});
  send_all(queue, numbered());
  queue.came_back(0);

  queue.replace(0, queue.batches()[0].split(1000));

  Sequences sequences;
  std::int32_t next = 0;
  for (const ProducerBatch& batch : queue.batches()) {
    if (!batch.has_sequence()) continue;
    EXPECT_EQ(batch.first_sequence, next);
    next += batch.record_count();
  }
  EXPECT_EQ(next, 9);
  EXPECT_GT(queue.batches().size(), 2U);
}

TEST(PartitionQueueOrder, AnOpenBatchLingersAndAClosedOneDoesNot) {
  PartitionQueue queue({"orders", 0});
  queue.batches().emplace_back(Compression::none, queue_start);
  queue.batches().back().add({.timestamp = 1, .value = Buffer::copy_of("x")});
  SendRules rules = numbered();
  rules.linger = 5ms;

  EXPECT_EQ(queue.next(rules, queue_start).at, queue_start + 5ms);
  EXPECT_EQ(queue.next(rules, queue_start + 5ms).index, 0U);
  queue.batches().back().close();
  EXPECT_EQ(queue.next(rules, queue_start).index, 0U);
}

TEST(PartitionQueueOrder, ANewLeaderIsNotSparedWhatTheOldOneFailedAt) {
  PartitionQueue queue = queue_of({1});
  send_all(queue, numbered());
  queue.came_back(0);
  queue.batches()[0].attempts = 1;
  queue.batches()[0].not_before = queue_start + 100ms;
  SendRules next_epoch = numbered();
  next_epoch.leader_epoch = 4;

  EXPECT_EQ(queue.next(numbered(), queue_start).at, queue_start + 100ms);
  EXPECT_EQ(queue.next(next_epoch, queue_start).index, 0U);
}

}  // namespace
}  // namespace cohort::client
