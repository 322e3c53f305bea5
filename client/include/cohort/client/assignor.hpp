// Assignor: how the leader of a group divides partitions among its members, as a pure function.
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// What becomes of the partitions that a member owns while its group rebalances (KIP-429).
enum class RebalanceProtocol : std::uint8_t {
  eager,        ///< All are given up before the member joins again.
  cooperative,  ///< All are kept, but those that are asked back.
};

/// "eager", "cooperative".
std::string_view name(RebalanceProtocol protocol);

/// One member of a group, as its leader sees it.
struct GroupMember {
  std::string member_id;
  std::optional<std::string> instance_id{};  ///< Of a static member (KIP-345).
  std::set<std::string> topics{};            ///< What it subscribed to.
  Buffer user_data{};                        ///< What its assignor announced; null reads as empty.
  PartitionSet owned{};                      ///< What it says to own; nothing under `eager`.
  std::int32_t generation = -1;              ///< In which it came to own them; -1: not told.
  std::optional<std::string> rack{};
  bool operator==(const GroupMember&) const = default;
};

/// Member id to partitions. A member without any may be missing.
using Assignment = std::map<std::string, PartitionSet>;

/// What an assignor divides, and among whom.
struct AssignmentProblem {
  /// In any order: an assignor's answer does not depend on it. No two of one id.
  std::vector<GroupMember> members;
  /// Topic to number of partitions. A subscribed topic that does not exist is missing; one that
  /// nobody subscribed to may be here, and is nobody's.
  std::map<std::string, std::int32_t> partition_counts;
  bool operator==(const AssignmentProblem&) const = default;
};

/// What a member was given last. Java's assignors remember it in fields (onAssignment); here the
/// member keeps it and shows it, so that an assignor has no state.
struct ReceivedAssignment {
  PartitionSet partitions{};
  std::int32_t generation = -1;  ///< -1: nothing was received yet, or all is forgotten.
  Buffer user_data{};            ///< What the leader's assignor told this member beside.
  bool operator==(const ReceivedAssignment&) const = default;
};

/// One way to assign. Configuration: made once, shared, never changed; all of it pure functions.
class Assignor {
 public:
  virtual ~Assignor() = default;
  Assignor(const Assignor&) = delete;
  Assignor& operator=(const Assignor&) = delete;

  /// As in JoinGroup's protocols, for example "range".
  virtual std::string name() const = 0;

  /// At least one. With several assignors a member follows the best that all of them support.
  virtual std::set<RebalanceProtocol> protocols() const { return {RebalanceProtocol::eager}; }

  /// What a member announces to its leader whenever it joins; empty for nothing.
  virtual Buffer user_data(const std::set<std::string>& topics,
                           const ReceivedAssignment& last) const;

  /// Called on the leader, with all members. What it gives is looked at by `check_assignment`.
  virtual Assignment assign(const AssignmentProblem& problem) const = 0;

  /// What each member is told beside its partitions; who is missing is told nothing.
  virtual std::map<std::string, Buffer> told_to_members(const AssignmentProblem& problem,
                                                        const Assignment& assignment) const;

 protected:
  Assignor() = default;
};

using AssignorPointer = std::shared_ptr<const Assignor>;
using Assignors = std::vector<AssignorPointer>;  ///< In order of preference.

/// Each topic's partitions in one run for each member, the first members' longer by one. Topics of
/// as many partitions and the same members are co-partitioned. Members in order of instance id,
/// then those without in order of member id. Racks are not looked at (Kafka 3.9's RangeAssignor
/// does where some partitions are not in all racks; KIP-881).
AssignorPointer range_assignor();

/// All partitions of all topics dealt out one by one; members in the order of `range`.
AssignorPointer roundrobin_assignor();

/// As balanced as subscriptions allow, and of what is balanced the nearest to what was before.
/// Eager: what was before travels as user data, in the format of Java's StickyAssignor (KIP-54,
/// KIP-341).
AssignorPointer sticky_assignor();

/// The same, where members go on with what they own and a partition that moves is nobody's for one
/// rebalance: its old member gives it up, then its new one gets it (KIP-429).
AssignorPointer cooperative_sticky_assignor();

/// A built-in one by its protocol name or by its Java class's name
/// (`org.apache.kafka.clients.consumer.RangeAssignor`); null if there is none.
AssignorPointer built_in_assignor(std::string_view name);

/// The value of `partition.assignment.strategy`: names with commas between. Throws ConfigError.
Assignors assignors_named(std::string_view names);

/// The best protocol that all support. Throws ConfigError if there are none of them or they have
/// none in common (ConsumerCoordinator's constructor).
RebalanceProtocol common_protocol(const Assignors& assignors);

/// Gives partitions to members: a stable function of members in order of id and of all partitions
/// that somebody subscribed to, in order. Members that are missing in its answer get nothing.
using Allocate = std::function<Assignment(const std::vector<GroupMember>& members,
                                          const std::vector<TopicPartition>& partitions)>;
/// See Assignor::user_data.
using Announce =
    std::function<Buffer(const std::set<std::string>& topics, const ReceivedAssignment& last)>;

/// An assignor of your own. What `allocate` and `announce` throw ends the rebalance.
struct CustomAssignor {
  std::string name;  ///< All members of a group need one in common.
  Allocate allocate;
  Announce announce{};  ///< None: nothing is announced.
  std::set<RebalanceProtocol> protocols{RebalanceProtocol::eager};
};

/// Throws ConfigError without a name, an allocate function or a protocol.
AssignorPointer custom_assignor(CustomAssignor parts);

/// Deals partitions out one by one, to each member in turn as many times as its user data says: a
/// decimal number, the capacity it announced, for example its CPUs. No or another user data counts
/// as 1, numbers below 1 as 1, above 1000 as 1000. Who has not subscribed to a topic is passed
/// over.
Assignment allocate_by_capacity(const std::vector<GroupMember>& members,
                                const std::vector<TopicPartition>& partitions);

/// `allocate_by_capacity` as an assignor for a member of this capacity.
AssignorPointer capacity_assignor(std::int32_t capacity, std::string name = "capacity");

}  // namespace cohort::client
