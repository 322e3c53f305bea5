// Coordinator: the group coordinator, all groups of the broker with their members and offsets.
#pragma once

#include "group/classic_group.hpp"
#include "group/committed_offsets.hpp"
#include "group/group_description.hpp"
#include "group/group_record.hpp"
#include "group/group_rules.hpp"
#include "group/group_timer.hpp"
#include "group/membership_answers.hpp"
#include "group/membership_requests.hpp"
#include "group/offset_requests.hpp"
#include "group/pending_offsets.hpp"
#include "group/replayed_groups.hpp"
#include "group/retired_ids.hpp"
#include "producer_identity.hpp"
#include "reply_id.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace cohort::broker {

/// A pure machine: requests and the time go in; answers, facts and the next deadline come out.
/// Copying it forks the world. It knows neither the wire nor the topics: versions reach it as
/// capabilities, subscriptions as parsed names.
///
/// JoinGroup and SyncGroup may be answered long after they came, so their answers, also those that
/// are there at once, wait in an outbox in the order in which they fell due; the other verbs return
/// theirs. Timers fire in advance() only: call it with `now` before a verb, and again whenever
/// `now` has reached next_deadline(). Source: GroupCoordinatorService, GroupMetadataManager,
/// OffsetMetadataManager (Kafka 3.9, the Java coordinator).
class Coordinator {
 public:
  /// Member ids are drawn from forks of `chance`, one for each group, so that they don't depend on
  /// other groups.
  Coordinator(GroupConfig config, Rng chance, Instant now, const GroupRules& rules = {});

  /// What is wrong with a join whatever the group. Source: GroupCoordinatorService.joinGroup.
  ErrorCode check(const JoinRequest& request) const;
  void join(const JoinRequest& request, ReplyId reply, Instant now);
  void sync(const SyncRequest& request, ReplyId reply, Instant now);
  ErrorCode heartbeat(const HeartbeatRequest& request, Instant now);
  LeaveAnswer leave(const LeaveRequest& request, Instant now);

  /// One error for each offset of the request, in its order.
  std::vector<ErrorCode> commit_offsets(const CommitRequest& request, Instant now);
  /// OFFSET_METADATA_TOO_LARGE, or nothing: the limit holds for every offset alone.
  ErrorCode check_metadata(const std::string& metadata) const;
  /// What TxnOffsetCommit's own checks say; stores nothing. `request.offsets` is not looked at.
  ErrorCode validate_transactional_commit(const CommitRequest& request) const;
  /// The same as commit_offsets for offsets that count when the producer's transaction commits.
  /// Whether the group belongs to the transaction is the caller's to ask.
  std::vector<ErrorCode> commit_transactional(const CommitRequest& request,
                                              const ProducerIdentity& producer, Instant now);
  /// What the producer's transaction has committed counts from now on, or never.
  void end_transaction(std::int64_t producer_id, bool is_committed, Instant now);
  /// The same of what it has committed to these groups.
  void end_transaction(std::int64_t producer_id, bool is_committed,
                       std::span<const std::string> groups, Instant now);
  /// Those to which the producer's open transaction has committed.
  std::vector<std::string> groups_in_transaction(std::int64_t producer_id) const;
  /// In the order of `keys`. An absent group has no offsets; that is no error.
  std::vector<FetchedOffset> fetch_offsets(const std::string& group_id,
                                           const std::vector<OffsetKey>& keys,
                                           OffsetStability stability = OffsetStability::any) const;
  /// All that the group has, by topic and partition.
  std::vector<FetchedOffset> fetch_all_offsets(
      const std::string& group_id, OffsetStability stability = OffsetStability::any) const;
  DeleteOffsetsAnswer delete_offsets(const DeleteOffsetsRequest& request, Instant now);
  void topic_deleted(const std::string& topic, Instant now);

  /// nullopt: there is no such group, which DescribeGroups calls Dead.
  std::optional<GroupDescription> describe(const std::string& group_id) const;
  /// Every group, by name.
  std::vector<GroupListing> list() const;
  ErrorCode delete_group(const std::string& group_id, Instant now);

