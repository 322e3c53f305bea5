// ProducerState: what one partition remembers of the producers that number their batches.
#pragma once

#include "producer_ids.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace cohort::broker {

/// A batch as its producer numbered it.
struct SequencedBatch {
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  std::int32_t first_sequence = -1;
  std::int32_t last_sequence = -1;
  bool is_transactional = false;
};

/// Where a batch of the window was written.
struct WrittenBatch {
  std::int32_t first_sequence = -1;
  std::int32_t last_sequence = -1;
  std::int64_t base_offset = -1;
  std::int64_t last_offset = -1;
  std::int64_t timestamp = -1;  ///< Its largest timestamp.
  bool operator==(const WrittenBatch&) const = default;
};

struct Producer {
  std::int16_t epoch = -1;
  std::vector<WrittenBatch> window;  ///< The last five batches of this epoch, oldest first.
  std::int64_t last_timestamp = -1;

  std::int32_t last_sequence() const { return window.empty() ? -1 : window.back().last_sequence; }
  bool operator==(const Producer&) const = default;
};

class ProducerState {
 public:
  static constexpr std::size_t window_size = 5;

  /// The batch of the window that `batch` repeats, by epoch and sequence range alone, or null.
  /// Source: ProducerStateEntry.findDuplicateBatch.
  const WrittenBatch* find_duplicate(const SequencedBatch& batch) const;
  /// May the batch be appended? Source: ProducerAppendInfo.checkProducerEpoch, checkSequence,
  /// appendDataBatch.
  ErrorCode check(const SequencedBatch& batch) const;
  /// Takes over a batch that was written. REQUIRES: check() gave none.
  void append(const SequencedBatch& batch, const WrittenBatch& written);
  /// Forgets producers whose last timestamp is `expiration` old.
  /// Source: ProducerStateManager.removeExpiredProducers.
  void expire(Instant now, Duration expiration);

  /// By producer id, as DescribeProducers shows them.
  const std::map<std::int64_t, Producer>& producers() const { return producers_; }
  bool operator==(const ProducerState&) const = default;

 private:
  std::map<std::int64_t, Producer> producers_;
};

}  // namespace cohort::broker
