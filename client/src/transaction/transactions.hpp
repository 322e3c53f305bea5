// Transactions: the transactions of one producer as a state machine: its owner's commands go in,
// requests to the coordinators go out.
#pragma once

#include "producer/sequence.hpp"
#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include "session/coordinator_finder.hpp"
#include "session/session.hpp"
#include "transaction/transaction_phase.hpp"
#include "transaction/transaction_requests.hpp"
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::client {

struct TransactionOptions {
  std::string transactional_id;
  Duration timeout{};  ///< `transaction.timeout.ms`: the coordinator aborts what is open so long.
  Backoff retry;
  Duration request_timeout{};
};

/// What the transactions share with their producer, for one call.
struct TransactionSurroundings {
  Session& session;
  Rng& rng;
  bool has_unfinished = false;  ///< Records of the transaction that nobody has answered for yet.
};

/// A command that takes time.
enum class TransactionCall : std::uint8_t { init, commit, abort };

/// "init_transactions" and so on, as callers know it.
std::string_view name(TransactionCall call);

/// Names the offsets of one call.
enum class SentOffsetsId : std::uint64_t {};

/// Level-triggered as the Session. One request at a time is under way, as TransactionManager has
/// it. A call whose end nobody waited for is to be made again until it has ended, before any other
/// command (KIP-98; TransactionManager.handleCachedTransactionRequestResult).
class Transactions {
 public:
  explicit Transactions(TransactionOptions options);

  // Commands. Each throws std::logic_error where the state does not allow it, and what has failed
  // before where that stands in its way.

  void start(TransactionCall call);
  void begin();
  /// The offsets become part of the open transaction.
  SentOffsetsId send_offsets(OffsetsToCommit offsets, GroupMembership membership);

  bool is_done(TransactionCall call) const;
  /// REQUIRES: is_done(call).
  Outcome<void> take(TransactionCall call);
  bool is_done(SentOffsetsId id) const;
  /// REQUIRES: is_done(id).
  Outcome<void> take(SentOffsetsId id);
  /// Nobody waits for them any more; they stay part of the transaction.
  void forget(SentOffsetsId id);

  // For the producer.

  TransactionPhase phase() const { return phase_; }
  /// Why no record can be taken now; nothing in an open transaction.
  std::optional<Failure> why_closed() const;
  /// Why the transaction can't be committed, or the producer can't go on.
  const std::optional<Failure>& failure() const { return failure_; }
  /// Not known before init has ended.
  const ProducerIdAndEpoch& producer() const { return producer_; }
  /// Records of the partition may be sent: it is part of the transaction.
  bool is_added(const TopicPartition& partition) const { return added_.contains(partition); }
  /// The partition is to become part of the open transaction.
  void want(const TopicPartition& partition);
  /// What is left of the transaction is of no use: records that were not sent need not be.
  bool drops_records() const {
    return phase_ == TransactionPhase::aborting || phase_ == TransactionPhase::abortable;
  }
  /// A record of the transaction is lost: it can't be committed any more, and goes on under a new
  /// epoch, which a record that never had a number does not need. Nothing if no transaction is
  /// open.
  void lose_record(const Failure& why, bool was_numbered);
  /// The producer can't go on.
  void give_up(const Failure& why);

  void drive(const TransactionSurroundings& around, Instant now, Alarms& alarms);
  bool owns(RequestId id) const;
  void answered(const Answered& answer, const TransactionSurroundings& around, Instant now);
  void lost(const Lost& lost, const TransactionSurroundings& around, Instant now);

  /// "the answer to EndTxn from broker 1"; empty if it waits for nothing of its own.
  std::string describe(const Session& session) const;

 private:
  /// The next thing to ask, in this order.
  enum class Step : std::uint8_t { init, add_partitions, add_group, commit_offsets, end };

  /// A call, and how it ended, until somebody takes it.
  struct OngoingCall {
    TransactionCall call{};
    std::optional<Outcome<void>> result{};
  };
  struct SentOffsets {
    SentOffsetsId id{};
    OffsetsToCommit offsets;  ///< Those that the group's coordinator has not taken yet.
    GroupMembership membership;
    bool is_group_added = false;
    bool is_forgotten = false;
    std::optional<Outcome<void>> result{};
  };

  void check_phase_for(TransactionCall call) const;
  void throw_failure() const;

  std::optional<Step> next_step(bool has_unfinished) const;
  SentOffsets* offsets_to_send();
  /// Where the step's request goes; nothing while that is not known.
  std::optional<Destination> place_of(Step step, const TransactionSurroundings& around, Instant now,
                                      Alarms& alarms);
  CoordinatorFinder& finder_of(Step step);
  /// Of the request that is under way, or was just now.
  CoordinatorFinder& finder_asked(Step step);
  /// Of the step's finder alone: another group's failure is no concern of this step. True if it
  /// failed.
  bool take_finder_failure(Step step);
  void send(Step step, const Destination& to, const TransactionSurroundings& around, Instant now);
  static ApiKey api_of(Step step);
  std::optional<int> version_for(Step step, const Destination& to, const Session& session) const;
  void send_init(const Destination& to, int version, Session& session, Instant now);
  void lack_version(Step step, const std::string& where);

  /// What the answer does not tell of, though nothing in it is wrong, has to be asked again.
  bool is_complete(Step step, const TransactionVerdict& verdict) const;
  /// Partitions that were taken, whatever became of the others.
  void take_accepted(Step step, const TransactionVerdict& verdict);
  void take_success(Step step, const TransactionVerdict& verdict);
  void take_error(Step step, const TransactionVerdict& verdict);
  void try_again(const std::string& trouble, Rng& rng, Instant now);
  Failure failure_of(Step step, const TransactionVerdict& verdict, FailureKind kind) const;
  void make_abortable(const Failure& why, bool needs_new_epoch);
  /// The transaction has ended at the coordinator, or never began there.
  void end_transaction();
  /// Back to ready.
  void complete();
  void end_call(Outcome<void> result);
  void end_offsets(const Failure& why);

  TransactionOptions options_;
  TransactionPhase phase_ = TransactionPhase::uninitialized;
  std::optional<Failure> failure_;
  std::optional<OngoingCall> call_;

  ProducerIdAndEpoch producer_;
  bool can_renew_ = false;        ///< The coordinator gives new epochs (KIP-360, Kafka 2.5).
  bool needs_new_epoch_ = false;  ///< Behind the abort.

  PartitionSet wanted_;
  PartitionSet added_;
  bool may_have_begun_ = false;    ///< At the coordinator, by a request that was sent.
  bool has_begun_ = false;         ///< It said so.
  bool is_unknown_there_ = false;  ///< The coordinator has forgotten the id: there is no EndTxn.
  std::deque<SentOffsets> offsets_;
  std::uint64_t last_offsets_ = 0;

  CoordinatorFinder coordinator_;
  std::optional<CoordinatorFinder> group_coordinator_;  ///< Of the group `group_`.
  std::string group_;

  struct UnderWay {
    RequestId id{};
    Step step{};
    Destination to;
    PartitionSet partitions{};  ///< Of AddPartitionsToTxn.
  };
  std::optional<UnderWay> under_way_;
  std::uint32_t failures_ = 0;  ///< Of the step, in a row.
  Instant not_before_;
  std::string last_trouble_;
};

}  // namespace cohort::client
