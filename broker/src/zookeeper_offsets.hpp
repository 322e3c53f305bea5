// ZookeeperOffsets: what consumers commit by OffsetCommit v0, from before Kafka kept offsets
// itself.
#pragma once

#include "group/offset_requests.hpp"
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace cohort::broker {

/// Offsets by group and partition, and nothing else: no group knows of them, no metadata is kept,
/// none grows too old, and deleting a topic leaves them. Source: KafkaZkClient at Kafka's tag 2.4.1
/// (setOrCreateConsumerOffset, getConsumerOffset).
class ZookeeperOffsets {
 public:
  /// UNKNOWN_SERVER_ERROR for a group that can't stand in the path of a node, as in
  /// /consumers/GROUP/offsets/TOPIC/PARTITION.
  ErrorCode store(const std::string& group_id, const OffsetKey& key, std::int64_t offset);
  /// UNKNOWN_TOPIC_OR_PARTITION if there is none.
  FetchedOffset fetch(const std::string& group_id, const OffsetKey& key) const;

  bool operator==(const ZookeeperOffsets&) const = default;

 private:
  friend struct DigestOf<ZookeeperOffsets>;
  std::map<std::string, std::map<OffsetKey, std::int64_t>> by_group_;
};

}  // namespace cohort::broker
