// ReleaseRules: how the release that the broker answers as behaves, beside the versions it has.
#pragma once

#include "group/group_rules.hpp"
#include <cohort/broker/release.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <limits>

namespace cohort::broker {

/// Each difference is a value of its own. The defaults are those of Kafka 3.9.
struct ReleaseRules {
  GroupRules group;
  /// OffsetCommit and OffsetFetch v0 keep offsets in ZooKeeper, apart from the groups; without it
  /// they are not supported (since KRaft).
  bool has_zookeeper = false;
  /// Does a transaction have to know the partitions that it writes to (since 3.6, KIP-890)?
  bool verifies_transactions = true;
  /// What answers that may list authorised operations say when they were not asked to.
  std::int32_t operations_not_asked_for = std::numeric_limits<std::int32_t>::min();
  /// What Metadata says of a topic that it has just made.
  ErrorCode topic_just_made = ErrorCode::unknown_topic_or_partition;
  /// Whether Metadata tells a name that no topic can have from one that no topic has, when it may
  /// not make the topic.
  bool tells_bad_topic_names = true;
  ErrorCode unknown_coordinator_type = ErrorCode::invalid_request;
  /// ListOffsets answers a partition as often as it is named.
  bool lists_each_mention = true;
  /// CreateTopics without any time makes nothing; before KRaft it made the topics, and told of the
  /// time-out all the same.
  bool timeout_of_0_makes_nothing = true;

  bool operator==(const ReleaseRules&) const = default;
};

ReleaseRules rules_of(Release release);

}  // namespace cohort::broker
