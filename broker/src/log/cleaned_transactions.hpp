// CleanedTransactions: which batches of transactions compaction meets, and so may drop.
#pragma once

#include "stored_batch.hpp"
#include "transaction_index.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace cohort::broker {

/// Lives for one reading of a log from some offset on. Source: CleanedTransactionMetadata.
class CleanedTransactions {
 public:
  /// Transactions that begin or end behind what was read so far; one may be added twice.
  void add(const std::vector<AbortedTransaction>& aborted);

  /// Takes the next batch. True when it is of no more use to a reader: an aborted transaction's
  /// records, or a marker none of whose transaction's batches came before it.
  bool may_discard(const StoredBatch& batch);

  /// The aborted transactions whose batches and marker were met, in the order of their markers:
  /// readers still have to be told of them.
  const std::vector<AbortedTransaction>& met() const { return met_; }

 private:
  struct Ongoing {
    AbortedTransaction transaction;
    bool has_batches = false;
  };
  void begin_until(std::int64_t offset);
  bool may_discard_marker(const StoredBatch& batch);

  std::multimap<std::int64_t, AbortedTransaction> to_come_;  ///< By first offset.
  std::map<std::int64_t, Ongoing> aborted_;                  ///< By producer id.
  std::set<std::int64_t> committed_;                         ///< Producer ids with batches so far.
  std::vector<AbortedTransaction> met_;
};

}  // namespace cohort::broker
