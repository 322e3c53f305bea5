// Transactions through the wire: what producers, readers and groups see of them.
#include "broker/transaction/transaction_world.hpp"

#include <array>
#include <cstdint>

namespace cohort::broker {

using Transactions = TransactionWorld;

// Trap 32: uncommitted bytes do not count towards min_bytes, and the commit wakes who waits.
TEST_F(Transactions, AReadCommittedFetchWaitsForTheMarkerAndNotForRecords) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  send(fetch_committed(0, 5000), 11, LinkId{2});
  EXPECT_EQ(produce(0, 0).error_code, ErrorCode::none);
  EXPECT_EQ(take<FetchResponse>(11, LinkId{2}), std::nullopt);
  EXPECT_EQ(produce(0, 1).error_code, ErrorCode::none);
  EXPECT_EQ(take<FetchResponse>(11, LinkId{2}), std::nullopt);
  EXPECT_EQ(end(true), ErrorCode::none);
  const auto response = take<FetchResponse>(11, LinkId{2});
  ASSERT_TRUE(response.has_value());
  const FetchPartitionData& data = response->responses.at(0).partitions.at(0);
  EXPECT_EQ(data.high_watermark, 3);
  EXPECT_EQ(data.last_stable_offset, 3);
  EXPECT_EQ(data.aborted_transactions, std::vector<FetchAbortedTransaction>{});
  EXPECT_GT(data.records->size(), 0u);
}

TEST_F(Transactions, AnAbortWakesReadersTooAndIsListed) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  send(fetch_committed(0, 5000), 11, LinkId{2});
  EXPECT_EQ(end(false), ErrorCode::none);
  const auto response = take<FetchResponse>(11, LinkId{2});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses.at(0).partitions.at(0).aborted_transactions,
            (std::vector<FetchAbortedTransaction>{{.producer_id = 1, .first_offset = 0}}));
}

TEST_F(Transactions, AWaitEndsEmptyWhenTheTransactionStaysOpen) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  send(fetch_committed(0, 500), 11, LinkId{2});
  pass(milliseconds(500));
  const auto response = take<FetchResponse>(11, LinkId{2});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses.at(0).partitions.at(0).records->size(), 0u);
}

// KIP-890: the partition's leader asks the coordinator.
TEST_F(Transactions, APartitionThatWasNotAddedTakesNoRecords) {
  init();
  EXPECT_EQ(produce(0, 0), (PartitionProduceResponse{
                               .index = 0,
                               .error_code = ErrorCode::invalid_txn_state,
                               .base_offset = -1,
                               .error_message = "Partition was not added to the transaction"}));
  EXPECT_EQ(produce(0, 0, 11),
            (PartitionProduceResponse{
                .index = 0, .error_code = ErrorCode::transaction_abortable, .base_offset = -1}));
  EXPECT_EQ(add(0), ErrorCode::none);
  EXPECT_EQ(produce(0, 0).error_code, ErrorCode::none);
  EXPECT_EQ(produce(1, 0).error_code, ErrorCode::invalid_txn_state);
}

TEST_F(Transactions, ATransactionalBatchNeedsATransactionalId) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  transactional_id_ = std::nullopt;
  EXPECT_EQ(produce(0, 0).error_code, ErrorCode::transactional_id_authorization_failed);
  transactional_id_ = "y";
  EXPECT_EQ(produce(0, 0).error_code, ErrorCode::invalid_producer_id_mapping);
}

TEST_F(Transactions, OffsetsShowWhenTheTransactionIsCommitted) {
  EXPECT_EQ(commit_plainly(3), ErrorCode::none);
  init();
  EXPECT_EQ(add_offsets(), ErrorCode::none);
  EXPECT_EQ(commit_offset(7), ErrorCode::none);
  EXPECT_EQ(committed(), (OffsetFetchResponsePartition{.committed_offset = 3}));
  EXPECT_EQ(committed(true),
            (OffsetFetchResponsePartition{.committed_offset = -1,
                                          .error_code = ErrorCode::unstable_offset_commit}));
  EXPECT_EQ(end(true), ErrorCode::none);
  EXPECT_EQ(committed(true), (OffsetFetchResponsePartition{.committed_offset = 7}));
}

TEST_F(Transactions, OffsetsOfAnAbortedTransactionNeverShow) {
  EXPECT_EQ(commit_plainly(3), ErrorCode::none);
  init();
  EXPECT_EQ(add_offsets(), ErrorCode::none);
  EXPECT_EQ(commit_offset(7), ErrorCode::none);
  EXPECT_EQ(end(false), ErrorCode::none);
  EXPECT_EQ(committed(true), (OffsetFetchResponsePartition{.committed_offset = 3}));
}

