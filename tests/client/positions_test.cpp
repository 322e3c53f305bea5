// Positions: what a partition's state becomes by what is told of it.
#include "consumer/positions.hpp"

#include "client/reader_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using ::testing::IsEmpty;

const TopicPartition first{"orders", 0};
const TopicPartition second{"orders", 1};
const Failure lost_offset{.kind = FailureKind::no_offset, .message = "gone"};

Positions assigned_positions(AutoOffsetReset policy = AutoOffsetReset::earliest) {
  Positions positions(policy);
  positions.assign({first, second});
  return positions;
}

/// Metadata in which the first partition of `orders` is led in this epoch.
MetadataCache led_by(std::int32_t leader, std::int32_t epoch) {
  MetadataCache metadata{MetadataOptions()};
  Rng rng(1);
  MetadataResponse response;
  response.topics.push_back(
      {.name = "orders", .partitions = {{.leader_id = leader, .leader_epoch = epoch}}});
  metadata.answered(response, Instant(), rng);
  return metadata;
}

TEST(Positions, WhatIsAssignedBeginsAtWhatIsCommitted) {
  Positions positions = assigned_positions();
  EXPECT_EQ(positions.awaiting_committed(), (PartitionSet{first, second}));
  EXPECT_THAT(positions.consumed(), IsEmpty());

  positions.found_committed(first, Position{.offset = 5, .epoch = 2});
  EXPECT_EQ(positions.position(first), (Position{.offset = 5, .epoch = 2}));
  EXPECT_EQ(positions.awaiting_committed(), PartitionSet{second});
}

TEST(Positions, WhereNothingIsCommittedThePolicySaysWhereToBegin) {
  for (const auto& [policy, kind] : {std::pair(AutoOffsetReset::earliest, SoughtKind::beginning),
                                     std::pair(AutoOffsetReset::latest, SoughtKind::end)}) {
    Positions positions = assigned_positions(policy);
    positions.found_committed(first, std::nullopt);
    EXPECT_EQ(positions.find(first)->sought.kind, kind);
    EXPECT_EQ(positions.awaiting_committed(), PartitionSet{second});
  }
}

TEST(Positions, WithoutAPolicyNothingCommittedIsAFailureUntilASeek) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.found_committed(first, std::nullopt);
  EXPECT_EQ(positions.awaiting_committed(), PartitionSet{second});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(positions.take_failure(),
              (Failure{.kind = FailureKind::no_offset,
                       .message = "nothing is committed for orders-0, and auto.offset.reset is "
                                  "none",
                       .partition = first}));
  }
  positions.seek(first, Position{.offset = 3});
  EXPECT_FALSE(positions.has_failure());
  EXPECT_TRUE(positions.find(first)->may_give_records());
}

TEST(Positions, ACommitThatIsFoundAfterASeekCountsForNothing) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9});
  positions.found_committed(first, Position{.offset = 5});
  EXPECT_EQ(positions.position(first)->offset, 9);
  positions.seek(second, Sought{.kind = SoughtKind::end});
  positions.found_committed(second, Position{.offset = 5});
  EXPECT_EQ(positions.position(second), std::nullopt);
}

TEST(Positions, PartitionsThatStayAssignedStayWhereTheyAre) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9});
  positions.pause({first});
  positions.set_revoking({first});
  positions.assign({first});
  EXPECT_EQ(positions.position(first)->offset, 9);
  EXPECT_EQ(positions.paused(), PartitionSet{first});
  EXPECT_FALSE(positions.find(first)->is_revoking);
  EXPECT_FALSE(positions.is_assigned(second));

  positions.assign({second});
  positions.assign({first, second});
  EXPECT_EQ(positions.position(first), std::nullopt);
  EXPECT_THAT(positions.paused(), IsEmpty());
}

TEST(Positions, WhatIsNotAssignedCannotBeMoved) {
  Positions positions = assigned_positions();
  const TopicPartition other{"other", 3};
  const PartitionSet partly = {first, other};
  try {
    positions.seek(other, Position{});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "partition other-3 is not assigned; assigned: orders-0, orders-1");
  }
  EXPECT_THROW(positions.seek(other, Sought{}), std::invalid_argument);
  EXPECT_THROW(positions.resume(partly), std::invalid_argument);
  EXPECT_THROW(positions.pause(partly), std::invalid_argument);
  EXPECT_THAT(positions.paused(), IsEmpty());
}

