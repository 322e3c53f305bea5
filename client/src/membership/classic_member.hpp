// ClassicMember: one consumer's membership in a classic group, from the first JoinGroup to
// LeaveGroup, as a value.
#pragma once

#include "membership/farewell.hpp"
#include "membership/group_leader.hpp"
#include "membership/heartbeats.hpp"
#include "membership/member_options.hpp"
#include "membership/member_state.hpp"
#include "membership/membership.hpp"
#include "membership/rebalance_calls.hpp"
#include "membership/surroundings.hpp"
#include "session/alarms.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort {
struct JoinGroupResponse;
struct SyncGroupResponse;
}  // namespace cohort

namespace cohort::client {

/// A request of a member that is under way.
struct MemberRequest {
  ApiKey api{};
  Destination to;
  Membership sent_as;         ///< An answer to who it was before may not count any more.
  bool is_abandoned = false;  ///< Nobody waits for it.
};

/// Level-triggered: drive() looks at the state and sends what can be sent; whatever else happens
/// only changes the state.
///
///                 subscribe, poll             the user's calls are done
///      outside ------------------> preparing ---------------------------> joining
///         ^                         ^  ^                                  |  ^  |
///         |        wants to rejoin: |  | out of the generation:           |  |  | JoinGroup's
///         answer: | LeaveGroup     (revoked)|  | UNKNOWN_MEMBER_ID,               |  |  | leads
///         the generation |                         |  | ILLEGAL_GENERATION, not polled   |  |  v
///      leaving <--- any ---------- stable      (lost)                     |  | assigning
///           unsubscribe,            ^                                     |  |  |
///           close (revoked)         |                                follows |  | has assigned
///                                   |      SyncGroup's answer             v  |  v
///                                   +------------------------------------ syncing
///                                     (revoked, assigned)       REBALANCE_IN_PROGRESS, lost answer
///
/// What the user is told on the way stands in parentheses: call() has it, and the member waits with
/// JoinGroup and LeaveGroup until it is finished, but not with heartbeats. FENCED_INSTANCE_ID leads
/// from everywhere to `fenced`, from where nothing leads but leave().
///
/// A rebalance begins only while the user polls, as in Java: between two polls what was read can
/// still be committed in the old generation. What has begun goes on by itself.
///
/// Source: AbstractCoordinator, ConsumerCoordinator, Heartbeat of Kafka 3.9; KIP-62, KIP-345,
/// KIP-394, KIP-429, KIP-800, KIP-814.
class ClassicMember {
 public:
  /// Throws ConfigError if the assignors have no protocol in common.
  explicit ClassicMember(MemberOptions options);

  // The user

  /// To just these topics from now on. It joins at the next poll.
  void subscribe(std::set<std::string> topics);
  /// Its partitions are revoked, or lost if the group rebalances just now, then it leaves, and
  /// tells the broker unless it is a static member.
  void leave(const Departure& departure, Instant now);
  /// The user polls. To be called before each drive() for as long as the user is in poll().
  void polled(Instant now);
  /// At the next poll (enforceRebalance).
  void request_rejoin(const std::string& reason) { rejoin_reason_ = reason; }
  /// The user is told of call() now.
  void call_begun() { calls_.begin(); }
  /// The user was told of call(), and has done what it does.
  void call_finished(Instant now);
  /// A commit, sent in this membership, was answered with this error: it may be news for the
  /// member.
  void commit_refused(ErrorCode code, const Membership& sent_as);
  /// Why poll() has to fail; each is taken once, but that of a fenced member. The member goes on
  /// when it was taken, at the earliest after a pause.
  std::optional<Failure> take_failure();

  // The network

  /// REQUIRES: in the same turn the metadata is told of wanted_topics(), before or after, and the
  /// coordinator is looked for, before.
  /// Commits are driven before, so that those of a revocation go ahead of JoinGroup.
  void drive(const Surroundings& around, Instant now, Alarms& alarms);
  bool owns(RequestId id) const { return in_flight_.contains(id); }
  void answered(const Answered& answer, const Surroundings& around, Instant now);
  void lost(const Lost& lost, const Surroundings& around, Instant now);

  // Queries

  MemberState state() const { return state_; }
  bool is_stable() const { return state_ == MemberState::stable; }
  /// At the next poll: so it may have left an assignment that does not fit its subscription.
  bool wants_to_rejoin() const { return rejoin_reason_.has_value(); }
  /// It has told everybody: its user, and the broker if it had to.
  bool has_left() const { return state_ == MemberState::outside && !farewell_; }
  bool is_subscribed() const { return topics_.has_value(); }
  /// REQUIRES: is_subscribed().
  const std::set<std::string>& topics() const { return *topics_; }
  /// What the user has to be told next. Until call_begun() it may change; nothing: all was told.
  const std::optional<RebalanceCall>& call() const { return calls_.call(); }
  /// What the user was told to own, and was not told to have lost, or has finished giving up.
  const PartitionSet& owned() const { return calls_.owned(); }
  const Membership& membership() const { return membership_; }
  Committer committer() const;
  RebalanceProtocol protocol() const { return protocol_; }
  /// The assignor that the group agreed on; empty before.
  const std::string& assignor_name() const { return assignor_name_; }
  /// Its own, and as a leader those of the whole group.
  std::set<std::string> wanted_topics() const;
  bool is_leader() const { return leader_.has_value(); }
  /// When the user has to have polled again; never while it is not in the group.
  Instant poll_deadline() const;
  /// What it is waiting for: "the answer to JoinGroup of group orders from broker 1 at broker:9092
  /// (rebalance under way for 2.1 s)"; empty when it is stable, or outside.
  std::string describe(const CoordinatorView& around, Instant now) const;

