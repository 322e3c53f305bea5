// Transactions whose markers have to wait for brokers that are down.
#include "cluster_world.hpp"
#include "coordinators.hpp"

namespace cohort::broker {
namespace {

/// A transaction of `id_`, coordinated by broker 1, over partitions 0 and 1 of `u`, which have one
/// replica each: brokers 1 and 2.
class DecidedTransactions : public ClusterWorld {
 protected:
  DecidedTransactions() {
    FindCoordinatorRequest locating{.key = "any", .key_type = 1};
    ask<FindCoordinatorResponse>(1, locating, 3);
    for (int i = 0; coordinator_of_transactions(state(), id_) != 1; ++i) {
      id_ = "id-" + std::to_string(i);
    }
    CreateTopicsRequest creation{.timeout_ms = 1000};
    creation.topics = {{.name = "u", .num_partitions = 2, .replication_factor = 1}};
    ask<CreateTopicsResponse>(1, creation, 5);
    producer_ = ask<InitProducerIdResponse>(
        1, InitProducerIdRequest{.transactional_id = id_, .transaction_timeout_ms = 60'000}, 4);
    AddPartitionsToTxnRequest addition{.v3_and_below_transactional_id = id_,
                                       .v3_and_below_producer_id = producer_.producer_id,
                                       .v3_and_below_producer_epoch = producer_.producer_epoch};
    addition.v3_and_below_topics = {{.name = "u", .partitions = {0, 1}}};
    ask<AddPartitionsToTxnResponse>(1, addition, 3);
  }

  ErrorCode end() {
    return ask<EndTxnResponse>(1,
                               EndTxnRequest{.transactional_id = id_,
                                             .producer_id = producer_.producer_id,
                                             .producer_epoch = producer_.producer_epoch,
                                             .committed = true},
                               3)
        .error_code;
  }

  std::string transaction_state() {
    DescribeTransactionsRequest request{.transactional_ids = {id_}};
    return ask<DescribeTransactionsResponse>(1, request, 0)
        .transaction_states.at(0)
        .transaction_state;
  }

  std::int64_t end_of(std::int32_t index) { return partition(index, "u").log.log_end_offset(); }

  std::string id_ = "id";
  InitProducerIdResponse producer_;
};

TEST_F(DecidedTransactions, TheirMarkersAreWrittenWhenTheLeaderIsBack) {
  stop(2);
  EXPECT_EQ(end(), ErrorCode::none);
  EXPECT_EQ(end_of(0), 1);
  EXPECT_EQ(end_of(1), 0);
  EXPECT_EQ(transaction_state(), "PrepareCommit");
  EXPECT_EQ(end(), ErrorCode::concurrent_transactions);
  EXPECT_EQ(
      ask<InitProducerIdResponse>(
          1, InitProducerIdRequest{.transactional_id = id_, .transaction_timeout_ms = 1000}, 4)
          .error_code,
      ErrorCode::concurrent_transactions);

  start(2);

  EXPECT_EQ(end_of(0), 1);
  EXPECT_EQ(end_of(1), 1);
  EXPECT_EQ(transaction_state(), "CompleteCommit");
  EXPECT_EQ(end(), ErrorCode::none);
}

TEST_F(DecidedTransactions, ATopicThatIsGoneIsNotWaitedFor) {
  stop(2);
  EXPECT_EQ(end(), ErrorCode::none);
  world.turn("broker", [&] { delete_topic(state(), "u", world.now()); });
  start(2);
  EXPECT_EQ(transaction_state(), "CompleteCommit");
}

TEST_F(DecidedTransactions, AMarkerNeedsEnoughInSync) {
  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {{.name = "safe",
                      .num_partitions = 1,
                      .replication_factor = 3,
                      .configs = {{.name = "min.insync.replicas", .value = "3"}}}};
  ask<CreateTopicsResponse>(1, creation, 5);
  AddPartitionsToTxnRequest addition{.v3_and_below_transactional_id = id_,
                                     .v3_and_below_producer_id = producer_.producer_id,
                                     .v3_and_below_producer_epoch = producer_.producer_epoch};
  addition.v3_and_below_topics = {{.name = "safe", .partitions = {0}}};
  ask<AddPartitionsToTxnResponse>(1, addition, 3);
  stop(3);
  EXPECT_EQ(end(), ErrorCode::none);
  EXPECT_EQ(transaction_state(), "PrepareCommit");
  start(3);
  EXPECT_EQ(transaction_state(), "CompleteCommit");
}

TEST_F(DecidedTransactions, ABrokerWithoutAReplicaKnowsNothingOfThePartition) {
  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {
      {.name = "one", .num_partitions = -1, .replication_factor = -1, .assignments = {{0, {1}}}}};
  ask<CreateTopicsResponse>(1, creation, 5);
  WriteTxnMarkersRequest request;
  request.markers = {{.producer_id = 7, .topics = {{"one", {0}}}}};
  const auto answer = ask<WriteTxnMarkersResponse>(2, request, 1);
  EXPECT_EQ(answer.markers.at(0).topics.at(0).partitions.at(0).error_code,
            ErrorCode::unknown_topic_or_partition);
}

}  // namespace
}  // namespace cohort::broker
