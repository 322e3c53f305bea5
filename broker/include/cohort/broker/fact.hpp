// Fact: one change of state and why it came about, as the Journal keeps it.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstdint>
#include <string>
#include <string_view>

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
  group_emptied,
  group_deleted,
  offsets_committed,
  offset_expired,
  offsets_deleted,  ///< By OffsetDelete, or with their topic.
  offsets_pending,  ///< Committed by a transaction that is still open (KIP-447).
  topic_created,
  topic_deleted,
  config_changed,
  quota_changed,
  producer_initialized,  ///< A transactional id got a producer id and epoch.
  producer_fenced,       ///< Its producer may not go on: a successor came, or it was too slow.
  transaction_begun,
  transaction_partitions_added,
  transaction_prepared,   ///< Decided: the markers are to be written.
  transaction_completed,  ///< The markers are written.
  transaction_timed_out,
  transactional_id_expired,
  coordinator_loaded,  ///< From a partition of its topic, which has a new leader.
  coordinator_failed,  ///< It could not be.
  connection_held,     ///< Taken up only when another one goes.
  connection_refused,  ///< Bytes that are not Kafka's protocol; the detail says which.
  request_failed,
};

/// `member_joined` and so on.
std::string_view name(FactKind kind);

struct Fact {
  Instant at;
  FactKind kind{};
  std::string group;  ///< Empty where no group is concerned.
  std::int32_t generation = -1;
  std::string member_id;
  std::string client_id;
  std::string transactional_id;
  std::string
      detail;  ///< The cause in words: the request or the timer, and the client's own reason.
  bool operator==(const Fact&) const = default;
};

/// One line: seconds since the epoch, the kind, whom it concerns, and the cause.
std::string to_string(const Fact& fact);

}  // namespace cohort::broker
