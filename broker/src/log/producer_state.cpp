#include "producer_state.hpp"

#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::broker {
namespace {

/// Source: ProducerAppendInfo.inSequence.
bool follows(std::int32_t last, std::int32_t next) {
  if (last == std::numeric_limits<std::int32_t>::max()) return next == 0;
  return next == last + 1;
}

}  // namespace

const WrittenBatch* ProducerState::find_duplicate(const SequencedBatch& batch) const {
  const auto producer = producers_.find(batch.producer_id);
  if (producer == producers_.end() || producer->second.epoch != batch.producer_epoch) {
    return nullptr;
  }
  const auto& window = producer->second.window;
  const auto found = std::ranges::find_if(window, [&](const WrittenBatch& written) {
    return written.first_sequence == batch.first_sequence &&
           written.last_sequence == batch.last_sequence;
  });
  return found == window.end() ? nullptr : &*found;
}

bool ProducerState::has_open_transaction(std::int64_t producer_id) const {
  const auto found = producers_.find(producer_id);
  return found != producers_.end() && found->second.transaction_start.has_value();
}

bool ProducerState::is_fenced(const ProducerIdentity& producer) const {
  const auto found = producers_.find(producer.id);
  return logs_fence_old_producers && found != producers_.end() &&
         producer.epoch < found->second.epoch;
}

void ProducerState::begin_verification(const SequencedBatch& batch, Instant now) {
  const auto [found, is_new] = verifications_.try_emplace(
      batch.producer_id,
      StartedVerification{
          .since = now, .epoch = batch.producer_epoch, .lowest_sequence = batch.first_sequence});
  if (is_new) return;
  StartedVerification& verification = found->second;
  const bool is_lower = batch.producer_epoch == verification.epoch &&
                        batch.first_sequence < verification.lowest_sequence;
  if (!is_lower && batch.producer_epoch <= verification.epoch) return;
  verification.epoch = batch.producer_epoch;
  verification.lowest_sequence = batch.first_sequence;
}

ErrorCode ProducerState::check(const SequencedBatch& batch) const {
  const bool is_open = has_open_transaction(batch.producer_id);
  if (batch.is_transactional && !is_open && !batch.is_verified) return ErrorCode::invalid_txn_state;
  const auto found = producers_.find(batch.producer_id);
  // A producer never seen, or forgotten, has the epoch -1.
  const Producer unknown;
  const Producer& producer = found == producers_.end() ? unknown : found->second;
  if (is_fenced({batch.producer_id, batch.producer_epoch})) {
    return ErrorCode::invalid_producer_epoch;
  }
  const ErrorCode error = check_sequence(batch, producer);
  if (error != ErrorCode::none) return error;
  return is_open && !batch.is_transactional ? ErrorCode::invalid_txn_state : ErrorCode::none;
}

ErrorCode ProducerState::check_sequence(const SequencedBatch& batch,
                                        const Producer& producer) const {
  const auto verification = verifications_.find(batch.producer_id);
  if (verification != verifications_.end() &&
      batch.first_sequence > verification->second.lowest_sequence) {
    return ErrorCode::out_of_order_sequence_number;
  }
  // Whoever is not known may start anywhere: its records may have expired.
  if (producer.epoch == -1) return ErrorCode::none;
  const bool is_in_order = batch.producer_epoch == producer.epoch
                               ? follows(producer.last_sequence(), batch.first_sequence)
                               : batch.first_sequence == 0;
  return is_in_order ? ErrorCode::none : ErrorCode::out_of_order_sequence_number;
}

void ProducerState::append(const SequencedBatch& batch, const WrittenBatch& written) {
  COHORT_ASSERT(batch.producer_id >= 0);
  Producer& producer = producers_[batch.producer_id];
  if (producer.epoch != batch.producer_epoch) {
    producer.epoch = batch.producer_epoch;
    producer.window.clear();
  }
  if (producer.window.size() == window_size) producer.window.erase(producer.window.begin());
  producer.window.push_back(written);
  producer.last_timestamp = written.timestamp;
  if (!batch.is_transactional) return;
  verifications_.erase(batch.producer_id);
  if (!producer.transaction_start) producer.transaction_start = written.base_offset;
}

ErrorCode ProducerState::check(const Marker& marker) const {
  const auto found = producers_.find(marker.producer_id);
  if (found == producers_.end()) return ErrorCode::none;
  if (marker.producer_epoch < found->second.epoch) return ErrorCode::invalid_producer_epoch;
  return marker.coordinator_epoch < found->second.coordinator_epoch
             ? ErrorCode::transaction_coordinator_fenced
             : ErrorCode::none;
}

std::optional<std::int64_t> ProducerState::end_transaction(const Marker& marker) {
  verifications_.erase(marker.producer_id);
  Producer& producer = producers_[marker.producer_id];
  // The markers of a fenced producer carry its successor's epoch: sequences start over.
  if (producer.epoch != marker.producer_epoch) {
    producer.epoch = marker.producer_epoch;
    producer.window.clear();
  }
  producer.coordinator_epoch = marker.coordinator_epoch;
  producer.last_timestamp = marker.timestamp;
  return std::exchange(producer.transaction_start, std::nullopt);
}

void ProducerState::expire(Instant now, Duration expiration) {
  const std::int64_t limit = std::chrono::floor<milliseconds>(expiration).count();
  std::erase_if(producers_, [&](const auto& entry) {
    return !entry.second.transaction_start &&
           now.unix_ms() - std::max<std::int64_t>(entry.second.last_timestamp, -1) >= limit;
  });
  std::erase_if(verifications_,
                [&](const auto& entry) { return now - entry.second.since >= expiration; });
}

}  // namespace cohort::broker
