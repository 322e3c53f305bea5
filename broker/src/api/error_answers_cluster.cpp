// What the APIs of connections, brokers and replicas answer when a request is not carried out.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/alter_partition_reassignments.hpp>
#include <cohort/protocol/messages/alter_replica_log_dirs.hpp>
#include <cohort/protocol/messages/api_versions.hpp>
#include <cohort/protocol/messages/describe_cluster.hpp>
#include <cohort/protocol/messages/describe_log_dirs.hpp>
#include <cohort/protocol/messages/elect_leaders.hpp>
#include <cohort/protocol/messages/list_partition_reassignments.hpp>
#include <cohort/protocol/messages/sasl_handshake.hpp>

#include <optional>

namespace cohort::broker {

/// UNSUPPORTED_VERSION comes with the versions of ApiVersions itself, so that the client can ask
/// again (KIP-511; ApiVersionsRequest.getErrorResponse).
ApiVersionsResponse error_answer(const ApiVersionsRequest& /*request*/, ErrorCode error,
                                 int /*version*/) {
  ApiVersionsResponse response{.error_code = error};
  if (error != ErrorCode::unsupported_version) return response;
  constexpr Versions served = ApiVersionsRequest::api.versions;
  response.api_keys.push_back({ApiKey::api_versions, served.first, served.last});
  return response;
}

SaslHandshakeResponse error_answer(const SaslHandshakeRequest& /*request*/, ErrorCode error,
                                   int /*version*/) {
  return {.error_code = error};
}

DescribeClusterResponse error_answer(const DescribeClusterRequest& /*request*/, ErrorCode error,
                                     int /*version*/) {
  return {.error_code = error};
}

DescribeLogDirsResponse error_answer(const DescribeLogDirsRequest& /*request*/, ErrorCode error,
                                     int /*version*/) {
  return {.error_code = error};
}

AlterReplicaLogDirsResponse error_answer(const AlterReplicaLogDirsRequest& request, ErrorCode error,
                                         int /*version*/) {
  AlterReplicaLogDirsResponse response;
  for (const AlterReplicaLogDir& directory : request.dirs) {
    for (const AlterReplicaLogDirTopic& topic : directory.topics) {
      AlterReplicaLogDirTopicResult& answered = response.results.emplace_back();
      answered.topic_name = topic.name;
      for (const std::int32_t partition : topic.partitions) {
        answered.partitions.push_back({.partition_index = partition, .error_code = error});
      }
    }
  }
  return response;
}

/// Source: ElectLeadersRequest.getErrorResponse.
ElectLeadersResponse error_answer(const ElectLeadersRequest& request, ErrorCode error,
                                  int version) {
  ElectLeadersResponse response;
  if (version >= 1) response.error_code = error;
  if (!request.topic_partitions) return response;
  for (const ElectLeadersTopicPartitions& topic : *request.topic_partitions) {
    ElectLeadersReplicaElectionResult& answered = response.replica_election_results.emplace_back();
    answered.topic = topic.topic;
    for (const std::int32_t partition : topic.partitions) {
      answered.partition_result.push_back(
          {.partition_id = partition, .error_code = error, .error_message = std::nullopt});
    }
  }
  return response;
}

AlterPartitionReassignmentsResponse error_answer(const AlterPartitionReassignmentsRequest& request,
                                                 ErrorCode error, int /*version*/) {
  AlterPartitionReassignmentsResponse response{.error_code = error, .error_message = std::nullopt};
  for (const ReassignableTopic& topic : request.topics) {
    ReassignableTopicResponse& answered = response.responses.emplace_back();
    answered.name = topic.name;
    for (const ReassignablePartition& partition : topic.partitions) {
      answered.partitions.push_back({.partition_index = partition.partition_index,
                                     .error_code = error,
                                     .error_message = std::nullopt});
    }
  }
  return response;
}

/// Names the partitions, without replicas.
/// Source: ListPartitionReassignmentsRequest.getErrorResponse.
ListPartitionReassignmentsResponse error_answer(const ListPartitionReassignmentsRequest& request,
                                                ErrorCode error, int /*version*/) {
  ListPartitionReassignmentsResponse response{.error_code = error, .error_message = std::nullopt};
  if (!request.topics) return response;
  for (const ListPartitionReassignmentsTopics& topic : *request.topics) {
    OngoingTopicReassignment& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const std::int32_t partition : topic.partition_indexes) {
      answered.partitions.push_back({.partition_index = partition});
    }
  }
  return response;
}

}  // namespace cohort::broker
