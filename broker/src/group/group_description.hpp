// GroupDescription: what can be seen of a group from outside, as data.
#pragma once

#include "group/group_timer.hpp"
#include <cohort/broker/group_state.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

struct MemberDescription {
  std::string member_id;
  std::optional<std::string> group_instance_id;
  std::string client_id;
  std::string client_host;
  Duration session_timeout{};
  Duration rebalance_timeout{};
  Buffer metadata;    ///< Of the chosen protocol; empty unless Stable, as Kafka answers.
  Buffer assignment;  ///< The last one given, also while a rebalance goes on.
  bool operator==(const MemberDescription&) const = default;
};

/// Why a group is not settled: whom it waits for, and until when.
struct WaitingFor {
  GroupTimer::Kind timer{};          ///< initial_delay, join_phase or sync_phase.
  std::vector<std::string> members;  ///< Ids of those that have not rejoined, or not synced.
  std::vector<std::string>
      pending;  ///< Ids handed out and not used yet (KIP-394); they hold up a join phase.
  Instant deadline = Instant::never();
  bool operator==(const WaitingFor&) const = default;
};

struct GroupDescription {
  std::string group_id;
  GroupState state = GroupState::dead;
  std::string protocol_type;  ///< Empty for a group that only ever had offsets.
  std::string protocol_name;  ///< Empty unless Stable, as Kafka answers.
  std::int32_t generation = 0;
  std::string leader;
  std::vector<MemberDescription> members;  ///< In the order in which they joined.
  std::optional<WaitingFor> waiting_for;
  bool operator==(const GroupDescription&) const = default;
};

struct GroupListing {
  std::string group_id;
  std::string protocol_type;
  GroupState state = GroupState::dead;
  bool operator==(const GroupListing&) const = default;
};

}  // namespace cohort::broker
