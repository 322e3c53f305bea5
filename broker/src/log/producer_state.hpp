// ProducerState: what one partition remembers of the producers that number their batches.
#pragma once

#include "producer_identity.hpp"
#include "producer_ids.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/record_marker.hpp>

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
  /// The transaction coordinator says that the partition belongs to the producer's transaction
  /// (KIP-890).
  bool is_verified = false;
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
  std::int32_t coordinator_epoch = -1;            ///< Of its last marker; -1: none yet.
  std::optional<std::int64_t> transaction_start;  ///< Offset of the open transaction's first batch.

  std::int32_t last_sequence() const { return window.empty() ? -1 : window.back().last_sequence; }
  bool operator==(const Producer&) const = default;
};

/// A transaction of which the producer wants to write the first batch, until that is written.
struct StartedVerification {
  Instant since;
  std::int16_t epoch = -1;
  /// A batch behind this one, which may still be on its way, must not come in first.
  std::int32_t lowest_sequence = -1;
  bool operator==(const StartedVerification&) const = default;
};

class ProducerState {
 public:
  static constexpr std::size_t window_size = 5;

  /// The batch of the window that `batch` repeats, by epoch and sequence range alone, or null.
  /// Source: ProducerStateEntry.findDuplicateBatch.
  const WrittenBatch* find_duplicate(const SequencedBatch& batch) const;
  bool has_open_transaction(std::int64_t producer_id) const;
  /// Has a batch or marker of a higher epoch been written? Since Kafka 2.7 whoever comes later
  /// hears INVALID_PRODUCER_EPOCH and not PRODUCER_FENCED, so that it aborts and goes on.
  bool is_fenced(const ProducerIdentity& producer) const;
  /// The batch is about to be verified. Source:
  /// ProducerStateManager.maybeCreateVerificationStateEntry.
  void begin_verification(const SequencedBatch& batch, Instant now);
  /// May the batch be appended? Source: UnifiedLog.analyzeAndValidateProducerState,
  /// ProducerAppendInfo.checkProducerEpoch, checkSequence, appendDataBatch.
  ErrorCode check(const SequencedBatch& batch) const;
  /// Takes over a batch that was written. REQUIRES: check() gave none.
  void append(const SequencedBatch& batch, const WrittenBatch& written);
  /// May the marker be written? Source: ProducerAppendInfo.appendEndTxnMarker.
  ErrorCode check(const Marker& marker) const;
  /// Takes over a marker that was written, and gives the first offset of the transaction that it
  /// ends; nullopt: it had no batches here. REQUIRES: check() gave none.
  std::optional<std::int64_t> end_transaction(const Marker& marker);
  /// Forgets producers whose last timestamp is `expiration` old, unless a transaction is open.
  /// Source: ProducerStateManager.removeExpiredProducers.
  void expire(Instant now, Duration expiration);

  /// By producer id, as DescribeProducers shows them.
  const std::map<std::int64_t, Producer>& producers() const { return producers_; }
  bool operator==(const ProducerState&) const = default;

 private:
  friend struct DigestOf<ProducerState>;
  ErrorCode check_sequence(const SequencedBatch& batch, const Producer& producer) const;

  std::map<std::int64_t, Producer> producers_;
  std::map<std::int64_t, StartedVerification> verifications_;
};

}  // namespace cohort::broker
