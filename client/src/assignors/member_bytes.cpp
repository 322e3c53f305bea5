#include <cohort/client/member_bytes.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>

#include <fmt/format.h>

#include <utility>

namespace cohort::client {

namespace {

/// One element a topic, as the messages have it.
template <class TopicElement>
std::vector<TopicElement> elements_by_topic(const PartitionSet& partitions) {
  std::vector<TopicElement> elements;
  for (const TopicPartition& partition : partitions) {
    if (elements.empty() || elements.back().topic != partition.topic) {
      elements.push_back({.topic = partition.topic});
    }
    elements.back().partitions.push_back(partition.partition);
  }
  return elements;
}

template <class TopicElement>
PartitionSet partitions_in(const std::vector<TopicElement>& elements) {
  PartitionSet partitions;
  for (const TopicElement& element : elements) {
    for (const std::int32_t partition : element.partitions) {
      partitions.insert({element.topic, partition});
    }
  }
  return partitions;
}

}  // namespace

Buffer subscription_bytes(const GroupMember& member) {
  const ConsumerProtocolSubscription subscription{
      .topics = {member.topics.begin(), member.topics.end()},
      .user_data = member.user_data,
      .owned_partitions =
          elements_by_topic<ConsumerProtocolSubscriptionTopicPartition>(member.owned),
      .generation_id = member.generation,
      .rack_id = member.rack};
  return encode_versioned(subscription, ConsumerProtocolSubscription::versions.last);
}

Outcome<GroupMember> member_from_bytes(const JoinGroupResponseMember& member) {
  Result<Versioned<ConsumerProtocolSubscription>> decoded =
      decode_versioned<ConsumerProtocolSubscription>(member.metadata);
  if (!decoded) {
    return Failure{.kind = FailureKind::wrong_assignment,
                   .message = fmt::format("the metadata of member {} can't be read: {}",
                                          member.member_id, to_string(decoded.error()))};
  }
  ConsumerProtocolSubscription& subscription = decoded->message;
  const bool has_rack = subscription.rack_id.has_value() && !subscription.rack_id->empty();
  return GroupMember{.member_id = member.member_id,
                     .instance_id = member.group_instance_id,
                     .topics = {subscription.topics.begin(), subscription.topics.end()},
                     .user_data = subscription.user_data.value_or(Buffer{}),
                     .owned = partitions_in(subscription.owned_partitions),
                     .generation = subscription.generation_id,
                     .rack = has_rack ? std::move(subscription.rack_id) : std::nullopt};
}

Buffer assignment_bytes(const PartitionSet& partitions, const Buffer& user_data) {
  const ConsumerProtocolAssignment assignment{
      .assigned_partitions =
          elements_by_topic<ConsumerProtocolAssignmentTopicPartition>(partitions),
      .user_data = user_data};
  return encode_versioned(assignment, ConsumerProtocolAssignment::versions.last);
}

Outcome<ReceivedAssignment> assignment_from_bytes(const Buffer& bytes, std::int32_t generation) {
  if (bytes.empty()) return ReceivedAssignment{.generation = generation};
  const Result<Versioned<ConsumerProtocolAssignment>> decoded =
      decode_versioned<ConsumerProtocolAssignment>(bytes);
  if (!decoded) {
    return Failure{.kind = FailureKind::wrong_assignment,
                   .message = fmt::format("the assignment that this member got can't be read: {}",
                                          to_string(decoded.error()))};
  }
  const ConsumerProtocolAssignment& assignment = decoded->message;
  return ReceivedAssignment{.partitions = partitions_in(assignment.assigned_partitions),
                            .generation = generation,
                            .user_data = assignment.user_data.value_or(Buffer{})};
}

}  // namespace cohort::client
