// What OffsetCommit, TxnOffsetCommit and OffsetDelete have in common: unknown partitions are
// refused first, the rest is the group coordinator's, and the answer is put together of both.
#pragma once

#include "api/topic_entries.hpp"
#include "log/catalog.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace cohort::broker {

/// Refuses what is not there, whatever the state of the group, and gives back the rest, topic by
/// topic. An unknown topic is answered even if the request names no partition of it.
/// Source: KafkaApis.handleOffsetCommitRequest and its two siblings.
template <class RequestTopic, class ResponseTopic>
std::vector<RequestTopic> refuse_unknown(const Catalog& catalog,
                                         const std::vector<RequestTopic>& topics,
                                         TopicEntries<ResponseTopic>& entries) {
  std::vector<RequestTopic> known;
  for (const RequestTopic& topic : topics) {
    if (catalog.find(topic.name) == nullptr) entries[topic.name];
    RequestTopic valid{.name = topic.name};
    for (const auto& partition : topic.partitions) {
      if (catalog.find(topic.name, partition.partition_index) != nullptr) {
        valid.partitions.push_back(partition);
        continue;
      }
      entries[topic.name].partitions.push_back(
          {.partition_index = partition.partition_index,
           .error_code = ErrorCode::unknown_topic_or_partition});
    }
    if (!valid.partitions.empty()) known.push_back(std::move(valid));
  }
  return known;
}

/// Adds what the coordinator answered, an error for each partition of `known` in its order. A topic
/// that was named twice is answered twice, unless something was refused
/// (OffsetCommitResponse.Builder.merge).
template <class RequestTopic, class ResponseTopic>
void add_answers(const std::vector<RequestTopic>& known, const std::vector<ErrorCode>& errors,
                 std::vector<ResponseTopic>& topics, TopicEntries<ResponseTopic>& entries) {
  const bool is_merged = !topics.empty();
  std::size_t next = 0;
  for (const RequestTopic& topic : known) {
    if (!is_merged) topics.push_back({.name = topic.name});
    ResponseTopic& answered = is_merged ? entries[topic.name] : topics.back();
    for (const auto& partition : topic.partitions) {
      COHORT_ASSERT(next < errors.size());
      answered.partitions.push_back(
          {.partition_index = partition.partition_index, .error_code = errors[next++]});
    }
  }
  COHORT_ASSERT(next == errors.size());
}

}  // namespace cohort::broker
