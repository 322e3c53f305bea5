// NewTopic: a topic somebody wants, and what became of it.
#pragma once

#include "topic_config.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

struct ManualAssignment {
  std::int32_t partition = 0;
  std::vector<std::int32_t> brokers;
};

struct RequestedConfig {
  std::string name;
  std::optional<std::string> value;
};

/// Counts of -1 take the broker's defaults.
struct NewTopic {
  std::string name;
  std::int32_t num_partitions = -1;
  std::int16_t replication_factor = -1;
  std::vector<ManualAssignment> assignments;
  std::vector<RequestedConfig> configs;
};

/// Why a topic can't be made, as it is answered.
struct TopicError {
  ErrorCode error = ErrorCode::none;
  std::string message;
  bool operator==(const TopicError&) const = default;
};

/// A topic's part of the CreateTopics answer. After an error the counts are -1 and the id zero.
struct TopicCreation {
  std::string name;
  ErrorCode error = ErrorCode::none;
  std::optional<std::string> message;
  Uuid id;
  std::int32_t num_partitions = -1;
  std::int16_t replication_factor = -1;
  std::vector<EffectiveConfig> configs;
  bool operator==(const TopicCreation&) const = default;
};

/// One request makes no more partitions, topics and configs than this together. Source:
/// QuorumController.MAX_RECORDS_PER_USER_OP.
inline constexpr std::int64_t max_new_records = 10'000;
inline constexpr std::string_view too_many_records =
    "Unable to perform excessively large batch operation.";

/// The replicas of each partition, the leader first.
using Assignment = std::vector<std::vector<std::int32_t>>;

/// Those that may have partitions. For the length of a call.
struct PlaceableBrokers {
  std::span<const std::int32_t> all;      ///< Ascending.
  std::span<const std::int32_t> running;  ///< The same.
};

/// Why nothing can be placed while every broker is stopped: nobody can ask then, but a program that
/// embeds them. Source: StripedReplicaPlacer.
TopicError nobody_runs(std::size_t replicas);

/// Where the topic's partitions go among the brokers. Source:
/// ReplicationControlManager.createTopic, validateManualPartitionAssignment, StripedReplicaPlacer.
std::variant<Assignment, TopicError> assign_partitions(const NewTopic& topic,
                                                       const PlaceableBrokers& brokers,
                                                       const LogConfig& config);

/// Partitions `first` to `count` - 1 in turn from the first broker on, where Kafka starts at a
/// random one; brokers that are stopped come last. REQUIRES: replicas <= brokers.all.size(); some
/// broker runs.
Assignment spread_partitions(std::size_t first, std::int32_t count, std::size_t replicas,
                             const PlaceableBrokers& brokers);

/// What is wrong with the replicas of one partition; `expected_count` is how many the others have.
/// Source: ReplicationControlManager.validateManualPartitionAssignment.
std::optional<TopicError> replicas_fault(std::vector<std::int32_t> replicas,
                                         std::optional<std::size_t> expected_count,
                                         std::span<const std::int32_t> brokers);

/// What is wrong with a partition that nobody could lead.
/// Source: ReplicationControlManager.buildPartitionRegistration.
std::optional<TopicError> leaderless_fault(std::size_t partition,
                                           const std::vector<std::int32_t>& replicas,
                                           std::span<const std::int32_t> running);

/// A topic that shall have `count` partitions, the new ones assigned by hand or, if null, by us.
struct MorePartitions {
  std::string topic;
  std::int32_t count = 0;
  std::optional<Assignment> assignments;
};

}  // namespace cohort::broker
