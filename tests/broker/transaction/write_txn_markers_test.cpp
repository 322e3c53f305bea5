// WriteTxnMarkers: how a transaction that hangs is ended from outside (KIP-664).
#include "broker/transaction/transaction_world.hpp"

namespace cohort::broker {

class WriteTxnMarkers : public TransactionWorld {
 protected:
  WriteTxnMarkers() {
    init();
    EXPECT_EQ(add(0), ErrorCode::none);
    EXPECT_EQ(produce(0, 0).error_code, ErrorCode::none);
  }

  static WritableTxnMarker marker(std::vector<WritableTxnMarkerTopic> topics,
                                  std::int16_t epoch = 0) {
    return {.producer_id = 1, .producer_epoch = epoch, .topics = std::move(topics)};
  }

  WriteTxnMarkersResponse write(std::vector<WritableTxnMarker> markers, std::int16_t version = 1) {
    return ask<WriteTxnMarkersResponse>(WriteTxnMarkersRequest{.markers = std::move(markers)},
                                        version);
  }

  std::int64_t stable_offset() {
    return ask<FetchResponse>(fetch_committed(0, 0), 11)
        .responses.at(0)
        .partitions.at(0)
        .last_stable_offset;
  }
};

WriteTxnMarkersResponse answered(std::vector<WritableTxnMarkerTopicResult> topics,
                                 std::int64_t producer_id = 1) {
  return {.markers = {{.producer_id = producer_id, .topics = std::move(topics)}}};
}

TEST_F(WriteTxnMarkers, AnAbortEndsTheTransactionForItsReaders) {
  send(fetch_committed(0, 5000), 11, LinkId{2});
  ASSERT_EQ(stable_offset(), 0);

  EXPECT_EQ(write({marker({{.name = "t", .partition_indexes = {0}}})}),
            answered({{.name = "t", .partitions = {{.partition_index = 0}}}}));

  EXPECT_EQ(stable_offset(), 2);
  const auto response = take<FetchResponse>(11, LinkId{2});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses.at(0).partitions.at(0).aborted_transactions,
            (std::vector<FetchAbortedTransaction>{{.producer_id = 1, .first_offset = 0}}));
}

TEST_F(WriteTxnMarkers, PartitionsThatAreNotThereAndOldEpochsAreTold) {
  EXPECT_EQ(write({marker({{.name = "no", .partition_indexes = {0}},
                           {.name = "t", .partition_indexes = {0, 9}}},
                          0)},
                  0),
            answered({{.name = "no",
                       .partitions = {{.error_code = ErrorCode::unknown_topic_or_partition}}},
                      {.name = "t",
                       .partitions = {{.partition_index = 0},
                                      {.partition_index = 9,
                                       .error_code = ErrorCode::unknown_topic_or_partition}}}}));
  WritableTxnMarker newer = marker({{.name = "t", .partition_indexes = {0}}}, 5);
  newer.coordinator_epoch = 3;
  const auto of_partition_0 = [](ErrorCode error) {
    return answered({{.name = "t", .partitions = {{.error_code = error}}}});
  };
  EXPECT_EQ(write({newer}), of_partition_0(ErrorCode::none));
  newer.coordinator_epoch = 2;
  EXPECT_EQ(write({newer}), of_partition_0(ErrorCode::transaction_coordinator_fenced));
  newer.producer_epoch = 4;
  EXPECT_EQ(write({newer}), of_partition_0(ErrorCode::invalid_producer_epoch));
}

TEST_F(WriteTxnMarkers, NothingIsAnsweredWithNothingAndNoProducerWithAnUnknownError) {
  EXPECT_EQ(write({}), WriteTxnMarkersResponse{});
  WritableTxnMarker nobody = marker({{.name = "t", .partition_indexes = {0}}});
  nobody.producer_id = -1;
  EXPECT_EQ(
      write({nobody}),
      answered({{.name = "t", .partitions = {{.error_code = ErrorCode::unknown_server_error}}}},
               -1));
}

TEST_F(WriteTxnMarkers, OffsetsCountWhenThePartitionOfTheirGroupIsCommitted) {
  ASSERT_EQ(add_offsets(), ErrorCode::none);
  ASSERT_EQ(commit_offset(7), ErrorCode::none);
  ASSERT_EQ(committed().committed_offset, -1);
  std::vector<std::int32_t> others;
  for (std::int32_t partition = 0; partition < 50; ++partition) {
    if (partition != 3) others.push_back(partition);  // "g" is in 103 % 50.
  }
  WritableTxnMarker commit = marker({{.name = "__consumer_offsets", .partition_indexes = others}});
  commit.transaction_result = true;
  write({commit});
  EXPECT_EQ(committed().committed_offset, -1);

  commit.topics = {{.name = "__consumer_offsets", .partition_indexes = {3}}};
  EXPECT_EQ(write({commit}),
            answered({{.name = "__consumer_offsets", .partitions = {{.partition_index = 3}}}}));

  EXPECT_EQ(committed().committed_offset, 7);
}

}  // namespace cohort::broker