TEST(Positions, OnlyAValidPositionMayBeCommitted) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9, .epoch = 1});
  positions.seek(second, Sought{.kind = SoughtKind::end});
  EXPECT_EQ(positions.consumed(),
            (std::map<TopicPartition, Position>{{first, {.offset = 9, .epoch = 1}}}));
  positions.follow_leaders(led_by(1, 2));
  EXPECT_THAT(positions.consumed(), IsEmpty());
}

TEST(Positions, AFailureThatGoesAwayIsToldOnce) {
  Positions positions = assigned_positions();
  positions.warn(first, {.kind = FailureKind::refused, .message = "no"});
  EXPECT_TRUE(positions.has_failure());
  EXPECT_EQ(positions.take_failure()->partition, first);
  EXPECT_EQ(positions.take_failure(), std::nullopt);
}

TEST(Positions, AFailureOfAPartitionThatIsPausedWaits) {
  Positions positions = assigned_positions();
  positions.warn(first, {.message = "no"});
  positions.pause({first});
  EXPECT_FALSE(positions.has_failure());
  EXPECT_EQ(positions.take_failure(), std::nullopt);
  positions.resume({first});
  EXPECT_TRUE(positions.take_failure().has_value());
}

TEST(Positions, AFailureGoesWithItsPartition) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.reset(first, lost_offset);
  positions.assign({second});
  EXPECT_FALSE(positions.has_failure());
}

TEST(Positions, ANewLeaderIsAskedWhetherThePositionStands) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(led_by(1, 1));
  EXPECT_TRUE(positions.find(first)->needs_validation);
  positions.validated(first);
  EXPECT_TRUE(positions.find(first)->may_give_records());

  positions.follow_leaders(led_by(1, 1));
  EXPECT_FALSE(positions.find(first)->needs_validation);
  positions.follow_leaders(led_by(2, 2));
  EXPECT_TRUE(positions.find(first)->needs_validation);
}

TEST(Positions, WithoutEpochsThereIsNothingToAsk) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9});
  positions.follow_leaders(led_by(1, 1));
  EXPECT_FALSE(positions.find(first)->needs_validation);
  positions.seek(first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(led_by(1, -1));
  EXPECT_FALSE(positions.find(first)->needs_validation);
}

TEST(Positions, ATruncatedLogIsReadOnWhereItBecomesAnother) {
  Positions positions = assigned_positions(AutoOffsetReset::latest);
  positions.seek(first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(led_by(1, 2));
  positions.truncated(first, Position{.offset = 4, .epoch = 0});
  EXPECT_EQ(positions.position(first), (Position{.offset = 4, .epoch = 0}));

  positions.follow_leaders(led_by(1, 3));
  positions.truncated(first, std::nullopt);
  EXPECT_EQ(positions.find(first)->sought.kind, SoughtKind::end);
}

TEST(Positions, WithoutAPolicyATruncatedLogIsAFailure) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.seek(first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(led_by(1, 2));
  positions.truncated(first, Position{.offset = 4, .epoch = 0});
  const std::optional<Failure> failure = positions.take_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::no_offset);
  EXPECT_EQ(failure->offset, 4);
  EXPECT_FALSE(positions.find(first)->may_give_records());
}

TEST(Positions, TheLagIsUpToWhereRecordsMayBeRead) {
  Positions positions = assigned_positions();
  positions.seek(first, Position{.offset = 9});
  EXPECT_EQ(positions.lag(first, IsolationLevel::read_uncommitted), std::nullopt);
  positions.find(first)->high_watermark = 20;
  positions.find(first)->last_stable_offset = 15;
  EXPECT_EQ(positions.lag(first, IsolationLevel::read_uncommitted), 11);
  EXPECT_EQ(positions.lag(first, IsolationLevel::read_committed), 6);
  EXPECT_EQ(positions.lag(second, IsolationLevel::read_committed), std::nullopt);
}

}  // namespace

}  // namespace cohort::client
