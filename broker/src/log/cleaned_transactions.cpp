#include "cleaned_transactions.hpp"

#include <cohort/protocol/record_marker.hpp>

#include <optional>
#include <utility>

namespace cohort::broker {

void CleanedTransactions::add(const std::vector<AbortedTransaction>& aborted) {
  for (const AbortedTransaction& transaction : aborted) {
    to_come_.emplace(transaction.first_offset, transaction);
  }
}

void CleanedTransactions::begin_until(std::int64_t offset) {
  while (!to_come_.empty() && to_come_.begin()->first <= offset) {
    const AbortedTransaction& transaction = to_come_.begin()->second;
    aborted_.try_emplace(transaction.producer_id, Ongoing{.transaction = transaction});
    to_come_.erase(to_come_.begin());
  }
}

bool CleanedTransactions::may_discard(const StoredBatch& batch) {
  begin_until(batch.last_offset());
  const BatchHeader& header = batch.batch.header();
  if (header.is_control()) return may_discard_marker(batch);
  if (!header.is_transactional()) return false;
  const auto found = aborted_.find(header.producer_id);
  if (found == aborted_.end()) {
    committed_.insert(header.producer_id);
    return false;
  }
  found->second.has_batches = true;
  return true;
}

bool CleanedTransactions::may_discard_marker(const StoredBatch& batch) {
  const std::optional<Marker> marker = marker_of(batch.batch);
  if (!marker) return true;  // Only its header is left of it.
  if (marker->type == MarkerType::commit) return committed_.erase(marker->producer_id) == 0;
  const auto found = aborted_.find(marker->producer_id);
  if (found == aborted_.end()) return true;
  const Ongoing ended = found->second;
  aborted_.erase(found);
  if (ended.has_batches) met_.push_back(ended.transaction);
  return !ended.has_batches;
}

}  // namespace cohort::broker
