#include "producer_state.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>

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

ErrorCode ProducerState::check(const SequencedBatch& batch) const {
  // No transaction is open here (UnifiedLog.analyzeAndValidateProducerState, KIP-890).
  if (batch.is_transactional) return ErrorCode::invalid_txn_state;
  const auto found = producers_.find(batch.producer_id);
  // A producer never seen, or forgotten, may start anywhere: its records may have expired.
  if (found == producers_.end()) return ErrorCode::none;
  const Producer& producer = found->second;
  // Since Kafka 2.7 this and not PRODUCER_FENCED, so that the client aborts and goes on.
  if (batch.producer_epoch < producer.epoch) return ErrorCode::invalid_producer_epoch;
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
}

void ProducerState::expire(Instant now, Duration expiration) {
  const std::int64_t limit = std::chrono::floor<milliseconds>(expiration).count();
  std::erase_if(producers_, [&](const auto& entry) {
    return now.unix_ms() - std::max<std::int64_t>(entry.second.last_timestamp, -1) >= limit;
  });
}

}  // namespace cohort::broker
