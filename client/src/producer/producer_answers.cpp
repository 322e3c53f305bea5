// What the answers of brokers, and lost ones, mean for the batches that were sent.
#include "producer/produce_error.hpp"
#include "producer/producer_node.hpp"
#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

void ProducerNode::answered(const Answered& answer, Instant now) {
  if (identity_.is_pending(answer.id)) {
    identity_.answered(answer, now, rng());
    return;
  }
  if (transactions_ && transactions_->owns(answer.id)) {
    transactions_->answered(answer, transaction_surroundings(), now);
    return;
  }
  auto request = under_way_.extract(answer.id);
  if (request.empty()) return;
  --requests_of_[request.mapped().broker];
  take_answer(request.mapped(), answer, now);
}

void ProducerNode::lost(const Lost& lost, Instant now) {
  if (identity_.is_pending(lost.id)) {
    identity_.lost(lost, now, rng());
    return;
  }
  if (transactions_ && transactions_->owns(lost.id)) {
    transactions_->lost(lost, transaction_surroundings(), now);
    return;
  }
  auto request = under_way_.extract(lost.id);
  if (request.empty()) return;
  --requests_of_[request.mapped().broker];
  BatchAnswer answer{.error = ErrorCode::network_exception, .message = lost.reason};
  if (lost.kind == LossKind::timed_out) answer.error = ErrorCode::request_timed_out;
  if (lost.kind == LossKind::unwritable) answer.error = ErrorCode::invalid_request;
  for (const QueueIndex index : request.mapped().queues) {
    take_batch_answer(index, lost.id, answer, now);
  }
  // The time-out, too, may be a leader's that is none any more.
  cache().invalidate();
}

void ProducerNode::take_answer(const RequestUnderWay& request, const Answered& answer,
                               Instant now) {
  if (config_.acks == Acks::none) {
    // Nobody tells where the records went.
    for (const QueueIndex index : request.queues) {
      take_batch_answer(index, answer.id, {.answer = {.base_offset = -1}}, now);
    }
    return;
  }
  const Result<ProduceResponse> response = decode<ProduceResponse>(answer.body, answer.version);
  std::map<std::pair<std::string_view, std::int32_t>, const PartitionProduceResponse*> answers;
  if (response) {
    for (const TopicProduceResponse& topic : response->responses) {
      for (const PartitionProduceResponse& partition : topic.partition_responses) {
        answers.emplace(std::pair(std::string_view(topic.name), partition.index), &partition);
      }
    }
    if (response->throttle_time_ms > 0) {
      throttled_until_[request.broker] = now + milliseconds(response->throttle_time_ms);
    }
    learn_leaders(*response, now);
  }
  for (const QueueIndex index : request.queues) {
    const TopicPartition& where = accumulator_.queue(index).where();
    const auto found = answers.find({where.topic, where.partition});
    if (found == answers.end()) {
      const BatchAnswer none{.error = ErrorCode::network_exception,
                             .message = "an answer without the partition"};
      take_batch_answer(index, answer.id, none, now);
      continue;
    }
    const PartitionProduceResponse& partition = *found->second;
    BatchAnswer told{.error = partition.error_code, .answer = partition};
    if (partition.error_message) told.message = *partition.error_message;
    take_batch_answer(index, answer.id, told, now);
  }
}

void ProducerNode::learn_leaders(const ProduceResponse& response, Instant now) {
  // Who leads instead, and where that is (KIP-951).
  for (const ProduceNodeEndpoint& node : response.node_endpoints) {
    session().learn_broker(
        {.node_id = node.node_id, .host = node.host, .port = static_cast<std::uint16_t>(node.port)},
        now);
  }
  for (const TopicProduceResponse& topic : response.responses) {
    for (const PartitionProduceResponse& partition : topic.partition_responses) {
      const ErrorCode error = partition.error_code;
      const ProduceLeaderIdAndEpoch& leader = partition.current_leader;
      const bool has_moved =
          error == ErrorCode::not_leader_or_follower || error == ErrorCode::fenced_leader_epoch;
      if (!has_moved || leader.leader_id < 0 || leader.leader_epoch < 0) continue;
      cache().learn_leader({topic.name, partition.index}, leader.leader_id, leader.leader_epoch);
    }
  }
}

