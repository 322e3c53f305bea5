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

void ProducerNode::drive_submissions(Instant now, Alarms& alarms) {
  while (!submissions_.empty()) {
    const Submission& next = submissions_.front();
    const std::optional<Failure> failure = why_not(next, now);
    if (!failure && !may_append(next)) {
      alarms.ring({.at = next.deadline, .name = "max.block.ms", .is_periodic = true});
      break;
    }
    Submission submission = submissions_.take_front();
    OutgoingRecord outgoing{.id = submission.id, .record = std::move(submission.record)};
    if (failure) {
      reports_.refused(outgoing, *failure, now);
      continue;
    }
    const auto appended = accumulator_.append(outgoing, metadata(), now);
    if (!appended) reports_.refused(outgoing, appended.error(), now);
  }
}

void ProducerNode::sort_deliveries() {
  if (!reports_.empty()) reports_.put_back(submissions_.sort_out(reports_.take()));
}

std::optional<Failure> ProducerNode::why_not(const Submission& submission, Instant now) const {
  if (fatal_failure_) return fatal_failure_;
  const ProducerRecord& record = submission.record;
  if (auto failure = topic_failure(record.topic)) return failure;
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  if (size > static_cast<std::size_t>(
                 std::min<std::int64_t>(config_.max_request_size, config_.buffer_memory))) {
    return Failure{.kind = FailureKind::refused,
                   .code = ErrorCode::message_too_large,
                   .message = "a record of topic " + record.topic + " takes " +
                              std::to_string(size) + " bytes"};
  }
  if (submission.deadline > now) return std::nullopt;
  if (partition_count(record.topic).value_or(0) <= record.partition.value_or(0)) {
    return Failure{.kind = FailureKind::timed_out,
                   .message = "topic " + record.topic +
                              " was not found within max.block.ms: " + "waited for " +
                              describe_topic(record.topic) + "; " + describe_connections()};
  }
  return Failure{.kind = FailureKind::buffer_full,
                 .message = "no room in buffer.memory within max.block.ms: waited for " +
                            describe_unfinished() + "; " + describe_connections()};
}

bool ProducerNode::may_append(const Submission& submission) {
  const ProducerRecord& record = submission.record;
  const std::int32_t partition = record.partition.value_or(0);
  if (partition_count(record.topic).value_or(0) <= partition) {
    if (topics_.insert(record.topic).second) cache().want_topics(topics_);
    wanted_ = TopicPartition{record.topic, partition};
    return false;
  }
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  if (used_bytes() + size <= static_cast<std::size_t>(config_.buffer_memory)) return true;
  accumulator_.close_batches();  // Who waits for room lets nothing linger.
  return false;
}

}  // namespace cohort::client
