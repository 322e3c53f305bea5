// PartitionQueue: the batches of one partition in the order of their records, and which of them may
// be sent now.
#pragma once

#include "producer/producer_batch.hpp"
#include "producer/sequence.hpp"
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace cohort::client {

/// Who would take a batch, and by which rules.
struct SendRules {
  bool is_idempotent = false;
  bool is_transactional = false;
  ProducerIdAndEpoch producer;       ///< Of new batches, if idempotent; unknown: none yet.
  bool sends_one_at_a_time = false;  ///< Nothing else keeps the order, as nothing is numbered.
  Duration linger{};
  Destination leader;
  std::int32_t leader_epoch = -1;
};

/// What may be sent next. Neither: the queue waits for something else than time.
struct NextBatch {
  std::optional<std::size_t> index;  ///< It may be sent now.
  Instant at = Instant::never();     ///< Else one may then.
};

/// Kafka's accumulator and its table of sequences keep batches under way apart from those that
/// wait, and put back those that failed; here each stays where its records stand until it is done.
class PartitionQueue {
 public:
  explicit PartitionQueue(TopicPartition where) : where_(std::move(where)) {}

  const TopicPartition& where() const { return where_; }
  std::deque<ProducerBatch>& batches() { return batches_; }
  const std::deque<ProducerBatch>& batches() const { return batches_; }
  bool empty() const { return batches_.empty(); }

  NextBatch next(const SendRules& rules, Instant now) const;
  /// Packs the batch, and numbers it if it has no number yet. REQUIRES: next() named it.
  void prepare(std::size_t index, const SendRules& rules);
  void sent(std::size_t index, RequestId request, const SendRules& rules);
  /// The batch that went with the request; nothing if it has expired since.
  std::optional<std::size_t> find(RequestId request) const;
  /// It is under way no more, and stays.
  void came_back(std::size_t index);

  /// The broker has it: it goes.
  void acknowledged(std::size_t index);
  /// It goes without having been written, as far as anybody knows; for an idempotent producer this
  /// is a gap that may have to be closed. `is_certain`: a broker said that it did not take it.
  void given_up(std::size_t index, bool is_certain);
  /// Puts smaller batches in its place. REQUIRES: it came back.
  void replace(std::size_t index, std::vector<ProducerBatch> parts);

  /// What follows was refused because of a gap before it, and nothing else will close it: numbers
  /// start anew under the next epoch.
  void want_new_epoch() { wants_new_epoch_ = true; }
  bool wants_new_epoch() const { return wants_new_epoch_; }
  /// Whether the batch has left, and will get an answer under the numbers that it has.
  bool may_go_again(std::size_t index) const;
  /// Whether all that was sent has ended, so that it may be numbered anew: a batch that may have
  /// been written must be asked for under its old number first, or it would be written twice.
  bool may_be_renumbered() const;
  /// Whether numbers run under this id and epoch.
  bool is_numbered_under(const ProducerIdAndEpoch& producer) const { return producer_ == producer; }
  /// From 0, those that were sent already with the rest. REQUIRES: may_be_renumbered().
  void renumber(const ProducerIdAndEpoch& producer);
  /// When all that was sent has ended, and the last of it was given up without anybody knowing what
  /// became of it, asks for a new epoch (TransactionManager.maybeResolveSequences).
  void resolve();

 private:
  bool may_follow(std::size_t index, const SendRules& rules) const;
  std::size_t first_waiting() const;

  TopicPartition where_;
  std::deque<ProducerBatch> batches_;
  std::size_t under_way_ = 0;

  ProducerIdAndEpoch producer_;
  std::int32_t next_sequence_ = 0;
  std::optional<std::int32_t> last_acknowledged_;  ///< Under `producer_`.
  bool is_unresolved_ = false;  ///< Nobody knows whether a batch that was given up is written.
  bool wants_new_epoch_ = false;
};

}  // namespace cohort::client
