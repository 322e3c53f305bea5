// DescribeProducers: who writes to partitions with idempotence or transactions.
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
struct DescribeProducersTopicRequest {
  std::string name;
  std::vector<std::int32_t> partition_indexes;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partition_indexes", m.partition_indexes);
  }
  bool operator==(const DescribeProducersTopicRequest&) const = default;
};

/// Asks for the active producers of partitions. Source: KIP-664.
struct DescribeProducersRequest {
  static constexpr Api api{ApiKey::describe_producers, {0, 0}, /*flexible_from=*/0};

  std::vector<DescribeProducersTopicRequest> topics;

  static constexpr void fields(auto& field, auto& m) { field("topics", m.topics); }
  bool operator==(const DescribeProducersRequest&) const = default;
};

/// One producer of one partition.
struct DescribeProducersProducerState {
  std::int64_t producer_id = 0;
  std::int32_t producer_epoch = 0;
  std::int32_t last_sequence = -1;
  std::int64_t last_timestamp = -1;
  std::int32_t coordinator_epoch = 0;
  std::int64_t current_txn_start_offset = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("last_sequence", m.last_sequence, always, -1);
    field("last_timestamp", m.last_timestamp, always, -1);
    field("coordinator_epoch", m.coordinator_epoch);
    field("current_txn_start_offset", m.current_txn_start_offset, always, -1);
  }
  bool operator==(const DescribeProducersProducerState&) const = default;
};

/// The producers of one partition.
struct DescribeProducersPartitionResponse {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;
  std::vector<DescribeProducersProducerState> active_producers;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
    field("error_message", m.error_message);
    field("active_producers", m.active_producers);
  }
  bool operator==(const DescribeProducersPartitionResponse&) const = default;
};

/// The producers of one topic.
struct DescribeProducersTopicResponse {
  std::string name;
  std::vector<DescribeProducersPartitionResponse> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const DescribeProducersTopicResponse&) const = default;
};

/// The active producers of each partition.
struct DescribeProducersResponse {
  static constexpr Api api{ApiKey::describe_producers, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  std::vector<DescribeProducersTopicResponse> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("topics", m.topics);
  }
  bool operator==(const DescribeProducersResponse&) const = default;
};

}  // namespace cohort
