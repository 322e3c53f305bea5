// ConsumerNode: a consumer as a value: what it reads, its membership, and its commits.
#pragma once

#include "consumer/consumer_parts.hpp"
#include "session/client_node.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/group_membership.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace cohort::client {

/// What poll() may come back with.
enum class PollNews : std::uint8_t {
  none,
  woken,    ///< wakeup() was called.
  commits,  ///< The callbacks of async commits are due.
  call,     ///< The listener is to be called.
  failure,
  records,
};

/// Owns the group member, the fetcher and what asks for offsets, and joins them: who owns a
/// partition reads it. Fetches, heartbeats and rebalances go on without its user; the listener's
/// calls wait for the user's next poll.
class ConsumerNode final : public ClientNode, private ConsumerParts {
 public:
  /// REQUIRES: check(config) did not throw.
  ConsumerNode(const ConsumerConfig& config, const Assignors& assignors);

  // What is read. These end the subscription or assignment before; a group that is to be left must
  // have been left (leave(), has_left()).

  /// Throws std::logic_error without `group.id`.
  void subscribe(const std::set<std::string>& topics, Instant now);
  void subscribe(const TopicPattern& pattern, Instant now);
  void assign(const PartitionSet& partitions, Instant now);
  /// Begins to; the calls that it takes are in call().
  void leave(const Departure& departure, Instant now);
  bool has_left() const;
  /// For a user who hears of nothing any more: as leave(), with all calls taken for made.
  void leave_unheard(const Departure& departure, Instant now);
  bool is_subscribed() const { return member_ && member_->is_subscribed(); }
  std::set<std::string> subscription() const;
  /// Of the group's partitions, as far as its user was told.
  const PartitionSet& owned() const;

  // Poll

  void begin_poll(Instant now);
  void end_poll() { is_polling_ = false; }
  /// What there is most urgently.
  PollNews news() const;
  /// The listener is to be called, and was not yet.
  bool has_call() const { return member_ && member_->call() && !is_call_begun_; }
  /// It was called and has not finished.
  bool is_call_under_way() const { return is_call_begun_; }
  /// The call is made now. REQUIRES: has_call().
  RebalanceCall begin_call(Instant now);
  void finish_call(Instant now);
  /// REQUIRES: news() is `failure`.
  Failure take_failure(Instant now);
  /// Those that were read may be committed from now on. A failure if the first can't be read.
  Outcome<std::vector<ConsumerRecord>> take_records(Instant now);
  std::vector<CommitResult> take_async_results();
  void wake_up() { is_woken_ = !ignores_wake_ups_; }
  void ignore_wake_ups() {
    ignores_wake_ups_ = true;
    is_woken_ = false;
  }
  bool take_wake_up() { return std::exchange(is_woken_, false); }
  bool is_woken() const { return is_woken_; }

  // Positions

  const Positions& positions() const { return positions_; }
  void seek(const TopicPartition& partition, const Position& to, Instant now);
  /// No partitions mean all that are assigned.
  void seek(const PartitionSet& partitions, const Sought& to, Instant now);
  void pause(const PartitionSet& partitions, Instant now);
  void resume(const PartitionSet& partitions, Instant now);

  // Offsets

  /// What poll() gave, as it would be committed.
  OffsetsToCommit consumed() const;
  CommitId commit_sync(OffsetsToCommit offsets, Instant deadline, Instant now);
  CommitId commit_async(OffsetsToCommit offsets, Instant now);
  /// Of a sync commit; nothing while it is under way. Taken once.
  std::optional<CommitResult> take_commit(CommitId id);
  bool is_done(CommitId id) const { return commit_results_.contains(id); }
  void forget(CommitId id);
  bool has_commits_under_way() const { return !commits_.is_empty(); }

  QueryId ask_committed(const PartitionSet& partitions, Instant deadline, Instant now);
  bool is_done(QueryId id) const { return query_results_.contains(id); }
  std::optional<QueryResult> take_query(QueryId id);
  void forget(QueryId id);

  LookupId ask_offsets(const std::map<TopicPartition, std::int64_t>& timestamps, Instant now);
  bool is_done(LookupId id) const { return lookup_.is_answered(id); }
  std::optional<FoundOffsets> take_lookup(LookupId id) { return lookup_.take(id); }
  void forget(LookupId id) { lookup_.forget(id); }

  /// Has the metadata know this topic, until it is let go.
  void want_topic(const std::string& topic, Instant now);
  void let_go_topic(const std::string& topic);

  // Ends

  void enforce_rebalance(const std::string& reason, Instant now);
  /// Ends all connections once what was sent has left. It sends nothing any more.
  void close(Instant now);

  Committer committer() const;
  /// In a generation, and no rebalance is under way as far as it knows.
  bool is_stable() const { return member_ && member_->is_stable(); }
  bool wants_to_rejoin() const { return member_ && member_->wants_to_rejoin(); }
  GroupMembership group_membership() const;
  const ConsumerConfig& config() const { return config_; }
  /// What it is doing and what it waits for: its membership, its positions, its connections.
  std::string describe(Instant now) const;
  /// What its coordinator has still to do, and what became of the connections.
  std::string describe_waiting() const;

  std::unique_ptr<Node> clone() const override { return std::make_unique<ConsumerNode>(*this); }
  void digest(StateDigest& into) const override;

 protected:
  void answered(const Answered& answer, Instant now) override;
  void lost(const Lost& lost, Instant now) override;
  void drive(Instant now, Alarms& alarms) override;

 private:
  Surroundings group();
  ReadSurroundings reading(Instant now);
  void drive_group(Instant now, Alarms& alarms);
  void drive_queries(Instant now, Alarms& alarms);
  void resolve_pattern();
  void want_topics();
  void look_at_topic_errors();
  void follow_member();
  void start_from_committed();
  void take_results(Instant now);
  void auto_commit(Instant now);
  bool commits_automatically() const;
};

}  // namespace cohort::client
