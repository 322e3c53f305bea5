// Fact: one change of state and why it came about, as the Journal keeps it.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

enum class FactKind : std::uint8_t {
  member_id_given,  ///< A pending id was handed out with MEMBER_ID_REQUIRED (KIP-394).
  member_joined,
  member_rejoined,
  member_left,
  member_expired,
  member_fenced,  ///< A static member was replaced by a new one of its instance id (KIP-345).
  pending_member_expired,
  rebalance_started,
  initial_delay_extended,  ///< A new member came during the initial delay, which so got one more
                           ///< window.
  generation_formed,       ///< The join phase ended; the group waits for its leader's assignment.
  assignment_received,     ///< The leader's SyncGroup arrived: Stable.
  assignment_kept,         ///< A static member that restarted has its former self's (KIP-345).
  group_emptied,
  group_deleted,
  group_unloaded,  ///< Its coordinator went: who waited is told NOT_COORDINATOR.
  group_loaded,    ///< A coordinator has read it from its topic, as it was written last.
  offsets_committed,
  offset_expired,
  offsets_deleted,  ///< By OffsetDelete, or with their topic.
  offsets_pending,  ///< Committed by a transaction that is still open (KIP-447).
  topic_created,
  topic_deleted,
  partitions_added,
  leader_changed,   ///< Or the same one leads in a new epoch, or nobody leads.
  records_deleted,  ///< By retention, by DeleteRecords, or by hand.
  broker_stopped,
  broker_started,
  config_changed,
  quota_changed,
  producer_initialized,     ///< A transactional id got a producer id and epoch.
  producer_fenced,          ///< Its producer may not go on: a successor came, or it was too slow.
  fenced_producer_refused,  ///< It asked for something all the same.
  transaction_begun,
  transaction_partitions_added,
  transaction_prepared,   ///< Decided: the markers are to be written.
  transaction_waiting,    ///< Some can't be yet; the detail says which, and why.
  transaction_completed,  ///< The markers are written.
  transaction_timed_out,
  transactional_id_expired,
  coordinator_loaded,   ///< From a partition of its topic, which has a new leader.
  coordinator_failed,   ///< It could not be.
  connection_held,      ///< Taken up only when another one goes.
  connection_refused,   ///< Bytes that are not Kafka's protocol; the detail says which.
  client_disconnected,  ///< By control.
  request_failed,
  rule_applied,      ///< A fault rule acted on a request.
  request_released,  ///< One that a rule had kept goes on.
  broker_reset,      ///< All was forgotten; what follows begins anew.
  message_received,  ///< A request, in full; only with Config::tells_messages.
  message_sent,      ///< An answer; the same.
};

/// `member_joined` and so on.
std::string_view name(FactKind kind);

/// What a change came of.
struct Cause {
  enum class Kind : std::uint8_t {
    start,    ///< Nothing that happened to the broker: it began so.
    request,  ///< A client's request.
    timer,    ///< Time that passed.
    link,     ///< A connection that opened or closed.
    control,  ///< The program that embeds the broker, or its HTTP interface.
  };

  Kind kind = Kind::start;
  std::string_view name;      ///< Of the API, the timer or the operation; of static storage.
  std::string client_reason;  ///< The client's own words in JoinGroup or LeaveGroup (KIP-800).
  bool operator==(const Cause&) const = default;
};

/// `request` and so on.
std::string_view name(Cause::Kind kind);

/// What a member of a generation was given by the leader.
struct Share {
  std::string member_id;
  std::string client_id;
  Buffer assignment;  ///< As the leader sent it; a consumer's is a ConsumerProtocolAssignment.
  bool operator==(const Share&) const = default;
};

inline bool is_message(FactKind kind) {
  return kind == FactKind::message_received || kind == FactKind::message_sent;
}

/// Fields that do not concern the kind are empty or -1. Texts end after 1,000 bytes, a message's
/// after 16,384.
struct Fact {
  Instant at;
  FactKind kind{};
  std::string group;
  std::int32_t generation = -1;
  std::string member_id;
  std::string client_id;  ///< The member's; else that of the request that was the cause.
  std::string transactional_id;
  std::string topic;
  std::int32_t partition = -1;
  Cause cause{};
  std::vector<Share> shares{};  ///< Of `assignment_received` and `group_loaded`: every member's, in
                                ///< order of seniority; of `assignment_kept` the one member's.
  std::string detail;           ///< What happened and why, in words.
  bool operator==(const Fact&) const = default;
};

/// One line: seconds since the epoch, the kind, whom it concerns, and the cause.
std::string to_string(const Fact& fact);

}  // namespace cohort::broker
