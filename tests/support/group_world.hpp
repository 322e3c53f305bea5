// GroupWorld and GroupMember: a broker in virtual time, and consumers that speak the group protocol
// to it request by request.
#pragma once

#include "support/wire_client.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/sim/simulation.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// One broker on broker:9092 with a topic `orders` of one partition, without an initial rebalance
/// delay. Stays where it is.
class GroupWorld {
 public:
  GroupWorld();
  GroupWorld(const GroupWorld&) = delete;
  GroupWorld& operator=(const GroupWorld&) = delete;

  sim::Simulation& simulation() { return simulation_; }
  void settle() { simulation_.settle(); }
  void advance(Duration by) { simulation_.advance(by); }

  /// Adds one record to `orders` and gives its offset.
  std::int64_t produce(const std::string& value);
  /// Where `orders` ends, as a consumer that starts at `latest` is told.
  std::int64_t latest_offset();
  /// Of the group `g` for `orders`; -1: nothing was committed.
  std::int64_t committed_offset();
  /// Of the group `g`, as DescribeGroups says.
  std::string group_state();

 private:
  sim::Simulation simulation_;
  WireClient client_;
};

struct MemberTimeouts {
  std::int32_t session_ms = 10'000;
  std::int32_t rebalance_ms = 60'000;
};

/// A dynamic member of the group `g`. Its metadata is its name. REQUIRES: the world outlives it.
class GroupMember {
 public:
  GroupMember(GroupWorld& world, const std::string& name, MemberTimeouts timeouts = {})
      : world_(&world), timeouts_(timeouts), name_(name), client_(world.simulation(), name) {}

  /// Asks for a member id and gets it (KIP-394).
  std::string ask_for_id();
  /// Joins with the id it has, or gets one first. The answer is for take_joined().
  void join();
  /// The answer to join(); nothing while the group waits. Takes over its generation.
  std::optional<JoinGroupResponse> take_joined();
  /// Sends SyncGroup; a leader gives each of `members` its own id as assignment.
  void sync(const std::vector<JoinGroupResponseMember>& members);
  /// What sync() brought: the assignment as text. Nothing while the leader is waited for.
  std::optional<std::string> take_assignment();
  /// join() and sync() of a group's only member.
  void join_alone();

  ErrorCode heartbeat();
  /// For the generation that it is in, or for another one.
  ErrorCode commit(std::int64_t offset, std::optional<std::int32_t> generation_id = std::nullopt);
  ErrorCode leave(const std::string& member_id);

  const std::string& id() const { return id_; }

 private:
  JoinGroupRequest join_request() const;

  GroupWorld* world_;
  MemberTimeouts timeouts_;
  std::string name_;
  WireClient client_;
  std::string id_;
  std::int32_t generation_id_ = -1;
};

}  // namespace cohort::testing
