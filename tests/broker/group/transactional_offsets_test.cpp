// Offsets that wait for the end of a transaction (KIP-447).
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class TransactionalOffsets : public GroupTest {
 protected:
  ErrorCode commit_in(const ProducerIdentity& producer, std::int64_t offset,
                      std::int32_t generation = -1) {
    return coordinator_
        .commit_transactional({.group_id = group_,
                               .generation = generation,
                               .offsets = {{.key = key_, .offset = offset}}},
                              producer, now_)
        .at(0);
  }
  ErrorCode stability() {
    return coordinator_.fetch_offsets(group_, {key_}, OffsetStability::required).at(0).error;
  }
  std::int64_t offset() { return fetch(key_).offset; }

  OffsetKey key_{"t", 0};
  ProducerIdentity first_{7, 0};
  ProducerIdentity second_{8, 0};
};

TEST_F(TransactionalOffsets, CountWhenTheirProducersTransactionCommits) {
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  EXPECT_EQ(offset(), -1);
  EXPECT_EQ(stability(), ErrorCode::unstable_offset_commit);
  coordinator_.end_transaction(second_.id, true, now_);
  EXPECT_EQ(offset(), -1);
  coordinator_.end_transaction(first_.id, true, now_);
  EXPECT_EQ(offset(), 5);
  EXPECT_EQ(stability(), ErrorCode::none);
}

TEST_F(TransactionalOffsets, ALaterPlainCommitIsNotOverruled) {
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  EXPECT_EQ(commit_simple(key_, 9), ErrorCode::none);
  coordinator_.end_transaction(first_.id, true, now_);
  EXPECT_EQ(offset(), 9);
}

TEST_F(TransactionalOffsets, TheLaterOfTwoTransactionsCountsWhicheverEndsLast) {
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  EXPECT_EQ(commit_in(second_, 6), ErrorCode::none);
  coordinator_.end_transaction(second_.id, true, now_);
  coordinator_.end_transaction(first_.id, true, now_);
  EXPECT_EQ(offset(), 6);
}

TEST_F(TransactionalOffsets, AnOlderEpochIsRefusedWhileTheTransactionIsOpen) {
  EXPECT_EQ(commit_in({7, 3}, 5), ErrorCode::none);
  EXPECT_EQ(commit_in({7, 2}, 6), ErrorCode::invalid_producer_epoch);
}

TEST_F(TransactionalOffsets, AGenerationOfAnAbsentGroupIsRefused) {
  EXPECT_EQ(commit_in(first_, 5, 3), ErrorCode::illegal_generation);
  EXPECT_EQ(coordinator_.list(), std::vector<GroupListing>{});
}

TEST_F(TransactionalOffsets, GoWithADeletedGroup) {
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  EXPECT_EQ(coordinator_.delete_group(group_, now_), ErrorCode::none);
  coordinator_.end_transaction(first_.id, true, now_);
  EXPECT_EQ(coordinator_.list(), std::vector<GroupListing>{});
}

TEST_F(TransactionalOffsets, GoByOffsetDeleteAndWithTheirTopic) {
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  coordinator_.delete_offsets({.group_id = group_, .offsets = {key_}}, now_);
  EXPECT_EQ(stability(), ErrorCode::none);
  EXPECT_EQ(commit_in(first_, 6), ErrorCode::none);
  coordinator_.topic_deleted("t", now_);
  coordinator_.end_transaction(first_.id, true, now_);
  EXPECT_EQ(offset(), -1);
}

TEST_F(TransactionalOffsets, AnOpenTransactionKeepsTheOffsetAndTheGroup) {
  EXPECT_EQ(commit_simple(key_, 3), ErrorCode::none);
  EXPECT_EQ(commit_in(first_, 5), ErrorCode::none);
  pass(hours(24 * 8));
  EXPECT_EQ(offset(), 3);
  coordinator_.end_transaction(first_.id, false, now_);
  pass(minutes(10));
  EXPECT_EQ(coordinator_.list(), std::vector<GroupListing>{});
}

}  // namespace cohort::broker