void ProducerNode::take_batch_answer(QueueIndex index, RequestId request, const BatchAnswer& answer,
                                     Instant now) {
  PartitionQueue& queue = accumulator_.queue(index);
  const std::optional<std::size_t> at = queue.find(request);
  if (!at) return;  // It has expired since.
  queue.came_back(*at);
  switch (answer.error) {
    case ErrorCode::none:
      complete(index, *at, answer.answer);
      return;
    case ErrorCode::duplicate_sequence_number:
      // It is written, so long ago that the broker does not know where (Sender.completeBatch).
      complete(index, *at, {.base_offset = -1});
      return;
    default:
      take_batch_error(index, *at, answer, now);
  }
}

void ProducerNode::take_batch_error(QueueIndex index, std::size_t at, const BatchAnswer& answer,
                                    Instant now) {
  PartitionQueue& queue = accumulator_.queue(index);
  ProducerBatch& batch = queue.batches()[at];
  batch.last_error = answer.error;
  if (needs_metadata(answer.error)) cache().invalidate();
  if (answer.error == ErrorCode::message_too_large && batch.record_count() > 1) {
    accumulator_.split(index, at);
    return;
  }
  if (may_have_been_written(answer.error)) batch.may_be_written = true;
  if (may_retry(queue, at, answer)) {
    ++batch.attempts;
    const Backoff backoff{.first = config_.client.retry_backoff,
                          .most = config_.client.retry_backoff_max};
    batch.not_before = now + backoff.after(batch.attempts, rng());
    return;
  }
  Failure failure{.kind = FailureKind::refused,
                  .code = answer.error,
                  .message = std::string(answer.message),
                  .partition = queue.where()};
  // Without the right to number records, or numbers at all, there is no idempotent producer
  // (TransactionManager.maybeTransitionToErrorState).
  const bool is_fatal =
      config_.enable_idempotence && (answer.error == ErrorCode::cluster_authorization_failed ||
                                     answer.error == ErrorCode::unsupported_version);
  if (is_fatal) failure.kind = FailureKind::fatal;
  const bool was_numbered = batch.has_sequence();
  fail(index, at, failure, answer);
  lose_record(failure, was_numbered);
  if (!is_fatal) return;
  failure.partition.reset();
  fatal_failure_ = failure;
  fail_everything(failure);
}

/// Source: Sender.canRetry, TransactionManager.canRetry.
bool ProducerNode::may_retry(PartitionQueue& queue, std::size_t at, const BatchAnswer& answer) {
  ProducerBatch& batch = queue.batches()[at];
  const bool is_out_of_order = answer.error == ErrorCode::out_of_order_sequence_number;
  const bool is_unknown = answer.error == ErrorCode::unknown_producer_id;
  bool is_worth_it = is_retriable(answer.error);
  if (batch.has_sequence() && (is_out_of_order || is_unknown)) {
    // A broker would know it again if it had written it.
    batch.may_be_written = false;
    // While another batch before it is to come, that closes the gap; if there is none, the log has
    // lost what was acknowledged, or a batch was given up. Without a log start offset the partition
    // was about to move, and its new leader is asked first.
    const bool is_moving = is_unknown && answer.answer.log_start_offset == -1;
    const bool may_close_itself = at > 0 || is_moving;
    // A transaction's numbers start anew behind its abort only.
    if (!may_close_itself && !transactions_) queue.want_new_epoch();
    is_worth_it = may_close_itself || !transactions_;
  }
  return is_worth_it && batch.attempts < static_cast<std::uint32_t>(config_.retries);
}

void ProducerNode::complete(QueueIndex index, std::size_t at,
                            const PartitionProduceResponse& answer) {
  PartitionQueue& queue = accumulator_.queue(index);
  const ProducerBatch& batch = queue.batches()[at];
  reports_.delivered(queue.where(), batch, answer);
  accumulator_.release(batch);
  queue.acknowledged(at);
}

void ProducerNode::fail(QueueIndex index, std::size_t at, const Failure& failure,
                        const BatchAnswer& answer) {
  PartitionQueue& queue = accumulator_.queue(index);
  const ProducerBatch& batch = queue.batches()[at];
  reports_.failed(queue.where(), batch, failure, answer.answer.record_errors);
  accumulator_.release(batch);
  const bool is_certain = !batch.may_be_written && !may_have_been_written(answer.error);
  queue.given_up(at, is_certain);
}

void ProducerNode::fail_everything(const Failure& failure) {
  for (const QueueIndex index : accumulator_.active()) {
    while (!accumulator_.queue(index).empty()) {
      fail(index, 0, failure, {.error = ErrorCode::request_timed_out});
    }
  }
}

}  // namespace cohort::client
