// TransactionIndex: the transactions of one partition that are open, and those that were aborted.
#pragma once

#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace cohort::broker {

/// What a read_committed reader needs to know to leave out an aborted transaction's records.
struct AbortedTransaction {
  std::int64_t producer_id = -1;
  std::int64_t first_offset = -1;
  std::int64_t last_offset = -1;         ///< Of its marker.
  std::int64_t last_stable_offset = -1;  ///< When the marker had been written.
  bool operator==(const AbortedTransaction&) const = default;
};

/// Source: ProducerStateManager (ongoingTxns), TransactionIndex.
class TransactionIndex {
 public:
  void begin(std::int64_t first_offset) { open_.insert(first_offset); }
  /// REQUIRES: it was begun.
  void commit(std::int64_t first_offset);
  /// REQUIRES: it was begun, and `marker_offset` lies behind those of all earlier ends.
  void abort(std::int64_t producer_id, std::int64_t first_offset, std::int64_t marker_offset);
  /// The log starts at `offset` now: what ended before is of no use.
  void truncate_from_start(std::int64_t offset);

  /// Puts these where there were those whose markers lie before `end`. REQUIRES: in the order of
  /// their markers, which lie before `end` too.
  void replace_before(std::int64_t end, const std::vector<AbortedTransaction>& aborted);

  /// Where the oldest open transaction begins.
  std::optional<std::int64_t> first_open() const;
  /// Aborted transactions that have records or their marker in [from, to), in the order of their
  /// markers, as Kafka lists them: also those that began before. Source:
  /// TransactionIndex.collectAbortedTxns.
  std::vector<AbortedTransaction> aborted_in(std::int64_t from, std::int64_t to) const;

  bool operator==(const TransactionIndex&) const = default;

 private:
  friend struct DigestOf<TransactionIndex>;
  std::set<std::int64_t> open_;              ///< First offsets.
  std::vector<AbortedTransaction> aborted_;  ///< In the order of their markers.
};

}  // namespace cohort::broker
