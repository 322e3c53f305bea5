// How the parts of a consumer go on, one after the other.
#include "consumer/consumer_node.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

Surroundings ConsumerNode::group() {
  return {.session = session(), .coordinator = *finder_, .metadata = cache(), .rng = rng()};
}

ReadSurroundings ConsumerNode::reading(Instant now) {
  return {.session = session(), .metadata = cache(), .positions = positions_, .now = now};
}

bool ConsumerNode::commits_automatically() const {
  return config_.enable_auto_commit && config_.group_id.has_value();
}

void ConsumerNode::drive(Instant now, Alarms& alarms) {
  if (is_closed_) return;
  if (pattern_) resolve_pattern();
  if (finder_) drive_group(now, alarms);
  look_at_topic_errors();
  start_from_committed();
  if (finder_) drive_queries(now, alarms);
  want_topics();
  positions_.follow_leaders(cache());
  lookup_.drive(reading(now), alarms);
  fetcher_.drive(reading(now), alarms);
}

void ConsumerNode::drive_group(Instant now, Alarms& alarms) {
  if (is_polling_) member_->polled(now);
  if (is_polling_ && commits_automatically()) {
    if (next_auto_commit_ <= now) auto_commit(now);
    alarms.ring({.at = next_auto_commit_, .name = "auto commit", .is_periodic = true});
  }
  const bool is_needed = member_->is_subscribed() || !member_->has_left() || !commits_.is_empty() ||
                         !queries_.is_empty();
  if (is_needed) finder_->drive(session(), request_timeout(), now, alarms);
  if (auto failure = finder_->take_failure()) failure_ = std::move(failure);
  // Before the member: what is committed in a revocation goes ahead of its JoinGroup.
  commits_.drive(group(), committer(), now, alarms);
  member_->drive(group(), now, alarms);
  if (!failure_) failure_ = member_->take_failure();
  follow_member();
}

void ConsumerNode::follow_member() {
  if (!member_->is_subscribed() && member_->has_left()) return;
  if (!positions_.are_just(member_->owned())) positions_.assign(member_->owned());
  const auto& call = member_->call();
  const bool is_giving_up = call && call->kind != RebalanceCallKind::assigned;
  positions_.set_revoking(is_giving_up ? call->partitions : PartitionSet{});
}

void ConsumerNode::resolve_pattern() {
  cache().want_all_topics();
  if (!cache().covers_wanted() || cache().revision() == pattern_seen_) return;
  pattern_seen_ = cache().revision();
  member_->subscribe(pattern_->matching(cache()));
}

void ConsumerNode::want_topics() {
  if (pattern_) return;  // All of them.
  std::set<std::string> topics = lookup_.topics();
  topics.insert(asked_topics_.begin(), asked_topics_.end());
  for (const auto& [partition, state] : positions_.all()) topics.insert(partition.topic);
  if (member_) topics.merge(member_->wanted_topics());
  cache().want_topics(std::move(topics));
}

/// What a subscription can never get is told, as often as it is seen
/// (Metadata.maybeThrowAnyException).
void ConsumerNode::look_at_topic_errors() {
  if (errors_seen_ == cache().revision() || failure_) return;
  errors_seen_ = cache().revision();
  if (pattern_ || !is_subscribed()) return;
  for (const std::string& topic : member_->wanted_topics()) {
    const TopicMetadata* found = cache().find_with_error(topic);
    if (found == nullptr || (found->error != ErrorCode::topic_authorization_failed &&
                             found->error != ErrorCode::invalid_topic_exception)) {
      continue;
    }
    failure_ = Failure{.kind = FailureKind::refused,
                       .code = found->error,
                       .message = "the topic " + topic + " is subscribed to"};
    return;
  }
}

void ConsumerNode::start_from_committed() {
  const PartitionSet waiting = positions_.awaiting_committed();
  if (waiting.empty() || start_query_) return;
  if (!finder_) {
    for (const TopicPartition& partition : waiting) positions_.found_committed(partition, {});
    return;
  }
  start_query_ = queries_.ask(waiting, Instant::never());
}

void ConsumerNode::drive_queries(Instant now, Alarms& alarms) {
  queries_.drive(group(), now, alarms);
  take_results(now);
}

void ConsumerNode::take_results(Instant now) {
  for (CommitResult& result : commits_.take_results()) {
    if (result.code != ErrorCode::none) {
      member_->commit_refused(result.code, result.sent_as);
    }
    if (auto_commits_.erase(result.id) > 0) {
      // Soon again if it may succeed then (ConsumerCoordinator.autoCommitOffsetsAsync).
      if (result.failure && result.is_retriable) {
        next_auto_commit_ = std::min(next_auto_commit_, now + config_.client.retry_backoff);
      }
    } else if (awaited_commits_.erase(result.id) > 0) {
      commit_results_.emplace(result.id, std::move(result));
    } else {
      async_results_.push_back(std::move(result));
    }
  }
  for (QueryResult& result : queries_.take_results()) {
    if (result.id != start_query_) {
      query_results_.emplace(result.id, std::move(result));
      continue;
    }
    start_query_.reset();
    if (!result.offsets) {
      failure_ = result.offsets.error();
      continue;
    }
    for (const auto& [partition, committed] : *result.offsets) {
      std::optional<Position> position;
      if (committed) {
        position = Position{.offset = committed->offset, .epoch = committed->leader_epoch};
      }
      positions_.found_committed(partition, position);
    }
  }
}

void ConsumerNode::auto_commit(Instant now) {
  // With an interval of 0 each answer would bring the next commit while no time passes.
  constexpr Duration least_interval = milliseconds(1);
  next_auto_commit_ = now + std::max<Duration>(config_.auto_commit_interval, least_interval);
  OffsetsToCommit offsets = consumed();
  if (offsets.empty()) return;
  auto_commits_.insert(commits_.commit_async(std::move(offsets), now));
}

Committer ConsumerNode::committer() const {
  if (member_ && (member_->is_subscribed() || !member_->has_left())) return member_->committer();
  return {};
}

void ConsumerNode::answered(const Answered& answer, Instant now) {
  if (finder_ && finder_->is_pending(answer.id)) {
    finder_->answered(answer, session(), now, rng());
  } else if (member_ && member_->owns(answer.id)) {
    member_->answered(answer, group(), now);
  } else if (commits_.owns(answer.id)) {
    commits_.answered(answer, group(), committer(), now);
  } else if (queries_.owns(answer.id)) {
    queries_.answered(answer, group(), now);
  } else if (lookup_.owns(answer.id)) {
    lookup_.answered(answer, reading(now));
  } else if (fetcher_.owns(answer.id)) {
    fetcher_.answered(answer, reading(now));
  }
}

void ConsumerNode::lost(const Lost& loss, Instant now) {
  if (finder_ && finder_->is_pending(loss.id)) {
    finder_->lost(loss, now, rng());
  } else if (member_ && member_->owns(loss.id)) {
    member_->lost(loss, group(), now);
  } else if (commits_.owns(loss.id)) {
    commits_.lost(loss, group(), now);
  } else if (queries_.owns(loss.id)) {
    queries_.lost(loss, group(), now);
  } else if (lookup_.owns(loss.id)) {
    lookup_.lost(loss, reading(now));
  } else if (fetcher_.owns(loss.id)) {
    fetcher_.lost(loss, reading(now));
  }
}

}  // namespace cohort::client
