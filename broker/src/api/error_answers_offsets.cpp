// What the APIs of committed offsets answer when a request is not carried out.
#include "api/answered_topics.hpp"
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/offset_delete.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>
#include <cohort/protocol/messages/txn_offset_commit.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

namespace {

/// Each partition once, by name and number, however often the request names it.
std::vector<OffsetFetchResponseTopic> each_partition(
    const std::vector<OffsetFetchRequestTopic>& topics, ErrorCode error) {
  std::map<std::string, std::set<std::int32_t>> wanted;
  for (const OffsetFetchRequestTopic& topic : topics) {
    for (const std::int32_t partition : topic.partition_indexes) {
      wanted[topic.name].insert(partition);
    }
  }
  std::vector<OffsetFetchResponseTopic> answered;
  for (const auto& [name, partitions] : wanted) {
    answered.push_back({.name = name});
    for (const std::int32_t partition : partitions) {
      answered.back().partitions.push_back(
          {.partition_index = partition, .committed_offset = -1, .error_code = error});
    }
  }
  return answered;
}

}  // namespace

OffsetCommitResponse error_answer(const OffsetCommitRequest& request, ErrorCode error,
                                  int /*version*/) {
  return {.topics = answered_topics<OffsetCommitResponseTopic>(request.topics, error)};
}

TxnOffsetCommitResponse error_answer(const TxnOffsetCommitRequest& request, ErrorCode error,
                                     int /*version*/) {
  return {.topics = answered_topics<TxnOffsetCommitResponseTopic>(request.topics, error)};
}

/// For each partition before there is an error of the whole answer (v2), for each group from v8 on.
/// Source: OffsetFetchRequest.getErrorResponse.
OffsetFetchResponse error_answer(const OffsetFetchRequest& request, ErrorCode error, int version) {
  OffsetFetchResponse response;
  if (version < 2) {
    if (request.topics) response.topics = each_partition(*request.topics, error);
    return response;
  }
  if (version < 8) {
    response.error_code = error;
    return response;
  }
  std::set<std::string> answered;
  for (const OffsetFetchRequestGroup& group : request.groups) {
    if (!answered.insert(group.group_id).second) continue;
    response.groups.push_back({.group_id = group.group_id, .error_code = error});
  }
  return response;
}

OffsetDeleteResponse error_answer(const OffsetDeleteRequest& /*request*/, ErrorCode error,
                                  int /*version*/) {
  return {.error_code = error};
}

}  // namespace cohort::broker
