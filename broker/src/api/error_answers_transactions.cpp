// What the APIs of producers and transactions answer when a request is not carried out.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/add_offsets_to_txn.hpp>
#include <cohort/protocol/messages/add_partitions_to_txn.hpp>
#include <cohort/protocol/messages/describe_transactions.hpp>
#include <cohort/protocol/messages/end_txn.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>
#include <cohort/protocol/messages/list_transactions.hpp>
#include <cohort/protocol/messages/write_txn_markers.hpp>

#include <map>
#include <set>
#include <string>

namespace cohort::broker {

InitProducerIdResponse error_answer(const InitProducerIdRequest& /*request*/, ErrorCode error,
                                    int /*version*/) {
  return {.error_code = error, .producer_id = -1, .producer_epoch = -1};
}

/// From v4 on, where a request has several transactions, there is an error of the whole answer.
/// Source: AddPartitionsToTxnRequest.getErrorResponse.
AddPartitionsToTxnResponse error_answer(const AddPartitionsToTxnRequest& request, ErrorCode error,
                                        int version) {
  AddPartitionsToTxnResponse response;
  if (version >= 4) {
    response.error_code = error;
    return response;
  }
  for (const AddPartitionsToTxnTopic& topic : request.v3_and_below_topics) {
    AddPartitionsToTxnTopicResult& answered = response.results_by_topic_v3_and_below.emplace_back();
    answered.name = topic.name;
    for (const std::int32_t partition : topic.partitions) {
      answered.results_by_partition.push_back(
          {.partition_index = partition, .partition_error_code = error});
    }
  }
  return response;
}

AddOffsetsToTxnResponse error_answer(const AddOffsetsToTxnRequest& /*request*/, ErrorCode error,
                                     int /*version*/) {
  return {.error_code = error};
}

EndTxnResponse error_answer(const EndTxnRequest& /*request*/, ErrorCode error, int /*version*/) {
  return {.error_code = error};
}

/// By number, and each partition of a producer once.
/// Source: WriteTxnMarkersRequest.getErrorResponse.
WriteTxnMarkersResponse error_answer(const WriteTxnMarkersRequest& request, ErrorCode error,
                                     int /*version*/) {
  std::map<std::int64_t, std::map<std::string, std::set<std::int32_t>>> wanted;
  for (const WritableTxnMarker& marker : request.markers) {
    auto& topics = wanted[marker.producer_id];
    for (const WritableTxnMarkerTopic& topic : marker.topics) {
      for (const std::int32_t partition : topic.partition_indexes) {
        topics[topic.name].insert(partition);
      }
    }
  }
  WriteTxnMarkersResponse response;
  for (const auto& [producer_id, topics] : wanted) {
    response.markers.push_back({.producer_id = producer_id});
    for (const auto& [name, partitions] : topics) {
      WritableTxnMarkerTopicResult& answered = response.markers.back().topics.emplace_back();
      answered.name = name;
      for (const std::int32_t partition : partitions) {
        answered.partitions.push_back({.partition_index = partition, .error_code = error});
      }
    }
  }
  return response;
}

DescribeTransactionsResponse error_answer(const DescribeTransactionsRequest& request,
                                          ErrorCode error, int /*version*/) {
  DescribeTransactionsResponse response;
  for (const std::string& id : request.transactional_ids) {
    response.transaction_states.push_back({.error_code = error, .transactional_id = id});
  }
  return response;
}

ListTransactionsResponse error_answer(const ListTransactionsRequest& /*request*/, ErrorCode error,
                                      int /*version*/) {
  return {.error_code = error};
}

}  // namespace cohort::broker
