#include <cohort/client/topic_partition.hpp>

namespace cohort::client {

std::string to_string(const TopicPartition& partition) {
  return partition.topic + "-" + std::to_string(partition.partition);
}

std::string to_string(const PartitionSet& partitions) {
  if (partitions.empty()) return "none";
  std::string text;
  for (const TopicPartition& partition : partitions) {
    if (!text.empty()) text.append(", ");
    text.append(to_string(partition));
  }
  return text;
}

}  // namespace cohort::client
