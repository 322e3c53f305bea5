// Records of callers who do not wait: into the batches as soon as there is a partition and room.
#include "producer/producer_node.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

DeliveryId ProducerNode::submit(ProducerRecord record, Instant now) {
  const DeliveryId id = submissions_.add(std::move(record), now + config_.max_block);
  settle(now);
  return id;
}

Delivery ProducerNode::take_submitted(DeliveryId id) { return submissions_.take(id).value(); }

void ProducerNode::forget_submitted(DeliveryId id) { submissions_.forget(id); }

DeliveryId ProducerNode::flush_submitted(Instant now) {
  flushed_ = submissions_.last();
  flush(now);
  return flushed_;
}

void ProducerNode::drive_submissions(Instant now, Alarms& alarms) {
  // Who waits for room is not overtaken by smaller records.
  bool is_full = false;
  bool is_flushed = false;
  const Submission* next = submissions_.first();
  while (next != nullptr) {
    const DeliveryId id = next->id;
    const std::optional<Failure> outside = why_outside(*next);
    std::optional<Failure> failure = outside ? outside : why_not(*next);
    if (!failure) {
      const bool has_topic = has_partition(*next);
      is_full = is_full || (has_topic && !has_room(*next));
      const bool waits = !has_topic || is_full;
      if (waits && next->deadline > now) {
        alarms.ring({.at = next->deadline, .name = "max.block.ms", .is_periodic = true});
        next = submissions_.after(id);
        continue;
      }
      if (waits) failure = has_topic ? no_room() : no_topic(*next);
    }
    is_flushed = is_flushed || id <= flushed_;
    end_submission(submissions_.take_first(id), failure, now);
    if (failure && !outside) lose_record(*failure);
    next = submissions_.after(id);
  }
  if (is_full || is_flushed) accumulator_.close_batches();
}

void ProducerNode::end_submission(Submission submission, const std::optional<Failure>& failure,
                                  Instant now) {
  OutgoingRecord outgoing{.id = submission.id, .record = std::move(submission.record)};
  if (failure) {
    reports_.refused(outgoing, *failure, now);
    give_up_topic(outgoing.record.topic);
    return;
  }
  const auto appended = accumulator_.append(outgoing, metadata(), now);
  if (appended) return;
  reports_.refused(outgoing, appended.error(), now);
  lose_record(appended.error());
}

void ProducerNode::sort_deliveries() {
  if (!reports_.empty()) reports_.put_back(submissions_.sort_out(reports_.take()));
}

std::optional<Failure> ProducerNode::why_outside(const Submission& submission) const {
  if (!transactions_) return std::nullopt;
  const bool is_committed = transactions_->phase() == TransactionPhase::committing;
  return is_committed && submission.id <= committed_ ? std::nullopt : transactions_->why_closed();
}

std::optional<Failure> ProducerNode::why_not(const Submission& submission) const {
  if (fatal_failure_) return fatal_failure_;
  const ProducerRecord& record = submission.record;
  if (auto failure = topic_failure(record.topic)) return failure;
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  if (size <= static_cast<std::size_t>(
                  std::min<std::int64_t>(config_.max_request_size, config_.buffer_memory))) {
    return std::nullopt;
  }
  return Failure{
      .kind = FailureKind::refused,
      .code = ErrorCode::message_too_large,
      .message = "a record of topic " + record.topic + " takes " + std::to_string(size) + " bytes"};
}

Failure ProducerNode::no_topic(const Submission& submission) const {
  const std::string& topic = submission.record.topic;
  return {.kind = FailureKind::timed_out,
          .message = "topic " + topic + " was not found within max.block.ms: waited for " +
                     describe_topic(topic) + "; " + describe_connections()};
}

Failure ProducerNode::no_room() const {
  return {.kind = FailureKind::buffer_full,
          .message = "no room in buffer.memory within max.block.ms: waited for " +
                     describe_unfinished() + "; " + describe_connections()};
}

bool ProducerNode::has_partition(const Submission& submission) {
  const ProducerRecord& record = submission.record;
  if (partition_count(record.topic).value_or(0) > record.partition.value_or(0)) return true;
  const bool is_new = topics_.insert(record.topic).second;
  if (is_new) cache().want_topics(topics_);
  // A topic that is not there is asked for again by the cache itself.
  if (!is_new && metadata().find(record.topic) != nullptr) cache().invalidate();
  return false;
}

bool ProducerNode::has_room(const Submission& submission) const {
  const ProducerRecord& record = submission.record;
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  return used_bytes() + size <= static_cast<std::size_t>(config_.buffer_memory);
}

}  // namespace cohort::client
