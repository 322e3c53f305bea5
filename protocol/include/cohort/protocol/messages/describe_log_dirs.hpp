// DescribeLogDirs: what lies where on a broker, and how large it is.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic.
struct DescribableLogDirTopic {
  std::string topic;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const DescribableLogDirTopic&) const = default;
};

/// Asks for the log directories of the broker and for these partitions in them; null: for all.
/// Source: KIP-113, KIP-482 (v2), KIP-784 (v3), KIP-827 (v4).
struct DescribeLogDirsRequest {
  static constexpr Api api{ApiKey::describe_log_dirs, {0, 4}, /*flexible_from=*/2};

  std::optional<std::vector<DescribableLogDirTopic>> topics{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics, always, not_null);
  }
  bool operator==(const DescribeLogDirsRequest&) const = default;
};

/// A replica.
struct DescribeLogDirsPartition {
  std::int32_t partition_index = 0;
  std::int64_t partition_size = 0;  ///< In bytes.
  std::int64_t offset_lag = 0;
  bool is_future_key = false;  ///< On its way here from another directory.

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("partition_size", m.partition_size);
    field("offset_lag", m.offset_lag);
    field("is_future_key", m.is_future_key);
  }
  bool operator==(const DescribeLogDirsPartition&) const = default;
};

/// Replicas of one topic.
struct DescribeLogDirsTopic {
  std::string name;
  std::vector<DescribeLogDirsPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const DescribeLogDirsTopic&) const = default;
};

/// One directory.
struct DescribeLogDirsResult {
  ErrorCode error_code = ErrorCode::none;
  std::string log_dir;
  std::vector<DescribeLogDirsTopic> topics;
  std::int64_t total_bytes = -1;  ///< Of its volume; -1: not known.
  std::int64_t usable_bytes = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("log_dir", m.log_dir);
    field("topics", m.topics);
    field("total_bytes", m.total_bytes, since(4).ignorable(), -1);
    field("usable_bytes", m.usable_bytes, since(4).ignorable(), -1);
  }
  bool operator==(const DescribeLogDirsResult&) const = default;
};

/// The directories of the broker.
struct DescribeLogDirsResponse {
  static constexpr Api api{ApiKey::describe_log_dirs, {0, 4}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<DescribeLogDirsResult> results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code, since(3).ignorable());
    field("results", m.results);
  }
  bool operator==(const DescribeLogDirsResponse&) const = default;
};

}  // namespace cohort
