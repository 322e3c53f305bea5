// Fetch: records from a given offset on.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Who fetches, when that is a broker.
struct FetchReplicaState {
  std::int32_t replica_id = -1;
  std::int64_t replica_epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("replica_id", m.replica_id, since(15), -1);
    field("replica_epoch", m.replica_epoch, since(15), -1);
  }
  bool operator==(const FetchReplicaState&) const = default;
};

/// A partition and where to read on.
struct FetchPartition {
  std::int32_t partition = 0;
  std::int32_t current_leader_epoch = -1;
  std::int64_t fetch_offset = 0;
  std::int32_t last_fetched_epoch = -1;
  std::int64_t log_start_offset = -1;
  std::int32_t partition_max_bytes = 0;
  Uuid replica_directory_id;

  static constexpr void fields(auto& field, auto& m) {
    field("partition", m.partition);
    field("current_leader_epoch", m.current_leader_epoch, since(9).ignorable(), -1);
    field("fetch_offset", m.fetch_offset);
    field("last_fetched_epoch", m.last_fetched_epoch, since(12), -1);
    field("log_start_offset", m.log_start_offset, since(5).ignorable(), -1);
    field("partition_max_bytes", m.partition_max_bytes);
    field("replica_directory_id", m.replica_directory_id, tagged(0, since(17)).ignorable());
  }
  bool operator==(const FetchPartition&) const = default;
};

/// Partitions of one topic: by name to v12, by id from v13 on.
struct FetchTopic {
  std::string topic;
  Uuid topic_id;
  std::vector<FetchPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic, between(0, 12).ignorable());
    field("topic_id", m.topic_id, since(13).ignorable());
    field("partitions", m.partitions);
  }
  bool operator==(const FetchTopic&) const = default;
};

/// Partitions that leave the session.
struct FetchForgottenTopic {
  std::string topic;
  Uuid topic_id;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic, between(7, 12).ignorable());
    field("topic_id", m.topic_id, since(13).ignorable());
    field("partitions", m.partitions, since(7));
  }
  bool operator==(const FetchForgottenTopic&) const = default;
};

/// Asks for records, and waits for them: at most max_wait_ms until there are min_bytes. With a
/// session the topics are only what has changed since the last request. Source: KIP-98 (v4),
/// KIP-107 (v5), KIP-227 (v7), KIP-320 (v9), KIP-110 (v10), KIP-392 (v11), KIP-482 and KIP-595
/// (v12), KIP-516 (v13), KIP-405 (v14), KIP-903 (v15), KIP-951 (v16), KIP-853 (v17).
struct FetchRequest {
  static constexpr Api api{ApiKey::fetch, {0, 17}, /*flexible_from=*/12};

  std::optional<std::string> cluster_id;
  std::int32_t replica_id = -1;  ///< -1 for a consumer; in replica_state from v15 on.
  FetchReplicaState replica_state;
  std::int32_t max_wait_ms = 0;
  std::int32_t min_bytes = 0;
  std::int32_t max_bytes = std::numeric_limits<std::int32_t>::max();
  std::int8_t isolation_level = 0;  ///< 0: read uncommitted, 1: read committed.
  std::int32_t session_id = 0;
  std::int32_t session_epoch = -1;  ///< -1: no session, 0: a new one.
  std::vector<FetchTopic> topics;
  std::vector<FetchForgottenTopic> forgotten_topics_data;
  std::string rack_id;

  static constexpr void fields(auto& field, auto& m) {
    field("cluster_id", m.cluster_id, tagged(0, since(12)).ignorable());
    field("replica_id", m.replica_id, between(0, 14), -1);
    field("replica_state", m.replica_state, tagged(1, since(15)));
    field("max_wait_ms", m.max_wait_ms);
    field("min_bytes", m.min_bytes);
    field("max_bytes", m.max_bytes, since(3).ignorable(), std::numeric_limits<std::int32_t>::max());
    field("isolation_level", m.isolation_level, since(4).ignorable());
    field("session_id", m.session_id, since(7).ignorable());
    field("session_epoch", m.session_epoch, since(7).ignorable(), -1);
    field("topics", m.topics);
    field("forgotten_topics_data", m.forgotten_topics_data, since(7));
    field("rack_id", m.rack_id, since(11).ignorable());
  }
  bool operator==(const FetchRequest&) const = default;
};

