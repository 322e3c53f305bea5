#include "topic.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace cohort::broker {

ErrorCode Partition::check_served_by(const AskedReplica& asked) const {
  if (std::ranges::find(replicas, asked.node_id) == replicas.end()) {
    return ErrorCode::not_leader_or_follower;
  }
  const std::int32_t epoch = asked.current_leader_epoch;
  if (epoch != -1 && epoch != leader_epoch) {
    return epoch < leader_epoch ? ErrorCode::fenced_leader_epoch : ErrorCode::unknown_leader_epoch;
  }
  if (leader == asked.node_id) return ErrorCode::none;
  // The log is the one of those in sync: a replica that missed some of it has nothing to show.
  const bool may_follow = !asked.must_lead && std::ranges::find(isr, asked.node_id) != isr.end();
  return may_follow ? ErrorCode::none : ErrorCode::not_leader_or_follower;
}

bool Partition::has_enough_in_sync(std::int32_t min_insync_replicas) const {
  return std::ssize(isr) >= std::min<std::ptrdiff_t>(min_insync_replicas, std::ssize(replicas));
}

const Partition* Topic::partition(std::int32_t index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= partitions.size()) return nullptr;
  return &partitions[static_cast<std::size_t>(index)];
}

}  // namespace cohort::broker
