// Positions: what a partition's state becomes by what is told of it.
#include "consumer/positions.hpp"

#include "client/reader_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using ::testing::IsEmpty;

const TopicPartition orders_first{"orders", 0};
const TopicPartition orders_second{"orders", 1};
const Failure lost_offset{.kind = FailureKind::no_offset, .message = "gone"};

Positions assigned_positions(AutoOffsetReset policy = AutoOffsetReset::earliest) {
  Positions positions(policy);
  positions.assign({orders_first, orders_second});
  return positions;
}

/// Metadata in which the orders_first partition of `orders` is led in this epoch.
MetadataCache metadata_led_by(std::int32_t leader, std::int32_t epoch) {
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
  EXPECT_EQ(positions.awaiting_committed(), (PartitionSet{orders_first, orders_second}));
  EXPECT_THAT(positions.consumed(), IsEmpty());

  positions.found_committed(orders_first, Position{.offset = 5, .epoch = 2});
  EXPECT_EQ(positions.position(orders_first), (Position{.offset = 5, .epoch = 2}));
  EXPECT_EQ(positions.awaiting_committed(), PartitionSet{orders_second});
}

TEST(Positions, WhereNothingIsCommittedThePolicySaysWhereToBegin) {
  for (const auto& [policy, kind] : {std::pair(AutoOffsetReset::earliest, SoughtKind::beginning),
                                     std::pair(AutoOffsetReset::latest, SoughtKind::end)}) {
    Positions positions = assigned_positions(policy);
    positions.found_committed(orders_first, std::nullopt);
    EXPECT_EQ(positions.find(orders_first)->sought.kind, kind);
    EXPECT_EQ(positions.awaiting_committed(), PartitionSet{orders_second});
  }
}

TEST(Positions, WithoutAPolicyNothingCommittedIsAFailureUntilASeek) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.found_committed(orders_first, std::nullopt);
  EXPECT_EQ(positions.awaiting_committed(), PartitionSet{orders_second});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(positions.take_failure(),
              (Failure{.kind = FailureKind::no_offset,
                       .message = "nothing is committed for orders-0, and auto.offset.reset is "
                                  "none",
                       .partition = orders_first}));
  }
  positions.seek(orders_first, Position{.offset = 3});
  EXPECT_FALSE(positions.has_failure());
  EXPECT_TRUE(positions.find(orders_first)->may_give_records());
}

TEST(Positions, ACommitThatIsFoundAfterASeekCountsForNothing) {
  Positions positions = assigned_positions();
  positions.seek(orders_first, Position{.offset = 9});
  positions.found_committed(orders_first, Position{.offset = 5});
  EXPECT_EQ(positions.position(orders_first)->offset, 9);
  positions.seek(orders_second, Sought{.kind = SoughtKind::end});
  positions.found_committed(orders_second, Position{.offset = 5});
  EXPECT_EQ(positions.position(orders_second), std::nullopt);
}

TEST(Positions, PartitionsThatStayAssignedStayWhereTheyAre) {
  Positions positions = assigned_positions();
  positions.seek(orders_first, Position{.offset = 9});
  positions.pause({orders_first});
  positions.set_revoking({orders_first});
  positions.assign({orders_first});
  EXPECT_EQ(positions.position(orders_first)->offset, 9);
  EXPECT_EQ(positions.paused(), PartitionSet{orders_first});
  EXPECT_FALSE(positions.find(orders_first)->is_revoking);
  EXPECT_FALSE(positions.is_assigned(orders_second));

  positions.assign({orders_second});
  positions.assign({orders_first, orders_second});
  EXPECT_EQ(positions.position(orders_first), std::nullopt);
  EXPECT_THAT(positions.paused(), IsEmpty());
}

TEST(Positions, WhatIsNotAssignedCannotBeMoved) {
  Positions positions = assigned_positions();
  const TopicPartition other{"other", 3};
  const PartitionSet partly = {orders_first, other};
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
  positions.seek(orders_first, Position{.offset = 9, .epoch = 1});
  positions.seek(orders_second, Sought{.kind = SoughtKind::end});
  EXPECT_EQ(positions.consumed(),
            (std::map<TopicPartition, Position>{{orders_first, {.offset = 9, .epoch = 1}}}));
  positions.follow_leaders(metadata_led_by(1, 2));
  EXPECT_THAT(positions.consumed(), IsEmpty());
}