/// Where follower and leader part.
struct FetchEpochEndOffset {
  std::int32_t epoch = -1;
  std::int64_t end_offset = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("epoch", m.epoch, since(12), -1);
    field("end_offset", m.end_offset, since(12), -1);
  }
  bool operator==(const FetchEpochEndOffset&) const = default;
};

/// Who leads now, for a client that asked another one.
struct FetchLeaderIdAndEpoch {
  std::int32_t leader_id = -1;
  std::int32_t leader_epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("leader_id", m.leader_id, since(12), -1);
    field("leader_epoch", m.leader_epoch, since(12), -1);
  }
  bool operator==(const FetchLeaderIdAndEpoch&) const = default;
};

/// The snapshot to fetch instead, in a Raft log.
struct FetchSnapshotId {
  std::int64_t end_offset = -1;
  std::int32_t epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("end_offset", m.end_offset, always, -1);
    field("epoch", m.epoch, always, -1);
  }
  bool operator==(const FetchSnapshotId&) const = default;
};

/// A transaction whose records a read-committed reader skips.
struct FetchAbortedTransaction {
  std::int64_t producer_id = 0;
  std::int64_t first_offset = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("producer_id", m.producer_id, since(4));
    field("first_offset", m.first_offset, since(4));
  }
  bool operator==(const FetchAbortedTransaction&) const = default;
};

/// The records of one partition.
struct FetchPartitionData {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;
  std::int64_t high_watermark = 0;
  std::int64_t last_stable_offset = -1;
  std::int64_t log_start_offset = -1;
  FetchEpochEndOffset diverging_epoch;
  FetchLeaderIdAndEpoch current_leader;
  FetchSnapshotId snapshot_id;
  /// Null unless read committed.
  std::optional<std::vector<FetchAbortedTransaction>> aborted_transactions{std::in_place};
  std::int32_t preferred_read_replica = -1;  ///< -1: read on from this broker.
  /// Whole batches; the first may start below the offset asked for, and the last may be cut.
  std::optional<Buffers> records{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
    field("high_watermark", m.high_watermark);
    field("last_stable_offset", m.last_stable_offset, since(4).ignorable(), -1);
    field("log_start_offset", m.log_start_offset, since(5).ignorable(), -1);
    field("diverging_epoch", m.diverging_epoch, tagged(0, since(12)));
    field("current_leader", m.current_leader, tagged(1, since(12)));
    field("snapshot_id", m.snapshot_id, tagged(2, since(12)));
    field("aborted_transactions", m.aborted_transactions, since(4).ignorable(), not_null);
    field("preferred_read_replica", m.preferred_read_replica, since(11), -1);
    field("records", m.records, always, not_null);
  }
  bool operator==(const FetchPartitionData&) const = default;
};

/// Partitions of one topic: by name to v12, by id from v13 on.
struct FetchableTopicResponse {
  std::string topic;
  Uuid topic_id;
  std::vector<FetchPartitionData> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic, between(0, 12).ignorable());
    field("topic_id", m.topic_id, since(13).ignorable());
    field("partitions", m.partitions);
  }
  bool operator==(const FetchableTopicResponse&) const = default;
};

/// Where a leader named in the answer is.
struct FetchNodeEndpoint {
  std::int32_t node_id = 0;
  std::string host;
  std::int32_t port = 0;
  std::optional<std::string> rack;

  static constexpr void fields(auto& field, auto& m) {
    field("node_id", m.node_id, since(16));
    field("host", m.host, since(16));
    field("port", m.port, since(16));
    field("rack", m.rack, since(16));
  }
  bool operator==(const FetchNodeEndpoint&) const = default;
};

/// Records of each partition; in a session only of those with news.
struct FetchResponse {
  static constexpr Api api{ApiKey::fetch, {0, 17}, /*flexible_from=*/12};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::int32_t session_id = 0;
  std::vector<FetchableTopicResponse> responses;
  std::vector<FetchNodeEndpoint> node_endpoints;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code, since(7).ignorable());
    field("session_id", m.session_id, since(7));
    field("responses", m.responses);
    field("node_endpoints", m.node_endpoints, tagged(0, since(16)));
  }
  bool operator==(const FetchResponse&) const = default;
};

}  // namespace cohort