  /// As if the member's session, or that of an id not used yet, had ended. UNKNOWN_MEMBER_ID or
  /// GROUP_ID_NOT_FOUND: there is none.
  ErrorCode expire_member(const std::string& group_id, const std::string& member_id, Instant now);
  /// A rebalance begins. GROUP_ID_NOT_FOUND; UNKNOWN_MEMBER_ID: the group has no members;
  /// REBALANCE_IN_PROGRESS: its join phase has begun already.
  ErrorCode force_rebalance(const std::string& group_id, const std::string& reason, Instant now);
  /// Commits whatever the members and their generation are; makes the group if it is not there.
  void set_offsets(const std::string& group_id, const std::vector<OffsetToCommit>& offsets,
                   Instant now);

  using IsOfPartition = std::function<bool(const std::string& group_id)>;
  /// Forgets the groups of a partition that has another leader. Who waits for an answer is told
  /// NOT_COORDINATOR.
  void unload(const IsOfPartition& is_of_partition, Instant now);
  /// Takes over the groups of a partition that this broker leads from now on. REQUIRES: there are
  /// none of it.
  void load(const ReplayedGroups& replayed, Instant now);

  /// Null when there is no such group.
  const CommittedOffsets* committed(const std::string& group_id) const;
  const PendingOffsets* pending(const std::string& group_id) const;
  const ClassicGroup* classic(const std::string& group_id) const {
    const Group* const group = find(group_id);
    return group == nullptr ? nullptr : &group->classic;
  }

  /// Fires every timer that is due by `now`, in order and each as of its own deadline, so that one
  /// long step does what many short ones do.
  void advance(Instant now);
  /// Never Instant::never(): the retention check is always armed.
  Instant next_deadline() const { return timers_.next_deadline(); }
  const TimerQueue<GroupTimer>& timers() const { return timers_; }

  /// The answers to parked and immediate JoinGroup and SyncGroup requests since the last call,
  /// oldest first.
  std::vector<GroupAnswer> take_answers();
  std::vector<Fact> take_facts();
  /// What Kafka would have written to __consumer_offsets since the last call, oldest first.
  std::vector<GroupRecord> take_records();

 private:
  friend struct DigestOf<Coordinator>;
  struct Group {
    ClassicGroup classic;
    CommittedOffsets offsets;
    PendingOffsets pending;
  };

  GroupTurn turn(Instant now) {
    return {config_, rules_, now, timers_, answers_, facts_, records_};
  }
  Group* find(const std::string& group_id);
  const Group* find(const std::string& group_id) const;
  Group& create(const std::string& group_id, Instant now);
  std::uint64_t first_ordinal(const std::string& group_id);
  void remove(const std::string& group_id, std::string why, Instant now);
  void remove_if_abandoned(const std::string& group_id, Instant now);
  void expire(const GroupTimer& timer, Instant now);
  void check_retention(Instant now);
  CommittedOffset to_store(const OffsetToCommit& offset, const CommitRequest& request, Instant now);
  static bool is_withheld(const Group& group, const OffsetKey& key, OffsetStability stability);
  void record_offset(const std::string& group_id, const OffsetKey& key,
                     const CommittedOffset& stored, Instant now);
  void record_removal(const std::string& group_id, const OffsetKey& key, Instant now);
  void note(FactKind kind, const std::string& group_id, std::string detail, Instant now);

  GroupConfig config_;
  GroupRules rules_;
  Rng chance_;
  std::map<std::string, Group> groups_;
  /// Groups with pending offsets, by the producer whose marker they wait for.
  std::map<std::int64_t, std::set<std::string>> open_transactions_;
  std::uint64_t next_commit_ = 1;
  RetiredIds retired_;
  std::uint64_t unloads_ = 0;
  TimerQueue<GroupTimer> timers_;
  std::vector<GroupAnswer> answers_;
  std::vector<Fact> facts_;
  std::vector<GroupRecord> records_;
};

}  // namespace cohort::broker
