#include "topic.hpp"

namespace cohort::broker {

ErrorCode Partition::check_leader_epoch(std::int32_t current_leader_epoch) const {
  if (current_leader_epoch == -1 || current_leader_epoch == leader_epoch) return ErrorCode::none;
  return current_leader_epoch < leader_epoch ? ErrorCode::fenced_leader_epoch
                                             : ErrorCode::unknown_leader_epoch;
}

const Partition* Topic::partition(std::int32_t index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= partitions.size()) return nullptr;
  return &partitions[static_cast<std::size_t>(index)];
}

}  // namespace cohort::broker
