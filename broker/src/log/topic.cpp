#include "topic.hpp"

#include <algorithm>

namespace cohort::broker {

ErrorCode Partition::check_served_by(const AskedReplica& asked) const {
  if (std::ranges::find(replicas, asked.node_id) == replicas.end()) {
    return ErrorCode::not_leader_or_follower;
  }
  const std::int32_t epoch = asked.current_leader_epoch;
  if (epoch != -1 && epoch != leader_epoch) {
    return epoch < leader_epoch ? ErrorCode::fenced_leader_epoch : ErrorCode::unknown_leader_epoch;
  }
  return asked.must_lead && leader != asked.node_id ? ErrorCode::not_leader_or_follower
                                                    : ErrorCode::none;
}

const Partition* Topic::partition(std::int32_t index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= partitions.size()) return nullptr;
  return &partitions[static_cast<std::size_t>(index)];
}

}  // namespace cohort::broker
