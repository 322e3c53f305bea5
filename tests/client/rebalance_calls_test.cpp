// RebalanceCalls: the order of what the user is told, and what it owns meanwhile.
#include "membership/rebalance_calls.hpp"

#include <gtest/gtest.h>

namespace cohort::client {

namespace {

const TopicPartition zero{"orders", 0};
const TopicPartition one{"orders", 1};

RebalanceCalls owning(const PartitionSet& partitions) {
  RebalanceCalls calls;
  calls.assign(partitions);
  calls.finish();
  return calls;
}

TEST(RebalanceCalls, AssignedPartitionsAreOwnedFromWhenTheCallBegins) {
  RebalanceCalls calls;
  calls.assign({zero});
  EXPECT_TRUE(calls.owned().empty());
  calls.begin();
  EXPECT_EQ(calls.owned(), PartitionSet{zero});
}

TEST(RebalanceCalls, RevokedPartitionsAreOwnedUntilTheCallIsFinished) {
  RebalanceCalls calls = owning({zero, one});
  calls.revoke({one});
  calls.begin();
  EXPECT_EQ(calls.owned(), (PartitionSet{zero, one}));
  calls.finish();
  EXPECT_EQ(calls.owned(), PartitionSet{zero});
  EXPECT_TRUE(calls.are_finished());
}

TEST(RebalanceCalls, CallsComeOneAfterTheOther) {
  RebalanceCalls calls = owning({zero});
  calls.revoke({zero});
  calls.assign({one});
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::revoked, {zero}}));
  calls.finish();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::assigned, {one}}));
  calls.finish();
  EXPECT_EQ(calls.owned(), PartitionSet{one});
}

TEST(RebalanceCalls, WhatWasNotBegunIsForgottenWhenAllIsLost) {
  RebalanceCalls calls = owning({zero});
  calls.revoke({zero});
  calls.assign({one});
  calls.lose_all();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::lost, {zero}}));
  calls.finish();
  EXPECT_TRUE(calls.are_finished());
  EXPECT_TRUE(calls.owned().empty());
}

TEST(RebalanceCalls, ACallThatWasBegunStaysAsItIs) {
  RebalanceCalls calls = owning({zero, one});
  calls.revoke({zero});
  calls.begin();
  calls.lose_all();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::revoked, {zero}}));
  calls.finish();
  EXPECT_EQ(calls.call(), (RebalanceCall{RebalanceCallKind::lost, {one}}));
}

TEST(RebalanceCalls, NothingIsLostWhereNothingIsOwned) {
  RebalanceCalls calls;
  calls.assign({zero});
  calls.lose_all();
  EXPECT_TRUE(calls.are_finished());
  calls.revoke_all();
  EXPECT_TRUE(calls.are_finished());
}

}  // namespace

}  // namespace cohort::client
