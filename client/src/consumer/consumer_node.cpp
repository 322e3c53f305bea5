// What the user's calls change.
#include "consumer/consumer_node.hpp"

#include "session/client_options.hpp"
#include <cohort/protocol/assert.hpp>

#include <stdexcept>
#include <utility>

namespace cohort::client {

ConsumerNode::ConsumerNode(const ConsumerConfig& config, const Assignors& assignors)
    : ClientNode(client_node_options(config.client, config.allow_auto_create_topics)),
      ConsumerParts(config, assignors) {}

void ConsumerNode::subscribe(const std::set<std::string>& topics, Instant now) {
  if (!member_) throw std::logic_error("subscribe: a consumer needs group.id for that");
  pattern_.reset();
  if (!member_->is_subscribed()) positions_.assign({});
  member_->subscribe(topics);
  next_auto_commit_ = now + config_.auto_commit_interval;
  settle(now);
}

void ConsumerNode::subscribe(const TopicPattern& pattern, Instant now) {
  if (!member_) throw std::logic_error("subscribe_pattern: a consumer needs group.id for that");
  if (!member_->is_subscribed()) positions_.assign({});
  pattern_ = pattern;
  pattern_seen_ = 0;
  next_auto_commit_ = now + config_.auto_commit_interval;
  settle(now);
}

void ConsumerNode::assign(const PartitionSet& partitions, Instant now) {
  COHORT_ASSERT(has_left());
  if (commits_automatically()) auto_commit(now);
  pattern_.reset();
  positions_.assign(partitions);
  next_auto_commit_ = now + config_.auto_commit_interval;
  settle(now);
}

void ConsumerNode::leave(const Departure& departure, Instant now) {
  pattern_.reset();
  if (member_ && member_->is_subscribed()) {
    member_->leave(departure, now);
  } else {
    positions_.assign({});
  }
  settle(now);
}

void ConsumerNode::leave_unheard(const Departure& departure, Instant now) {
  if (is_call_under_way()) finish_call(now);
  leave(departure, now);
  while (has_call()) {
    begin_call(now);
    finish_call(now);
  }
}

bool ConsumerNode::has_left() const { return !member_ || member_->has_left(); }

const PartitionSet& ConsumerNode::owned() const {
  static const PartitionSet none;
  return member_ ? member_->owned() : none;
}

void ConsumerNode::begin_poll(Instant now) {
  is_polling_ = true;
  settle(now);
}

PollNews ConsumerNode::news() const {
  if (is_woken_) return PollNews::woken;
  if (!async_results_.empty()) return PollNews::commits;
  if (has_call()) return PollNews::call;
  if (failure_ || positions_.has_failure()) return PollNews::failure;
  if (fetcher_.can_take(positions_)) return PollNews::records;
  return PollNews::none;
}

RebalanceCall ConsumerNode::begin_call(Instant now) {
  RebalanceCall call = *member_->call();
  // What was read until here is committed while it may be: the request is ahead of JoinGroup on its
  // connection (ConsumerCoordinator.onJoinPrepare).
  if (call.kind == RebalanceCallKind::revoked && commits_automatically()) auto_commit(now);
  is_call_begun_ = true;
  member_->call_begun();
  follow_member();
  settle(now);
  return call;
}

void ConsumerNode::finish_call(Instant now) {
  is_call_begun_ = false;
  member_->call_finished(now);
  follow_member();
  settle(now);
}

Failure ConsumerNode::take_failure(Instant now) {
  std::optional<Failure> failure = std::exchange(failure_, std::nullopt);
  if (!failure) failure = positions_.take_failure();
  COHORT_ASSERT(failure.has_value());
  settle(now);
  return *failure;
}

Outcome<std::vector<ConsumerRecord>> ConsumerNode::take_records(Instant now) {
  is_polling_ = false;  // What is taken here counts as read with the next poll.
  auto records = fetcher_.take(static_cast<std::size_t>(config_.max_poll_records), positions_);
  settle(now);
  return records;
}

std::vector<CommitResult> ConsumerNode::take_async_results() {
  return std::exchange(async_results_, {});
}

void ConsumerNode::seek(const TopicPartition& partition, const Position& to, Instant now) {
  positions_.seek(partition, to);
  settle(now);
}

void ConsumerNode::seek(const PartitionSet& partitions, const Sought& to, Instant now) {
  const PartitionSet those = partitions.empty() ? positions_.assigned() : partitions;
  for (const TopicPartition& partition : those) positions_.seek(partition, to);
  settle(now);
}

void ConsumerNode::pause(const PartitionSet& partitions, Instant now) {
  positions_.pause(partitions);
  settle(now);
}

void ConsumerNode::resume(const PartitionSet& partitions, Instant now) {
  positions_.resume(partitions);
  settle(now);
}

OffsetsToCommit ConsumerNode::consumed() const {
  OffsetsToCommit offsets;
  for (const auto& [partition, position] : positions_.consumed()) {
    offsets.emplace(partition,
                    CommittedOffset{.offset = position.offset, .leader_epoch = position.epoch});
  }
  return offsets;
}

CommitId ConsumerNode::commit_sync(OffsetsToCommit offsets, Instant deadline, Instant now) {
  const CommitId id = commits_.commit_sync(std::move(offsets), deadline);
  awaited_commits_.insert(id);
  settle(now);
  return id;
}

CommitId ConsumerNode::commit_async(OffsetsToCommit offsets, Instant now) {
  const CommitId id = commits_.commit_async(std::move(offsets), now);
  settle(now);
  return id;
}

std::optional<CommitResult> ConsumerNode::take_commit(CommitId id) {
  auto found = commit_results_.extract(id);
  if (!found) return std::nullopt;
  return std::move(found.mapped());
}

void ConsumerNode::forget(CommitId id) {
  awaited_commits_.erase(id);
  commit_results_.erase(id);
  commits_.forget(id);
}

QueryId ConsumerNode::ask_committed(const PartitionSet& partitions, Instant deadline, Instant now) {
  const QueryId id = queries_.ask(partitions, deadline);
  settle(now);
  return id;
}

std::optional<QueryResult> ConsumerNode::take_query(QueryId id) {
  auto found = query_results_.extract(id);
  if (!found) return std::nullopt;
  return std::move(found.mapped());
}

void ConsumerNode::forget(QueryId id) {
  query_results_.erase(id);
  queries_.forget(id);
}

LookupId ConsumerNode::ask_offsets(const std::map<TopicPartition, std::int64_t>& timestamps,
                                   Instant now) {
  const LookupId id = lookup_.ask(timestamps);
  settle(now);
  return id;
}

void ConsumerNode::want_topic(const std::string& topic, Instant now) {
  asked_topics_.insert(topic);
  settle(now);
}

void ConsumerNode::let_go_topic(const std::string& topic) {
  const auto found = asked_topics_.find(topic);
  if (found != asked_topics_.end()) asked_topics_.erase(found);
}

void ConsumerNode::enforce_rebalance(const std::string& reason, Instant now) {
  if (member_) member_->request_rejoin(reason);
  settle(now);
}

void ConsumerNode::close(Instant now) {
  fetcher_.close(reading(now));
  is_closed_ = true;
  close_connections("the consumer is closed", now);
  settle(now);
}

}  // namespace cohort::client
