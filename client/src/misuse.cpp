#include "misuse.hpp"

#include <cohort/client/error.hpp>

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace cohort::client {

void check_topic(const std::string& call, const std::string& topic) {
  constexpr std::size_t longest = 32'767;
  if (topic.empty()) throw std::invalid_argument(call + ": a topic's name must not be empty");
  if (topic.size() <= longest) return;
  throw std::invalid_argument(call + ": a topic's name has " + std::to_string(topic.size()) +
                              " bytes; 32767 at most");
}

void check_partitions(const std::string& call, const PartitionSet& partitions) {
  for (const TopicPartition& partition : partitions) {
    check_topic(call, partition.topic);
    if (partition.partition >= 0) continue;
    throw std::invalid_argument(call + ": partition " + std::to_string(partition.partition) +
                                " of " + partition.topic + "; must be 0 or more");
  }
}

void check_offset(const std::string& call, std::int64_t offset) {
  if (offset >= 0) return;
  throw std::invalid_argument(call + ": offset " + std::to_string(offset) + "; must be 0 or more");
}

void check_record_offset(const std::string& call, std::int64_t offset) {
  check_offset(call, offset);
  if (offset < std::numeric_limits<std::int64_t>::max()) return;
  throw std::invalid_argument(call + ": there is no offset behind " + std::to_string(offset));
}

void check_offsets(const std::string& call, const OffsetsToCommit& offsets) {
  for (const auto& [partition, offset] : offsets) check_offset(call, offset.offset);
}

void check_time(const std::string& call, Instant time) {
  if (time.unix_ms() >= 0) return;
  throw std::invalid_argument(call + ": the time " + std::to_string(time.unix_ms()) +
                              " ms is before 1970");
}

void check_record(const ProducerRecord& record) {
  check_topic("a record", record.topic);
  if (record.partition && *record.partition < 0) {
    throw std::invalid_argument("partition " + std::to_string(*record.partition) +
                                " of a record: must be 0 or more");
  }
  if (record.timestamp && record.timestamp->unix_ms() < 0) {
    throw std::invalid_argument("timestamp " + std::to_string(record.timestamp->unix_ms()) +
                                " ms of a record: must be 0 or more");
  }
}

void check_membership(const std::string& call, const GroupMembership& membership) {
  if (membership.group_id.empty()) {
    throw std::invalid_argument(call + ": the membership names no group");
  }
  // Source: KafkaProducer.throwIfInvalidGroupMetadata.
  if (membership.generation > 0 && membership.member_id.empty()) {
    throw std::invalid_argument(call + ": a membership of generation " +
                                std::to_string(membership.generation) + " needs a member id");
  }
}

void require_group(const std::string& call, const ConsumerConfig& config) {
  if (config.group_id) return;
  throw ConfigError(call + ": group.id is not set; a consumer needs it for that");
}

}  // namespace cohort::client
