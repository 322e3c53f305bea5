// Transaction markers: the control batches that end a transaction on a partition.
#pragma once

#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <optional>

namespace cohort {

/// By the number in the control record's key (ControlRecordType).
enum class MarkerType : std::int16_t { abort = 0, commit = 1 };

/// What a marker says and for whom.
struct Marker {
  MarkerType type = MarkerType::abort;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  std::int32_t coordinator_epoch = 0;
  std::int64_t timestamp = no_timestamp;  ///< Milliseconds since the Unix epoch.
  bool operator==(const Marker&) const = default;
};

/// The control batch of a marker, at base offset 0: one record whose key is version 0 and the type,
/// and whose value is version 0 and the coordinator epoch (EndTransactionMarker; KIP-98).
BatchView marker_batch(const Marker& marker);

/// How the transaction of the batch's producer ends; nothing when it is not a control batch with a
/// commit or abort record. By its key alone, as consumers read it: brokers that are not Kafka write
/// markers without a value (ControlRecordType.parse).
std::optional<MarkerType> marker_type_of(const BatchView& batch);

/// The marker that a batch holds; nothing when it is none, or has no whole value.
std::optional<Marker> marker_of(const BatchView& batch);

}  // namespace cohort
