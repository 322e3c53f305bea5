#include "producer/partition_queue.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cohort::client {

namespace {

/// So many batches of a producer a broker remembers, to know them again
/// (ProducerStateEntry.NUM_BATCHES_TO_RETAIN).
constexpr std::size_t remembered_batches = 5;

}  // namespace

std::size_t PartitionQueue::first_waiting() const {
  const auto found = std::ranges::find_if(
      batches_, [](const ProducerBatch& batch) { return !batch.request.has_value(); });
  return static_cast<std::size_t>(found - batches_.begin());
}

NextBatch PartitionQueue::next(const SendRules& rules, Instant now) const {
  if (rules.sends_one_at_a_time && under_way_ > 0) return {};
  const std::size_t index = first_waiting();
  if (index == batches_.size()) return {};
  if (rules.is_idempotent && !may_follow(index, rules)) return {};
  const ProducerBatch& batch = batches_[index];
  // A new leader need not be spared what the old one failed at (KIP-951;
  // ProducerBatch.hasLeaderChangedForTheOngoingRetry).
  const bool has_new_leader = batch.attempts > 0 && batch.leader_epoch < rules.leader_epoch;
  if (batch.not_before > now && !has_new_leader) return {.at = batch.not_before};
  const bool is_last = index + 1 == batches_.size();
  const Instant lingers_until = batch.created() + rules.linger;
  if (batch.is_open() && is_last && lingers_until > now) return {.at = lingers_until};
  return {.index = index};
}

bool PartitionQueue::may_follow(std::size_t index, const SendRules& rules) const {
  const ProducerBatch& batch = batches_[index];
  if (batch.has_sequence()) {
    // Whatever was sent behind a batch that failed fails, too: one by one from now on
    // (RecordAccumulator.shouldStopDrainBatchesForPartition). What waits for new numbers is only
    // asked for under its old ones if it may have been written.
    return index == 0 && (!wants_new_epoch_ || batch.may_be_written);
  }
  if (wants_new_epoch_ || is_unresolved_ || !rules.producer.is_known()) return false;
  if (index == 0) return true;
  // A broker that does not know the producer takes any number for its first: were the first batch
  // to fail and the second to arrive, the first could never be written (KAFKA-14359; Kafka's own
  // client runs into it).
  const bool is_known_there = producer_ == rules.producer && last_acknowledged_.has_value();
  // The answers of two leaders come in any order.
  return is_known_there && index < remembered_batches && batches_[index - 1].to == rules.leader;
}

bool PartitionQueue::may_go_again(std::size_t index) const {
  const ProducerBatch& batch = batches_[index];
  if (!batch.has_sequence()) return false;
  return batch.request || batch.may_be_written || !wants_new_epoch_;
}

void PartitionQueue::prepare(std::size_t index, const SendRules& rules) {
  ProducerBatch& batch = batches_[index];
  batch.pack();
  batch.is_transactional = rules.is_transactional;
  if (!rules.is_idempotent || batch.has_sequence()) return;
  if (producer_ != rules.producer) {
    COHORT_ASSERT(index == 0);
    renumber(rules.producer);
  }
  batch.producer = producer_;
  batch.first_sequence = next_sequence_;
  next_sequence_ = sequence_after(next_sequence_, batch.record_count());
}

void PartitionQueue::sent(std::size_t index, RequestId request, const SendRules& rules) {
  ProducerBatch& batch = batches_[index];
  batch.request = request;
  batch.to = rules.leader;
  batch.leader_epoch = rules.leader_epoch;
  ++under_way_;
}

std::optional<std::size_t> PartitionQueue::find(RequestId request) const {
  const auto found = std::ranges::find(batches_, std::optional(request), &ProducerBatch::request);
  if (found == batches_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - batches_.begin());
}

void PartitionQueue::came_back(std::size_t index) {
  if (!std::exchange(batches_[index].request, std::nullopt)) return;
  COHORT_ASSERT(under_way_ > 0);
  --under_way_;
}

void PartitionQueue::acknowledged(std::size_t index) {
  came_back(index);
  const ProducerBatch& batch = batches_[index];
  if (batch.has_sequence() && batch.producer == producer_) {
    last_acknowledged_ = batch.last_sequence();
  }
  batches_.erase(batches_.begin() + static_cast<std::ptrdiff_t>(index));
}

void PartitionQueue::given_up(std::size_t index, bool is_certain) {
  came_back(index);
  if (batches_[index].has_sequence()) {
    if (is_certain) {
      wants_new_epoch_ = true;
    } else {
      is_unresolved_ = true;
    }
  }
  batches_.erase(batches_.begin() + static_cast<std::ptrdiff_t>(index));
}

void PartitionQueue::replace(std::size_t index, std::vector<ProducerBatch> parts) {
  const ProducerBatch whole = std::move(batches_[index]);
  COHORT_ASSERT(!whole.request);
  std::int32_t sequence = whole.first_sequence;
  for (ProducerBatch& part : parts) {
    if (!whole.has_sequence()) break;
    part.producer = whole.producer;
    part.first_sequence = sequence;
    sequence = sequence_after(sequence, part.record_count());
  }
  const auto place = batches_.erase(batches_.begin() + static_cast<std::ptrdiff_t>(index));
  batches_.insert(place, std::make_move_iterator(parts.begin()),
                  std::make_move_iterator(parts.end()));
}

bool PartitionQueue::may_be_renumbered() const {
  // If the first was not written, none behind it was: a broker takes no number after a gap.
  return under_way_ == 0 && (batches_.empty() || !batches_.front().may_be_written);
}

void PartitionQueue::renumber(const ProducerIdAndEpoch& producer) {
  COHORT_ASSERT(may_be_renumbered());
  producer_ = producer;
  next_sequence_ = 0;
  last_acknowledged_.reset();
  is_unresolved_ = false;
  wants_new_epoch_ = false;
  for (ProducerBatch& batch : batches_) {
    if (!batch.has_sequence()) break;
    batch.producer = producer;
    batch.first_sequence = next_sequence_;
    batch.may_be_written = false;
    next_sequence_ = sequence_after(next_sequence_, batch.record_count());
  }
}

void PartitionQueue::resolve() {
  const bool has_sent = !batches_.empty() && batches_.front().has_sequence();
  if (!is_unresolved_ || has_sent) return;
  is_unresolved_ = false;
  // A batch behind it was written, so that it was, too.
  const std::int32_t last = last_acknowledged_.value_or(no_sequence);
  if (sequence_before(next_sequence_) != last) wants_new_epoch_ = true;
}

}  // namespace cohort::client
