// NewTopic, TopicDescription, …: topics as an admin client makes and sees them.
#pragma once

#include <cohort/client/admin/configs.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct NewTopic {
  std::string name;
  std::int32_t partitions = -1;          ///< -1: as many as the broker's `num.partitions` says.
  std::int16_t replication_factor = -1;  ///< -1: `default.replication.factor`.
  /// The replicas of each partition, the preferred leader first. If there are any, the two numbers
  /// above count for nothing.
  std::map<std::int32_t, std::vector<std::int32_t>> assignments{};
  std::map<std::string, std::string> configs{};
  bool operator==(const NewTopic&) const = default;
};

/// What the broker tells of it; brokers before Kafka 2.4 tell nothing.
struct CreatedTopic {
  Uuid id;  ///< Zero: not told.
  std::int32_t partitions = -1;
  std::int16_t replication_factor = -1;
  std::vector<ConfigEntry> configs{};
  bool operator==(const CreatedTopic&) const = default;
};

struct DeletedTopic {
  Uuid id;  ///< Zero: not told.
  bool operator==(const DeletedTopic&) const = default;
};

/// How wide a topic shall be.
struct NewPartitions {
  std::int32_t total = 0;
  /// The replicas of each partition that is added; empty: the broker chooses.
  std::vector<std::vector<std::int32_t>> assignments{};
  bool operator==(const NewPartitions&) const = default;
};

struct ListedTopic {
  std::string name;
  Uuid id;
  bool is_internal = false;
  std::int32_t partitions = 0;
  bool operator==(const ListedTopic&) const = default;
};

struct PartitionDescription {
  std::int32_t partition = 0;
  std::int32_t leader = -1;        ///< A node id; -1: nobody now.
  std::int32_t leader_epoch = -1;  ///< -1: not told.
  std::vector<std::int32_t> replicas{};
  std::vector<std::int32_t> in_sync_replicas{};
  bool operator==(const PartitionDescription&) const = default;
};

struct TopicDescription {
  std::string name;
  Uuid id;  ///< Zero: not told.
  bool is_internal = false;
  std::vector<PartitionDescription> partitions{};  ///< In order.
  bool operator==(const TopicDescription&) const = default;
};

struct CreateTopicsOptions {
  bool validate_only = false;  ///< Checks whether it could, and changes nothing.
  std::optional<Duration> timeout{};
};

struct ListTopicsOptions {
  bool with_internal = false;  ///< `__consumer_offsets` and the like, too.
  std::optional<Duration> timeout{};
};

}  // namespace cohort::client
