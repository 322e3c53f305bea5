// WriteTxnMarkers: ends transactions in partitions, as a coordinator or an administrator does.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic.
struct WritableTxnMarkerTopic {
  std::string name;
  std::vector<std::int32_t> partition_indexes;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partition_indexes", m.partition_indexes);
  }
  bool operator==(const WritableTxnMarkerTopic&) const = default;
};

/// The end of one transaction.
struct WritableTxnMarker {
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  bool transaction_result = false;  ///< False: it is aborted.
  std::vector<WritableTxnMarkerTopic> topics;
  std::int32_t coordinator_epoch = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("transaction_result", m.transaction_result);
    field("topics", m.topics);
    field("coordinator_epoch", m.coordinator_epoch);
  }
  bool operator==(const WritableTxnMarker&) const = default;
};

/// Writes the ends of transactions. Source: KIP-98, KIP-664 (by administrators), KIP-482 (v1).
struct WriteTxnMarkersRequest {
  static constexpr Api api{ApiKey::write_txn_markers, {0, 1}, /*flexible_from=*/1};

  std::vector<WritableTxnMarker> markers;

  static constexpr void fields(auto& field, auto& m) { field("markers", m.markers); }
  bool operator==(const WriteTxnMarkersRequest&) const = default;
};

/// The outcome for one partition.
struct WritableTxnMarkerPartitionResult {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const WritableTxnMarkerPartitionResult&) const = default;
};

/// The outcome for one topic.
struct WritableTxnMarkerTopicResult {
  std::string name;
  std::vector<WritableTxnMarkerPartitionResult> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const WritableTxnMarkerTopicResult&) const = default;
};

/// The outcome for one producer.
struct WritableTxnMarkerResult {
  std::int64_t producer_id = 0;
  std::vector<WritableTxnMarkerTopicResult> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("producer_id", m.producer_id);
    field("topics", m.topics);
  }
  bool operator==(const WritableTxnMarkerResult&) const = default;
};

/// One outcome for each partition.
struct WriteTxnMarkersResponse {
  static constexpr Api api{ApiKey::write_txn_markers, {0, 1}, /*flexible_from=*/1};

  std::vector<WritableTxnMarkerResult> markers;

  static constexpr void fields(auto& field, auto& m) { field("markers", m.markers); }
  bool operator==(const WriteTxnMarkersResponse&) const = default;
};

}  // namespace cohort
