// GroupView: a consumer group as people look at it: members, what they own, how far they have read,
// and what the group waits for.
#pragma once

#include <cohort/broker/group_state.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// Partitions by topic, both in order.
using Partitions = std::map<std::string, std::vector<std::int32_t>>;

struct MemberView {
  std::string member_id;
  std::optional<std::string> instance_id;
  std::string client_id;
  std::string host;  ///< Without a slash: "127.0.0.1".
  Duration session_timeout{};
  Duration rebalance_timeout{};
  /// The last one given, also while a rebalance goes on; empty if it is not a consumer's.
  Partitions assignment;
  bool operator==(const MemberView&) const = default;
};

struct OffsetView {
  std::string topic;
  std::int32_t partition = 0;
  std::int64_t committed = -1;
  std::int64_t end = -1;  ///< -1: there is no such partition any more.
  std::int64_t lag = -1;  ///< -1: not known.
  std::string metadata;
  bool operator==(const OffsetView&) const = default;
};

/// Why a group is not settled: whom it waits for, and until when.
struct WaitView {
  std::string_view phase;            ///< `initial_delay`, `join` or `sync`.
  std::vector<std::string> members;  ///< Ids of those whose JoinGroup, or SyncGroup, is missing.
  std::vector<std::string> pending;  ///< Ids handed out and not used yet (KIP-394).
  std::string timer;                 ///< In words: what ends the wait if nobody comes.
  Instant deadline = Instant::never();
  bool operator==(const WaitView&) const = default;
};

struct GroupView {
  std::string group;
  GroupState state = GroupState::dead;
  std::string protocol_type;
  std::string protocol;  ///< Empty unless Stable.
  std::int32_t generation = 0;
  std::string leader;
  std::vector<MemberView> members;  ///< In the order in which they joined.
  std::vector<OffsetView> offsets;  ///< By topic and partition.
  std::optional<WaitView> waiting_for;
  bool operator==(const GroupView&) const = default;
};

class Broker;

/// nullopt: there is no such group.
std::optional<GroupView> group_view(const Broker& broker, const std::string& group);
/// By name.
std::vector<GroupView> group_views(const Broker& broker);
/// From where the client's Fetch that waits for records of the partition reads them: it has taken
/// all before. nullopt: none waits.
std::optional<std::int64_t> fetch_position(const Broker& broker, const std::string& client_id,
                                           const std::string& topic, std::int32_t partition);

/// Several lines, for people: what a failing test prints.
std::string to_string(const GroupView& group);
/// One line: "join phase: waits for JoinGroup of a-1, b-2 …"
std::string to_string(const WaitView& wait);

}  // namespace cohort::broker