TEST(Positions, AFailureThatGoesAwayIsToldOnce) {
  Positions positions = assigned_positions();
  positions.warn(orders_first, {.kind = FailureKind::refused, .message = "no"});
  EXPECT_TRUE(positions.has_failure());
  EXPECT_EQ(positions.take_failure()->partition, orders_first);
  EXPECT_EQ(positions.take_failure(), std::nullopt);
}

TEST(Positions, AFailureOfAPartitionThatIsPausedWaits) {
  Positions positions = assigned_positions();
  positions.warn(orders_first, {.message = "no"});
  positions.pause({orders_first});
  EXPECT_FALSE(positions.has_failure());
  EXPECT_EQ(positions.take_failure(), std::nullopt);
  positions.resume({orders_first});
  EXPECT_TRUE(positions.take_failure().has_value());
}

TEST(Positions, AFailureGoesWithItsPartition) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.reset(orders_first, lost_offset);
  positions.assign({orders_second});
  EXPECT_FALSE(positions.has_failure());
}

TEST(Positions, ANewLeaderIsAskedWhetherThePositionStands) {
  Positions positions = assigned_positions();
  positions.seek(orders_first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(metadata_led_by(1, 1));
  EXPECT_TRUE(positions.find(orders_first)->needs_validation);
  positions.validated(orders_first);
  EXPECT_TRUE(positions.find(orders_first)->may_give_records());

  positions.follow_leaders(metadata_led_by(1, 1));
  EXPECT_FALSE(positions.find(orders_first)->needs_validation);
  positions.follow_leaders(metadata_led_by(2, 2));
  EXPECT_TRUE(positions.find(orders_first)->needs_validation);
}

TEST(Positions, WithoutEpochsThereIsNothingToAsk) {
  Positions positions = assigned_positions();
  positions.seek(orders_first, Position{.offset = 9});
  positions.follow_leaders(metadata_led_by(1, 1));
  EXPECT_FALSE(positions.find(orders_first)->needs_validation);
  positions.seek(orders_first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(metadata_led_by(1, -1));
  EXPECT_FALSE(positions.find(orders_first)->needs_validation);
}

TEST(Positions, ATruncatedLogIsReadOnWhereItBecomesAnother) {
  Positions positions = assigned_positions(AutoOffsetReset::latest);
  positions.seek(orders_first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(metadata_led_by(1, 2));
  positions.truncated(orders_first, Position{.offset = 4, .epoch = 0});
  EXPECT_EQ(positions.position(orders_first), (Position{.offset = 4, .epoch = 0}));

  positions.follow_leaders(metadata_led_by(1, 3));
  positions.truncated(orders_first, std::nullopt);
  EXPECT_EQ(positions.find(orders_first)->sought.kind, SoughtKind::end);
}

TEST(Positions, WithoutAPolicyATruncatedLogIsAFailure) {
  Positions positions = assigned_positions(AutoOffsetReset::none);
  positions.seek(orders_first, Position{.offset = 9, .epoch = 1});
  positions.follow_leaders(metadata_led_by(1, 2));
  positions.truncated(orders_first, Position{.offset = 4, .epoch = 0});
  const std::optional<Failure> failure = positions.take_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::no_offset);
  EXPECT_EQ(failure->offset, 4);
  EXPECT_FALSE(positions.find(orders_first)->may_give_records());
}

TEST(Positions, TheLagIsUpToWhereRecordsMayBeRead) {
  Positions positions = assigned_positions();
  positions.seek(orders_first, Position{.offset = 9});
  EXPECT_EQ(positions.lag(orders_first, IsolationLevel::read_uncommitted), std::nullopt);
  positions.find(orders_first)->high_watermark = 20;
  positions.find(orders_first)->last_stable_offset = 15;
  EXPECT_EQ(positions.lag(orders_first, IsolationLevel::read_uncommitted), 11);
  EXPECT_EQ(positions.lag(orders_first, IsolationLevel::read_committed), 6);
  EXPECT_EQ(positions.lag(orders_second, IsolationLevel::read_committed), std::nullopt);
}

}  // namespace

}  // namespace cohort::client
