#include "admin/plans/describe_groups_plan.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>

#include <utility>

namespace cohort::client {

namespace {

std::optional<MemberSubscription> subscription_of(const Buffer& bytes) {
  // A group that is not stable shows no metadata.
  if (bytes.empty()) return std::nullopt;
  const auto read = decode_versioned<ConsumerProtocolSubscription>(bytes);
  if (!read) return std::nullopt;
  MemberSubscription subscription{.topics = read->message.topics,
                                  .generation_id = read->message.generation_id,
                                  .rack = read->message.rack_id.value_or("")};
  for (const auto& topic : read->message.owned_partitions) {
    for (const std::int32_t index : topic.partitions) {
      subscription.owned_partitions.insert({topic.topic, index});
    }
  }
  return subscription;
}

std::optional<PartitionSet> assignment_of(const Buffer& bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto read = decode_versioned<ConsumerProtocolAssignment>(bytes);
  if (!read) return std::nullopt;
  PartitionSet partitions;
  for (const auto& topic : read->message.assigned_partitions) {
    for (const std::int32_t index : topic.partitions) partitions.insert({topic.topic, index});
  }
  return partitions;
}

GroupDescription group_description(const DescribeGroupsDescribedGroup& answered,
                                   std::int32_t coordinator) {
  GroupDescription group{.group_id = answered.group_id,
                         .state = answered.group_state,
                         .protocol_type = answered.protocol_type,
                         .protocol = answered.protocol_data,
                         .coordinator = coordinator};
  // Other types (Connect's workers) have bytes of their own. A group whose members are all gone
  // has an empty type in some releases (ConsumerProtocol.PROTOCOL_TYPE).
  const bool is_consumer = answered.protocol_type == "consumer";
  group.members.reserve(answered.members.size());
  for (const DescribeGroupsDescribedGroupMember& member : answered.members) {
    MemberDescription& described = group.members.emplace_back();
    described.member_id = member.member_id;
    described.instance_id = member.group_instance_id;
    described.client_id = member.client_id;
    described.host = member.client_host;
    described.raw_metadata = member.member_metadata.compacted();
    described.raw_assignment = member.member_assignment.compacted();
    if (!is_consumer) continue;
    described.subscription = subscription_of(member.member_metadata);
    described.assignment = assignment_of(member.member_assignment);
  }
  return group;
}

}  // namespace

DescribeGroupsPlan::DescribeGroupsPlan(const std::vector<std::string>& groups) {
  for (const std::string& group : groups) add(group, Target::coordinator(group));
}

RequestId DescribeGroupsPlan::send(const Sender& sender, const Batch& batch) const {
  return sender.send(DescribeGroupsRequest{.groups = keys_of(batch)});
}

Result<std::vector<Verdict>> DescribeGroupsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<DescribeGroupsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, GroupDescription> readings;
  for (const DescribeGroupsDescribedGroup& group : response->groups) {
    readings.insert_or_assign(
        group.group_id, Reading<GroupDescription>{group.error_code, "",
                                                  group_description(group, answer.from.node_id)});
  }
  return take(batch, std::move(readings));
}

}  // namespace cohort::client