 private:
  friend struct DigestOf<ClassicMember>;
  enum class KeepsId : bool { no, yes };

  // classic_member.cpp: which state follows
  bool is_in_generation() const { return membership_.generation_id >= 0; }
  bool is_attended(Instant now) const;
  /// What it owns, or is about to own, may be lost by a member that is not heard of.
  bool has_partitions_for_now() const;
  void check_poll_interval(Instant now);
  void move_on(const Surroundings& around, Instant now);
  std::optional<std::string> reason_to_rejoin(const MetadataCache& metadata) const;
  void prepare_to_join(Instant now);
  void run_assignor(const Surroundings& around, Instant now);
  void give_up_leading(const Failure& failure, const Surroundings& around, Instant now);
  void finish_leaving(Instant now);
  void forget_membership();
  /// Out of its generation: what it owned is lost.
  void reset(const std::string& reason, KeepsId keeps_id);
  /// JoinGroup again, with what it owns.
  void rejoin(const std::string& reason);
  void fence(const std::string& told_by);
  /// The user is told, and then it is tried again.
  void fail(const Failure& failure, Rng& rng, Instant now);
  void back_off(Rng& rng, Instant now);
  /// At once after a first failure: the broker has told what to do.
  void retry_soon(Rng& rng, Instant now);

  // member_sending.cpp
  void watch_coordinator(const Surroundings& around, Instant now);
  void check_session(const Surroundings& around, Instant now);
  bool is_under_way(ApiKey api) const;
  void abandon_requests();
  bool may_heartbeat() const;
  bool may_join(Instant now) const;
  void send_what_is_due(const Surroundings& around, Instant now);
  void note(RequestId id, ApiKey api, const Destination& to);
  void send_join(const Surroundings& around, const Destination& to, Instant now);
  void send_sync(const Surroundings& around, const Destination& to, Instant now);
  void send_heartbeat(const Surroundings& around, const Destination& to, Instant now);
  Lane farewell_lane() const;
  void say_farewell(const Departure& departure, Instant now);
  void send_farewell(const Surroundings& around, const Destination& to, Instant now);
  void list_alarms(Instant now, Alarms& alarms) const;

  // member_answers.cpp
  void take_join(const JoinGroupResponse& response, const Surroundings& around, Instant now);
  /// An answer to JoinGroup or SyncGroup.
  void take_unreadable(ApiKey api, const DecodeError& error, const Surroundings& around,
                       Instant now);
  void take_join_error(const JoinGroupResponse& response, const Surroundings& around, Instant now);
  void take_sync(const SyncGroupResponse& response, const Surroundings& around, Instant now);
  void take_sync_error(ErrorCode code, const Surroundings& around, Instant now);
  void take_assignment(ReceivedAssignment assignment);
  void take_heartbeat(ErrorCode code, const Membership& sent_as, const Surroundings& around,
                      Instant now);
  static KeepsId keeps_id_after(ErrorCode code);
  void take_expulsion(ErrorCode code, ApiKey api, const Membership& sent_as);
  void take_farewell_answer(RequestId id, ErrorCode code, const Surroundings& around, Instant now);
  void retry_farewell(RequestId id, Rng& rng, Instant now);
  void take_abandoned(const Answered& answer, Instant now);
  Failure refused(ErrorCode code, ApiKey api) const;

  // member_description.cpp
  std::string describe_wait(const CoordinatorView& around, Instant now) const;
  std::string describe_request(ApiKey api, const CoordinatorView& around, Instant now) const;

  MemberOptions options_;
  RebalanceProtocol protocol_;
  MemberState state_ = MemberState::outside;
  Membership membership_;
  std::string assignor_name_;

  std::optional<std::set<std::string>> topics_;  ///< Nothing: not subscribed.
  std::set<std::string> joined_topics_;          ///< What the group was told of topics_.
  std::optional<std::string> rejoin_reason_;
  std::optional<Departure> departure_;
  bool leaves_surely_ = false;  ///< It was in a generation, and not between two, when it left.
  std::optional<Instant> last_polled_;  ///< Nothing: not since it was subscribed.
  bool is_polling_ = false;
  RebalanceCalls calls_;
  ReceivedAssignment last_assignment_;

  std::optional<GroupLeader> leader_;
  std::vector<SyncGroupRequestAssignment> assignments_;  ///< The leader's, until they are sent.
  std::map<RequestId, MemberRequest> in_flight_;
  std::optional<Destination> coordinator_;  ///< As it was seen last.
  Heartbeats heartbeats_;
  std::optional<Farewell> farewell_;

  std::optional<Instant> rebalance_since_;
  std::uint32_t failures_ = 0;  ///< Attempts to join in a row.
  Instant not_before_{};        ///< No JoinGroup before.
  std::optional<Failure> failure_;
};

}  // namespace cohort::client