TEST_F(Transactions, OffsetsOfAGroupThatWasNotAddedAreRefused) {
  init();
  EXPECT_EQ(commit_offset(7), ErrorCode::invalid_txn_state);
  EXPECT_EQ(commit_offset(7, 4), ErrorCode::transaction_abortable);
  epoch_ = 1;
  EXPECT_EQ(commit_offset(7), ErrorCode::invalid_producer_epoch);
}

TEST_F(Transactions, ATimeoutAbortsByTheBrokersClockAndFencesTheProducer) {
  init(1'000);
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  EXPECT_EQ(add_offsets(), ErrorCode::none);
  EXPECT_EQ(commit_offset(7), ErrorCode::none);
  send(fetch_committed(0, 60'000), 11, LinkId{2});
  pass(seconds(10));
  EXPECT_TRUE(take<FetchResponse>(11, LinkId{2}).has_value());
  EXPECT_EQ(committed(true), (OffsetFetchResponsePartition{.committed_offset = -1}));
  EXPECT_EQ(end(true), ErrorCode::producer_fenced);
  EXPECT_EQ(produce(0, 1).error_code, ErrorCode::invalid_producer_epoch);
}

// Trap 30.
TEST_F(Transactions, MarkersGoToThePartitionAsItIsNow) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  ask<DeleteTopicsResponse>(DeleteTopicsRequest{.topic_names = {"t"}, .timeout_ms = 1000}, 3);
  broker_.create_topic("t", 1, now_);
  EXPECT_EQ(end(false), ErrorCode::none);
  const auto response = ask<FetchResponse>(fetch_committed(0, 0), 11);
  const FetchPartitionData& data = response.responses.at(0).partitions.at(0);
  EXPECT_EQ(data.last_stable_offset, 1);
  EXPECT_EQ(data.aborted_transactions, std::vector<FetchAbortedTransaction>{});
}

// The whole batch by hand, its checksum by a table of CRC-32C (Castagnoli). Source: KIP-98,
// DefaultRecordBatch, EndTransactionMarker.
TEST_F(Transactions, ACommitIsFetchedAsTheMarkerThatKafkaWrites) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  EXPECT_EQ(end(true), ErrorCode::none);
  const auto response = ask<FetchResponse>(fetch_committed(1, 0), 11);
  constexpr auto expected = std::to_array<std::uint8_t>(
      {0,    0,    0,    0,    0,    0,    0,    1,        // Base offset.
       0,    0,    0,    66,   0,    0,    0,    0, 2,     // Length, leader epoch, magic.
       0x2f, 0x9f, 0x22, 0x0c,                             // Checksum.
       0,    0x30, 0,    0,    0,    0,                    // Transactional, control; one record.
       0,    0,    0x01, 0x8b, 0xcf, 0xe5, 0x68, 0,        // Base timestamp,
       0,    0,    0x01, 0x8b, 0xcf, 0xe5, 0x68, 0,        // largest timestamp.
       0,    0,    0,    0,    0,    0,    0,    1, 0, 0,  // Producer id and epoch.
       0xff, 0xff, 0xff, 0xff, 0,    0,    0,    1,        // No sequence; one record:
       0x20, 0,    0,    0,    8,    0,    0,    0, 1,     // key: version 0, commit;
       12,   0,    0,    0,    0,    0,    0,    0});      // value: version 0, epoch 0.
  const Buffer got = response.responses.at(0).partitions.at(0).records->joined();
  EXPECT_EQ(std::vector<std::uint8_t>(got.bytes().begin(), got.bytes().end()),
            std::vector<std::uint8_t>(expected.begin(), expected.end()));
}

TEST_F(Transactions, TheSameInputsGiveTheSameFacts) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  EXPECT_EQ(end(true), ErrorCode::none);
  std::string facts;
  for (const Fact& fact : broker_.take_facts()) facts += to_string(fact) + "\n";
  EXPECT_EQ(facts,
            "1700000000.000 topic_created: t with 2 partitions: CreateTopics\n"
            "1700000000.000 topic_created: __transaction_state with 50 partitions: "
            "automatically\n"
            "1700000000.000 producer_initialized transactional_id=x: producer 1 with epoch 0\n"
            "1700000000.000 transaction_begun transactional_id=x: t-0\n"
            "1700000000.000 transaction_prepared transactional_id=x: commit: EndTxn\n"
            "1700000000.000 transaction_completed transactional_id=x: commit, markers on "
            "t-0\n");
}

}  // namespace cohort::broker
