// What administrators see of transactions: ListTransactions, DescribeTransactions,
// DescribeProducers (KIP-664, KIP-994).
#include "broker/transaction/transaction_world.hpp"

namespace cohort::broker {

class AdminTransactions : public TransactionWorld {
 protected:
  ListTransactionsResponse list(const ListTransactionsRequest& request, std::int16_t version = 1) {
    return ask<ListTransactionsResponse>(request, version);
  }
  std::size_t count(const ListTransactionsRequest& request) {
    return list(request).transaction_states.size();
  }
  DescribeTransactionsTransactionState described() {
    return ask<DescribeTransactionsResponse>(
               DescribeTransactionsRequest{.transactional_ids = {"x"}}, 0)
        .transaction_states.at(0);
  }
  std::size_t described(const std::vector<std::int32_t>& partitions) {
    DescribeProducersRequest request;
    request.topics = {{.name = "t", .partition_indexes = partitions}};
    return ask<DescribeProducersResponse>(request, 0).topics.at(0).partitions.size();
  }
  DescribeProducersPartitionResponse producers(std::int32_t index) {
    DescribeProducersRequest request;
    request.topics = {{.name = "t", .partition_indexes = {index}}};
    return ask<DescribeProducersResponse>(request, 0).topics.at(0).partitions.at(0);
  }
};

// Source: TransactionStateManager.listTransactionStates.
TEST_F(AdminTransactions, AreListedByTheirStateAndProducer) {
  EXPECT_EQ(list({}), ListTransactionsResponse{});
  init();
  const ListTransactionsTransactionState empty{
      .transactional_id = "x", .producer_id = 1, .transaction_state = "Empty"};
  EXPECT_EQ(list({}, 0), (ListTransactionsResponse{.transaction_states = {empty}}));
  EXPECT_EQ(count({.state_filters = {"Empty"}}), 1);
  EXPECT_EQ(count({.state_filters = {"Ongoing", "CompleteAbort"}}), 0);
  EXPECT_EQ(count({.producer_id_filters = {1, 7}}), 1);
  EXPECT_EQ(count({.producer_id_filters = {7}}), 0);
  EXPECT_EQ(add(0), ErrorCode::none);
  EXPECT_EQ(count({.state_filters = {"Ongoing"}, .producer_id_filters = {1}}), 1);
  EXPECT_EQ(count({.state_filters = {"Empty"}, .producer_id_filters = {1}}), 0);
}

TEST_F(AdminTransactions, AStateThatNobodyKnowsIsNamedAndMatchesNone) {
  init();
  EXPECT_EQ(list({.state_filters = {"Open", "empty"}}),
            (ListTransactionsResponse{.unknown_state_filters = {"Open", "empty"}}));
  const auto mixed = list({.state_filters = {"Open", "Empty"}});
  EXPECT_EQ(mixed.unknown_state_filters, std::vector<std::string>{"Open"});
  EXPECT_EQ(mixed.transaction_states.size(), 1);
  EXPECT_EQ(list({.state_filters = {"Dead", "PrepareEpochFence"}}), ListTransactionsResponse{});
}

// The duration is that since the last transaction began; who never began one began in 1969.
TEST_F(AdminTransactions, AreListedByHowLongAgoTheyBegan) {
  init();
  EXPECT_EQ(count({.duration_filter = 1'000'000'000'000}), 1);
  EXPECT_EQ(add(0), ErrorCode::none);
  pass(seconds(5));
  EXPECT_EQ(count({.duration_filter = 5'000}), 0);
  EXPECT_EQ(count({.duration_filter = 4'999}), 1);
  EXPECT_EQ(count({.duration_filter = -1}), 1);
}

TEST_F(AdminTransactions, AreDescribedWithTheirPartitions) {
  init(30'000);
  DescribeTransactionsTransactionState expected{.transactional_id = "x",
                                                .transaction_state = "Empty",
                                                .transaction_timeout_ms = 30'000,
                                                .transaction_start_time_ms = -1,
                                                .producer_id = 1,
                                                .producer_epoch = 0};
  EXPECT_EQ(described(), expected);
  EXPECT_EQ(add(1), ErrorCode::none);
  EXPECT_EQ(add(0), ErrorCode::none);
  expected.transaction_state = "Ongoing";
  expected.transaction_start_time_ms = now_.unix_ms();
  expected.topics = {{.topic = "t", .partitions = {0, 1}}};
  EXPECT_EQ(described(), expected);
  pass(seconds(1));
  EXPECT_EQ(end(false), ErrorCode::none);
  expected.transaction_state = "CompleteAbort";
  expected.topics = {};
  EXPECT_EQ(described(), expected);
}

TEST_F(AdminTransactions, AProducersOpenTransactionIsDescribedByItsFirstOffset) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  EXPECT_EQ(end(true), ErrorCode::none);
  produce(0, 1);
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 1);
  const DescribeProducersProducerState open{.producer_id = 1,
                                            .producer_epoch = 0,
                                            .last_sequence = 1,
                                            .last_timestamp = now_.unix_ms(),
                                            .coordinator_epoch = 0,
                                            .current_txn_start_offset = 2};
  EXPECT_EQ(producers(0),
            (DescribeProducersPartitionResponse{.partition_index = 0, .active_producers = {open}}));
  pass(seconds(1));
  EXPECT_EQ(end(true), ErrorCode::none);
  DescribeProducersProducerState ended = open;
  ended.last_timestamp = now_.unix_ms();  // The marker's.
  ended.current_txn_start_offset = -1;
  EXPECT_EQ(producers(0).active_producers, std::vector{ended});
}

// As a fenced producer's markers carry it: nothing of this epoch was written.
TEST_F(AdminTransactions, AMarkerInANewEpochLeavesAProducerWithoutSequences) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  init();
  const auto states = producers(0).active_producers;
  ASSERT_EQ(states.size(), 1);
  EXPECT_EQ(states[0].producer_epoch, 1);
  EXPECT_EQ(states[0].last_sequence, -1);
}

// Deleted records hold nobody back, but the transaction is open still and its producer known.
TEST_F(AdminTransactions, DeletedRecordsLeaveTheProducerAndItsTransaction) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  produce(0, 0);
  produce(0, 1);
  DeleteRecordsRequest request{.timeout_ms = 1000};
  request.topics = {{.name = "t", .partitions = {{.partition_index = 0, .offset = -1}}}};
  EXPECT_EQ(ask<DeleteRecordsResponse>(request, 2).topics.at(0).partitions.at(0).low_watermark, 2);
  const auto states = producers(0).active_producers;
  ASSERT_EQ(states.size(), 1);
  EXPECT_EQ(states[0].last_sequence, 1);
  EXPECT_EQ(states[0].current_txn_start_offset, 0);
  EXPECT_EQ(produce(0, 2).base_offset, 2);
  EXPECT_EQ(end(true), ErrorCode::none);
}

TEST_F(AdminTransactions, ALeaderVerifiesPartitionsOfSeveralTransactionsAtOnce) {
  init();
  EXPECT_EQ(add(0), ErrorCode::none);
  const auto verify = [](const std::string& id, std::int16_t epoch) {
    return AddPartitionsToTxnTransaction{.transactional_id = id,
                                         .producer_id = 1,
                                         .producer_epoch = epoch,
                                         .verify_only = true,
                                         .topics = {{.name = "t", .partitions = {0, 1}}}};
  };
  const AddPartitionsToTxnRequest request{.transactions = {verify("x", 0), verify("y", 0)}};
  for (const std::int16_t version : {std::int16_t{4}, std::int16_t{5}}) {
    const auto answer = ask<AddPartitionsToTxnResponse>(request, version);
    const auto errors_of = [&](std::size_t place) {
      std::vector<ErrorCode> errors;
      for (const auto& each :
           answer.results_by_transaction.at(place).topic_results.at(0).results_by_partition) {
        errors.push_back(each.partition_error_code);
      }
      return errors;
    };
    EXPECT_EQ(errors_of(0), (std::vector{ErrorCode::none, ErrorCode::transaction_abortable}));
    EXPECT_EQ(errors_of(1), (std::vector{ErrorCode::invalid_producer_id_mapping,
                                         ErrorCode::invalid_producer_id_mapping}));
  }
  // Looking adds nothing; an old epoch is told in the words of brokers.
  EXPECT_EQ(described().topics.at(0).partitions, std::vector<std::int32_t>{0});
  AddPartitionsToTxnRequest old{.transactions = {verify("x", 9)}};
  EXPECT_EQ(ask<AddPartitionsToTxnResponse>(old, 4)
                .results_by_transaction.at(0)
                .topic_results.at(0)
                .results_by_partition.at(0)
                .partition_error_code,
            ErrorCode::producer_fenced);
}

TEST_F(AdminTransactions, APartitionThatIsNamedTwiceIsDescribedOnce) {
  EXPECT_EQ(described({0, 1, 0, 0, 1}), 2U);
}

}  // namespace cohort::broker
