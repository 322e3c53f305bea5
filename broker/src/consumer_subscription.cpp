#include "consumer_subscription.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>

#include <algorithm>

namespace cohort::broker {

std::optional<std::vector<std::string>> subscribed_topics(const Buffer& metadata) {
  const auto decoded = decode_versioned<ConsumerProtocolSubscription>(metadata);
  if (!decoded) return std::nullopt;
  return decoded->message.topics;
}

Partitions assigned_partitions(const Buffer& assignment) {
  Partitions partitions;
  if (assignment.size() == 0) return partitions;
  const auto decoded = decode_versioned<ConsumerProtocolAssignment>(assignment);
  if (!decoded) return partitions;
  for (const auto& topic : decoded->message.assigned_partitions) {
    std::vector<std::int32_t>& of_topic = partitions[topic.topic];
    of_topic.insert(of_topic.end(), topic.partitions.begin(), topic.partitions.end());
  }
  for (auto& [topic, of_topic] : partitions) std::sort(of_topic.begin(), of_topic.end());
  return partitions;
}

}  // namespace cohort::broker
