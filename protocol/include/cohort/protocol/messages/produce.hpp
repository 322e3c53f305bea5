// Produce: appends record batches to partitions.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// The batches for one partition.
struct PartitionProduceData {
  std::int32_t index = 0;
  std::optional<Buffers> records{std::in_place};  ///< Record batches; message sets to v2.

  static constexpr void fields(auto& field, auto& m) {
    field("index", m.index);
    field("records", m.records, always, not_null);
  }
  bool operator==(const PartitionProduceData&) const = default;
};

/// Batches for one topic.
struct TopicProduceData {
  std::string name;
  std::vector<PartitionProduceData> partition_data;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partition_data", m.partition_data);
  }
  bool operator==(const TopicProduceData&) const = default;
};

/// Appends records to partitions. With acks 0 there is no answer. Source: KIP-32 (v2), KIP-98
/// (v3), KIP-107 (v5), KIP-110 (v7), KIP-467 (v8), KIP-482 (v9), KIP-951 (v10), KIP-890 (v11).
struct ProduceRequest {
  static constexpr Api api{ApiKey::produce, {0, 11}, /*flexible_from=*/9};

  std::optional<std::string> transactional_id;  ///< Null outside of transactions.
  std::int16_t acks = 0;  ///< 0: no answer, 1: the leader has it, -1: all in-sync replicas have it.
  std::int32_t timeout_ms = 0;
  std::vector<TopicProduceData> topic_data;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id, since(3));
    field("acks", m.acks);
    field("timeout_ms", m.timeout_ms);
    field("topic_data", m.topic_data);
  }
  bool operator==(const ProduceRequest&) const = default;
};

/// A record that made its batch fail.
struct ProduceBatchIndexAndErrorMessage {
  std::int32_t batch_index = 0;
  std::optional<std::string> batch_index_error_message;

  static constexpr void fields(auto& field, auto& m) {
    field("batch_index", m.batch_index, since(8));
    field("batch_index_error_message", m.batch_index_error_message, since(8));
  }
  bool operator==(const ProduceBatchIndexAndErrorMessage&) const = default;
};

/// Who leads now, for a client that asked another one.
struct ProduceLeaderIdAndEpoch {
  std::int32_t leader_id = -1;
  std::int32_t leader_epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("leader_id", m.leader_id, since(10), -1);
    field("leader_epoch", m.leader_epoch, since(10), -1);
  }
  bool operator==(const ProduceLeaderIdAndEpoch&) const = default;
};

/// The outcome for one partition.
struct PartitionProduceResponse {
  std::int32_t index = 0;
  ErrorCode error_code = ErrorCode::none;
  std::int64_t base_offset = 0;
  std::int64_t log_append_time_ms = -1;  ///< -1 unless the topic stamps records on arrival.
  std::int64_t log_start_offset = -1;
  std::vector<ProduceBatchIndexAndErrorMessage> record_errors;
  std::optional<std::string> error_message;
  ProduceLeaderIdAndEpoch current_leader;

  static constexpr void fields(auto& field, auto& m) {
    field("index", m.index);
    field("error_code", m.error_code);
    field("base_offset", m.base_offset);
    field("log_append_time_ms", m.log_append_time_ms, since(2).ignorable(), -1);
    field("log_start_offset", m.log_start_offset, since(5).ignorable(), -1);
    field("record_errors", m.record_errors, since(8).ignorable());
    field("error_message", m.error_message, since(8).ignorable());
    field("current_leader", m.current_leader, tagged(0, since(10)));
  }
  bool operator==(const PartitionProduceResponse&) const = default;
};

/// The outcome for one topic.
struct TopicProduceResponse {
  std::string name;
  std::vector<PartitionProduceResponse> partition_responses;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partition_responses", m.partition_responses);
  }
  bool operator==(const TopicProduceResponse&) const = default;
};

/// Where a leader named in the answer is.
struct ProduceNodeEndpoint {
  std::int32_t node_id = 0;
  std::string host;
  std::int32_t port = 0;
  std::optional<std::string> rack;

  static constexpr void fields(auto& field, auto& m) {
    field("node_id", m.node_id, since(10));
    field("host", m.host, since(10));
    field("port", m.port, since(10));
    field("rack", m.rack, since(10));
  }
  bool operator==(const ProduceNodeEndpoint&) const = default;
};

/// The offset of the first record for each partition.
struct ProduceResponse {
  static constexpr Api api{ApiKey::produce, {0, 11}, /*flexible_from=*/9};

  std::vector<TopicProduceResponse> responses;
  std::int32_t throttle_time_ms = 0;
  std::vector<ProduceNodeEndpoint> node_endpoints;

  static constexpr void fields(auto& field, auto& m) {
    field("responses", m.responses);
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("node_endpoints", m.node_endpoints, tagged(0, since(10)));
  }
  bool operator==(const ProduceResponse&) const = default;
};

}  // namespace cohort
