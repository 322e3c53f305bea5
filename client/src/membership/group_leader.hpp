// GroupLeader: what a member does that was chosen to lead its generation: it assigns.
#pragma once

#include "session/metadata_cache.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

/// Topic to number of partitions; a topic that does not exist is missing.
using PartitionCounts = std::map<std::string, std::int32_t>;

class GroupLeader {
 public:
  /// A failure if the answer names no assignor of ours, or a member whose metadata is none.
  static Outcome<GroupLeader> from(const JoinGroupResponse& response, const Assignors& assignors);

  /// All that some member of the group has subscribed to.
  const std::set<std::string>& topics() const { return topics_; }

  /// Whether all that is needed to assign is known; until then topics() have to be asked for.
  bool can_assign(const MetadataCache& metadata) const;

  /// Each member's part, for SyncGroup; none at all if the group is to keep what it has (KIP-814).
  /// What was seen of the topics is remembered. REQUIRES: can_assign(metadata).
  Outcome<std::vector<SyncGroupRequestAssignment>> assign(const MetadataCache& metadata);

  /// Whether the assignment would be another one today: a topic has come, gone, or grown. Only the
  /// leader watches (ConsumerCoordinator.rejoinNeededOrPending).
  bool is_outdated(const MetadataCache& metadata) const;

 private:
  friend struct DigestOf<GroupLeader>;
  GroupLeader() = default;

  AssignorPointer assignor_;
  bool skips_assignment_ = false;
  std::vector<GroupMember> members_;
  std::set<std::string> topics_;
  std::optional<PartitionCounts> seen_;  ///< Nothing before assign().
};

}  // namespace cohort::client
