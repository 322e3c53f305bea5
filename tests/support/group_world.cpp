#include "support/group_world.hpp"

#include <cohort/broker/broker.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/messages/describe_groups.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/leave_group.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>
#include <cohort/protocol/messages/produce.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <memory>

namespace cohort::testing {

namespace {

constexpr const char* group = "g";
constexpr const char* topic = "orders";
constexpr std::int64_t latest = -1;

sim::Simulation world_with_broker() {
  sim::Simulation simulation;
  broker::Config config;
  config.group.initial_rebalance_delay = Duration::zero();
  auto node = std::make_unique<broker::Broker>(config, simulation.now());
  node->create_topic(topic, 1, simulation.now());
  simulation.add("broker", std::move(node));
  simulation.listen("broker", "broker", 9092);
  return simulation;
}

}  // namespace

GroupWorld::GroupWorld()
    : simulation_(world_with_broker()), client_(simulation_, "somebody-else") {}

std::int64_t GroupWorld::produce(const std::string& value) {
  BatchBuilder batch(BatchOptions{});
  batch.add(Record{.timestamp = simulation_.now().unix_ms(), .value = Buffer::copy_of(value)});
  PartitionProduceData partition;
  partition.records = Buffers(batch.build().bytes());
  ProduceRequest request;
  request.acks = -1;
  request.topic_data.push_back({.name = topic, .partition_data = {partition}});
  const auto answer = client_.ask<ProduceResponse>(request, 9).value();
  return answer.responses.at(0).partition_responses.at(0).base_offset;
}

std::int64_t GroupWorld::latest_offset() {
  ListOffsetsRequest request{.replica_id = -1};
  request.topics.push_back({.name = topic, .partitions = {{.timestamp = latest}}});
  const auto answer = client_.ask<ListOffsetsResponse>(request, 5).value();
  return answer.topics.at(0).partitions.at(0).offset;
}

std::int64_t GroupWorld::committed_offset() {
  OffsetFetchRequest request{.group_id = group};
  request.topics->push_back({.name = topic, .partition_indexes = {0}});
  const auto answer = client_.ask<OffsetFetchResponse>(request, 5).value();
  return answer.topics.at(0).partitions.at(0).committed_offset;
}

std::string GroupWorld::group_state() {
  const DescribeGroupsRequest request{.groups = {group}};
  return client_.ask<DescribeGroupsResponse>(request, 4).value().groups.at(0).group_state;
}

JoinGroupRequest GroupMember::join_request() const {
  return {.group_id = group,
          .session_timeout_ms = timeouts_.session_ms,
          .rebalance_timeout_ms = timeouts_.rebalance_ms,
          .member_id = id_,
          .protocol_type = "consumer",
          .protocols = {{"range", Buffer::copy_of(name_)}}};
}

std::string GroupMember::ask_for_id() {
  id_.clear();
  const auto answer = client_.ask<JoinGroupResponse>(join_request(), 5).value();
  EXPECT_EQ(answer.error_code, ErrorCode::member_id_required);
  return id_ = answer.member_id;
}

void GroupMember::join() {
  if (id_.empty()) ask_for_id();
  client_.send(join_request(), 5);
}

void GroupMember::join_alone() {
  join();
  world_->simulation().settle();
  const std::vector<JoinGroupResponseMember> members = take_joined().value().members;
  sync(members);
  world_->simulation().settle();
  EXPECT_EQ(take_assignment(), id_);
}

std::optional<JoinGroupResponse> GroupMember::take_joined() {
  std::optional<JoinGroupResponse> answer = client_.take<JoinGroupResponse>(5);
  if (answer) generation_id_ = answer->generation_id;
  return answer;
}

void GroupMember::sync(const std::vector<JoinGroupResponseMember>& members) {
  SyncGroupRequest request;
  request.group_id = group;
  request.generation_id = generation_id_;
  request.member_id = id_;
  for (const JoinGroupResponseMember& member : members) {
    request.assignments.push_back({member.member_id, Buffer::copy_of(member.member_id)});
  }
  client_.send(request, 3);
}

std::optional<std::string> GroupMember::take_assignment() {
  const std::optional<SyncGroupResponse> answer = client_.take<SyncGroupResponse>(3);
  if (!answer) return std::nullopt;
  EXPECT_EQ(answer->error_code, ErrorCode::none);
  return std::string(answer->assignment.text());
}

ErrorCode GroupMember::heartbeat() {
  HeartbeatRequest request;
  request.group_id = group;
  request.generation_id = generation_id_;
  request.member_id = id_;
  return client_.ask<HeartbeatResponse>(request, 3).value().error_code;
}

ErrorCode GroupMember::commit(std::int64_t offset, std::optional<std::int32_t> generation_id) {
  OffsetCommitRequest request;
  request.group_id = group;
  request.generation_id_or_member_epoch = generation_id.value_or(generation_id_);
  request.member_id = id_;
  request.topics.push_back({.name = topic, .partitions = {{.committed_offset = offset}}});
  const auto answer = client_.ask<OffsetCommitResponse>(request, 7).value();
  return answer.topics.at(0).partitions.at(0).error_code;
}

ErrorCode GroupMember::leave(const std::string& member_id) {
  LeaveGroupRequest request;
  request.group_id = group;
  request.members.push_back({.member_id = member_id});
  return client_.ask<LeaveGroupResponse>(request, 3).value().members.at(0).error_code;
}

}  // namespace cohort::testing
