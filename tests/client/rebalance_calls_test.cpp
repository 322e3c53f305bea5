// RebalanceCalls: the order of what the user is told, and what it owns meanwhile.
#include "membership/rebalance_calls.hpp"

#include <gtest/gtest.h>

namespace cohort::client {

namespace {

const TopicPartition first{"orders", 0};
const TopicPartition second{"orders", 1};

RebalanceCalls owning(const PartitionSet& partitions) {
  RebalanceCalls calls;
  calls.assign(partitions);
  calls.finish();
  return calls;
}

TEST(RebalanceCalls, AssignedPartitionsAreOwnedFromWhenTheCallBegins) {
  RebalanceCalls calls;
  calls.assign({first});
  EXPECT_TRUE(calls.owned().empty());
  calls.begin();
  EXPECT_EQ(calls.owned(), PartitionSet{first});
}

TEST(RebalanceCalls, RevokedPartitionsAreOwnedUntilTheCallIsFinished) {
  RebalanceCalls calls = owning({first, second});
  calls.revoke({second});
  calls.begin();
  EXPECT_EQ(calls.owned(), (PartitionSet{first, second}));
  calls.finish();
  EXPECT_EQ(calls.owned(), PartitionSet{first});
  EXPECT_TRUE(calls.are_finished());
}

TEST(RebalanceCalls, CallsComeOneAfterTheOther) {
  RebalanceCalls calls = owning({first});
  calls.revoke({first});
  calls.assign({second});
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::revoked, {first}}));
  calls.finish();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::assigned, {second}}));
  calls.finish();
  EXPECT_EQ(calls.owned(), PartitionSet{second});
}

TEST(RebalanceCalls, WhatWasNotBegunIsForgottenWhenAllIsLost) {
  RebalanceCalls calls = owning({first});
  calls.revoke({first});
  calls.assign({second});
  calls.lose_all();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::lost, {first}}));
  calls.finish();
  EXPECT_TRUE(calls.are_finished());
  EXPECT_TRUE(calls.owned().empty());
}

TEST(RebalanceCalls, ACallThatWasBegunStaysAsItIs) {
  RebalanceCalls calls = owning({first, second});
  calls.revoke({first});
  calls.begin();
  calls.lose_all();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::revoked, {first}}));
  calls.finish();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::lost, {second}}));
}

TEST(RebalanceCalls, NothingIsLostWhereNothingIsOwned) {
  RebalanceCalls calls;
  calls.assign({first});
  calls.lose_all();
  EXPECT_TRUE(calls.are_finished());
  calls.revoke_all();
  EXPECT_TRUE(calls.are_finished());
}

}  // namespace

}  // namespace cohort::client
