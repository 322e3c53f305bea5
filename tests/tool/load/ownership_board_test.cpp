#include "load/ownership_board.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace cohort::load {
namespace {

client::PartitionSet partitions(std::initializer_list<std::int32_t> numbers) {
  client::PartitionSet set;
  for (const std::int32_t number : numbers) set.insert({"t", number});
  return set;
}

/// Now, without waiting.
bool is_settled(OwnershipBoard& board) {
  return board.await_settled(Clock::now(), [] { return true; }).has_value();
}

/// Two members of generation 1 that share two partitions.
OwnershipBoard& share(OwnershipBoard& board) {
  board.enter(1);
  board.enter(2);
  board.own(1, 1, partitions({0}));
  board.own(2, 1, partitions({1}));
  return board;
}

TEST(OwnershipBoard, IsSettledWhenEachPartitionHasOneOwner) {
  OwnershipBoard board(2);
  EXPECT_FALSE(is_settled(board));

  EXPECT_TRUE(is_settled(share(board)));
}

TEST(OwnershipBoard, IsNotSettledWhileTwoOwnAPartition) {
  OwnershipBoard board(2);
  board.enter(1);
  board.enter(2);
  board.own(1, 1, partitions({0, 1}));
  board.own(2, 1, partitions({1}));

  EXPECT_FALSE(is_settled(board));
}

TEST(OwnershipBoard, IsNotSettledInTwoGenerations) {
  OwnershipBoard board(2);
  board.enter(1);
  board.enter(2);
  board.own(1, 1, partitions({0}));
  board.own(2, 2, partitions({1}));

  EXPECT_FALSE(is_settled(board));
}

TEST(OwnershipBoard, IsNotSettledWhileOneHasGivenUp) {
  OwnershipBoard board(2);
  share(board).give_up(1, partitions({0}));

  EXPECT_FALSE(is_settled(board));
}

TEST(OwnershipBoard, WhoComesIsWaitedFor) {
  OwnershipBoard board(2);
  share(board).enter(3);
  EXPECT_FALSE(is_settled(board));

  board.own(1, 2, partitions({0}));
  board.own(2, 2, {});
  EXPECT_FALSE(is_settled(board));
  board.own(3, 2, partitions({1}));

  EXPECT_TRUE(is_settled(board));
}

TEST(OwnershipBoard, WhoGoesIsKnownByANewerGeneration) {
  OwnershipBoard board(2);
  share(board).leave(2);
  board.own(1, 1, partitions({0, 1}));
  EXPECT_FALSE(is_settled(board));

  board.own(1, 2, partitions({0, 1}));

  EXPECT_TRUE(is_settled(board));
}

TEST(OwnershipBoard, WhoIsGoneCountsForNothing) {
  OwnershipBoard board(2);
  share(board).leave(2);
  board.own(1, 2, partitions({0, 1}));

  board.own(2, 2, partitions({1}));

  EXPECT_TRUE(is_settled(board));
}

}  // namespace
}  // namespace cohort::load
