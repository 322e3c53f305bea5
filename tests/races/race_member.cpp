#include "races/race_member.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/leave_group.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <algorithm>

namespace cohort::testing {

namespace {

constexpr const char* protocol_type = "consumer";
constexpr const char* protocol_name = "range";

/// A member's id is its name and a UUID.
std::string name_in(const std::string& member_id) {
  constexpr std::size_t uuid_and_dash = 37;
  return member_id.substr(0, member_id.size() - std::min(member_id.size(), uuid_and_dash));
}

Joined in_names(const JoinGroupResponse& response) {
  Joined joined{.error = response.error_code,
                .generation = response.generation_id,
                .leader = name_in(response.leader)};
  for (const auto& member : response.members) joined.members.push_back(name_in(member.member_id));
  return joined;
}

Buffer subscription() {
  return encode_versioned(ConsumerProtocolSubscription{.topics = {RaceWorld::topic}}, 1);
}

Buffer assignment_of(const std::vector<std::int32_t>& partitions) {
  ConsumerProtocolAssignment assignment;
  assignment.assigned_partitions = {{.topic = RaceWorld::topic, .partitions = partitions}};
  return encode_versioned(assignment, 1);
}

Synced in_partitions(const SyncGroupResponse& response) {
  Synced synced{.error = response.error_code};
  if (response.assignment.size() == 0) return synced;
  const auto decoded = decode_versioned<ConsumerProtocolAssignment>(response.assignment);
  for (const auto& topic : decoded.value().message.assigned_partitions) {
    synced.partitions = topic.partitions;
  }
  return synced;
}

std::int32_t in_ms(Duration time) {
  return static_cast<std::int32_t>(std::chrono::duration_cast<milliseconds>(time).count());
}

}  // namespace

void PrintTo(const Joined& joined, std::ostream* out) {
  *out << name(joined.error) << ", generation " << joined.generation << ", led by '"
       << joined.leader << "', members:";
  for (const std::string& member : joined.members) *out << ' ' << member;
}

void PrintTo(const Synced& synced, std::ostream* out) {
  *out << name(synced.error) << ", partitions:";
  for (const std::int32_t partition : synced.partitions) *out << ' ' << partition;
}

Pending<Joined> RaceMember::join() {
  read();
  constexpr std::int16_t first_that_asks_for_ids = 4;
  if (id_.empty() && !options_.instance_id && options_.join_version >= first_that_asks_for_ids) {
    EXPECT_EQ(send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
  }
  return send_join();
}

Pending<Joined> RaceMember::send_join() {
  read();
  const JoinGroupRequest request{.group_id = RaceWorld::group,
                                 .session_timeout_ms = in_ms(options_.session_timeout),
                                 .rebalance_timeout_ms = in_ms(options_.rebalance_timeout),
                                 .member_id = id_,
                                 .group_instance_id = options_.instance_id,
                                 .protocol_type = protocol_type,
                                 .protocols = {{protocol_name, subscription()}}};
  return send<JoinGroupResponse>(
      request, options_.join_version,
      [this, connection = connection_count()](const JoinGroupResponse& response) {
        if (connection == connection_count()) take_over(response);
        return in_names(response);
      });
}

void RaceMember::take_over(const JoinGroupResponse& response) {
  if (response.error_code == ErrorCode::member_id_required) id_ = response.member_id;
  if (response.error_code != ErrorCode::none) return;
  id_ = response.member_id;
  generation_ = response.generation_id;
  member_ids_.clear();
  for (const auto& member : response.members) member_ids_.push_back(member.member_id);
}

Pending<Synced> RaceMember::sync(const Plan& plan) {
  read();
  SyncGroupRequest request{.group_id = RaceWorld::group,
                           .generation_id = generation_,
                           .member_id = id_,
                           .group_instance_id = options_.instance_id,
                           .protocol_type = protocol_type,
                           .protocol_name = protocol_name};
  for (const std::string& id : member_ids_) {
    const auto planned = plan.find(name_in(id));
    if (planned != plan.end()) request.assignments.push_back({id, assignment_of(planned->second)});
  }
  return send<SyncGroupResponse>(request, 5, in_partitions);
}

Pending<ErrorCode> RaceMember::heartbeat() {
  read();
  const HeartbeatRequest request{.group_id = RaceWorld::group,
                                 .generation_id = generation_,
                                 .member_id = id_,
                                 .group_instance_id = options_.instance_id};
  return send<HeartbeatResponse>(
      request, 4, [](const HeartbeatResponse& response) { return response.error_code; });
}

Pending<ErrorCode> RaceMember::commit(std::int64_t offset) {
  read();
  OffsetCommitRequest request{.group_id = RaceWorld::group,
                              .generation_id_or_member_epoch = generation_,
                              .member_id = id_,
                              .group_instance_id = options_.instance_id};
  request.topics = {{.name = RaceWorld::topic, .partitions = {{.committed_offset = offset}}}};
  return send<OffsetCommitResponse>(request, 8, [](const OffsetCommitResponse& response) {
    return response.topics.at(0).partitions.at(0).error_code;
  });
}

Pending<ErrorCode> RaceMember::leave() {
  read();
  const LeaveGroupRequest request{
      .group_id = RaceWorld::group,
      .members = {{.member_id = id_, .group_instance_id = options_.instance_id}}};
  return send<LeaveGroupResponse>(request, 5, [](const LeaveGroupResponse& response) {
    return response.members.at(0).error_code;
  });
}

void join_together(const std::vector<RaceMember*>& members) {
  std::vector<Pending<Joined>> joins;
  joins.reserve(members.size());
  for (RaceMember* member : members) joins.push_back(member->join());
  for (const Pending<Joined>& join : joins) EXPECT_TRUE(join.await().has_value());
}

void form_group(const std::vector<RaceMember*>& members) {
  join_together(members);
  Plan plan;
  for (RaceMember* member : members) {
    const auto partition = static_cast<std::int32_t>(plan.size());
    plan[member->name()] = {partition};
  }
  std::vector<Pending<Synced>> syncs;
  syncs.reserve(members.size());
  for (RaceMember* member : members) syncs.push_back(member->sync(plan));
  for (std::size_t at = 0; at < members.size(); ++at) {
    EXPECT_EQ(syncs[at].answer(), (Synced{.partitions = plan[members[at]->name()]}));
  }
}

}  // namespace cohort::testing
