#include "transaction_index.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>

namespace cohort::broker {

void TransactionIndex::commit(std::int64_t first_offset) {
  const bool was_open = open_.erase(first_offset) > 0;
  COHORT_ASSERT(was_open);
}

void TransactionIndex::abort(std::int64_t producer_id, std::int64_t first_offset,
                             std::int64_t marker_offset) {
  COHORT_ASSERT(aborted_.empty() || aborted_.back().last_offset < marker_offset);
  commit(first_offset);
  aborted_.push_back({.producer_id = producer_id,
                      .first_offset = first_offset,
                      .last_offset = marker_offset,
                      .last_stable_offset = first_open().value_or(marker_offset + 1)});
}

void TransactionIndex::truncate_from_start(std::int64_t offset) {
  aborted_.erase(aborted_.begin(),
                 std::ranges::lower_bound(aborted_, offset, {}, &AbortedTransaction::last_offset));
}

void TransactionIndex::replace_before(std::int64_t end,
                                      const std::vector<AbortedTransaction>& aborted) {
  COHORT_ASSERT(aborted.empty() || aborted.back().last_offset < end);
  truncate_from_start(end);
  aborted_.insert(aborted_.begin(), aborted.begin(), aborted.end());
}

std::optional<std::int64_t> TransactionIndex::first_open() const {
  return open_.empty() ? std::nullopt : std::optional(*open_.begin());
}

std::vector<AbortedTransaction> TransactionIndex::aborted_in(std::int64_t from,
                                                             std::int64_t to) const {
  std::vector<AbortedTransaction> found;
  auto at = std::ranges::lower_bound(aborted_, from, {}, &AbortedTransaction::last_offset);
  for (; at != aborted_.end(); ++at) {
    if (at->first_offset < to) found.push_back(*at);
    // Whatever ends later began at its stable offset or behind it.
    if (at->last_stable_offset >= to) break;
  }
  return found;
}

}  // namespace cohort::broker
