#include "messages.hpp"

#include <cstdint>
#include <string>

namespace bench {

using namespace cohort;

namespace {

constexpr std::int32_t partitions = 4;
const char* const topic_name = "a-topic-with-a-name";

std::string member_id(int number) {
  const std::string digits = std::to_string(number);
  return "consumer-orders-1-a3f2c1d4-0000-4000-8000-" + std::string(12 - digits.size(), '0') +
         digits;
}

/// What a subscription or an assignment of one topic takes.
Buffer member_bytes() { return Buffer::copy_of(std::string(60, 'm')); }

}  // namespace

FindCoordinatorRequest find_coordinator_request() {
  return {.key = "orders", .coordinator_keys = {"orders"}};
}

FindCoordinatorResponse find_coordinator_response() {
  FindCoordinatorResponse response{.node_id = 1, .host = "127.0.0.1", .port = 9092};
  response.coordinators = {{.key = "orders", .node_id = 1, .host = "127.0.0.1", .port = 9092}};
  return response;
}

JoinGroupRequest join_group_request() {
  JoinGroupRequest request{
      .group_id = "orders", .session_timeout_ms = 45'000, .rebalance_timeout_ms = 300'000};
  request.member_id = member_id(0);
  request.protocol_type = "consumer";
  request.protocols = {{"range", member_bytes()}, {"cooperative-sticky", member_bytes()}};
  return request;
}

JoinGroupResponse join_group_response() {
  JoinGroupResponse response{.generation_id = 7, .protocol_type = "consumer"};
  response.protocol_name = "range";
  response.leader = member_id(0);
  response.member_id = member_id(0);
  for (int member = 0; member < 100; ++member) {
    response.members.push_back({.member_id = member_id(member), .metadata = member_bytes()});
  }
  return response;
}

SyncGroupRequest sync_group_request() {
  SyncGroupRequest request{.group_id = "orders", .generation_id = 7, .member_id = member_id(0)};
  request.protocol_type = "consumer";
  request.protocol_name = "range";
  for (int member = 0; member < 100; ++member) {
    request.assignments.push_back({member_id(member), member_bytes()});
  }
  return request;
}

SyncGroupResponse sync_group_response() {
  SyncGroupResponse response{.protocol_type = "consumer", .protocol_name = "range"};
  response.assignment = member_bytes();
  return response;
}

HeartbeatRequest heartbeat_request() {
  return {.group_id = "orders", .generation_id = 7, .member_id = member_id(0)};
}

HeartbeatResponse heartbeat_response() { return {}; }

LeaveGroupRequest leave_group_request() {
  LeaveGroupRequest request{.group_id = "orders", .member_id = member_id(0)};
  request.members = {{.member_id = member_id(0), .reason = "the consumer is being closed"}};
  return request;
}

LeaveGroupResponse leave_group_response() {
  LeaveGroupResponse response;
  response.members = {{.member_id = member_id(0), .group_instance_id = std::nullopt}};
  return response;
}

OffsetCommitRequest offset_commit_request() {
  OffsetCommitRequest request{
      .group_id = "orders", .generation_id_or_member_epoch = 7, .member_id = member_id(0)};
  OffsetCommitRequestTopic& topic = request.topics.emplace_back();
  topic.name = topic_name;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back({.partition_index = partition, .committed_offset = 1'000'000});
  }
  return request;
}

OffsetCommitResponse offset_commit_response() {
  OffsetCommitResponse response;
  OffsetCommitResponseTopic& topic = response.topics.emplace_back();
  topic.name = topic_name;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back({.partition_index = partition});
  }
  return response;
}

OffsetFetchRequest offset_fetch_request() {
  OffsetFetchRequest request{.group_id = "orders", .require_stable = true};
  request.topics = {{{.name = topic_name, .partition_indexes = {0, 1, 2, 3}}}};
  OffsetFetchRequestGroup& group = request.groups.emplace_back();
  group.group_id = "orders";
  group.topics = {{{.name = topic_name, .partition_indexes = {0, 1, 2, 3}}}};
  return request;
}

OffsetFetchResponse offset_fetch_response() {
  OffsetFetchResponse response;
  OffsetFetchResponseTopic& topic = response.topics.emplace_back();
  topic.name = topic_name;
  OffsetFetchResponseGroup& group = response.groups.emplace_back();
  group.group_id = "orders";
  OffsetFetchResponseTopics& grouped = group.topics.emplace_back();
  grouped.name = topic_name;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back({.partition_index = partition, .committed_offset = 1'000'000});
    grouped.partitions.push_back({.partition_index = partition, .committed_offset = 1'000'000});
  }
  return response;
}

}  // namespace bench
