// leader_move: a partition gets another leader because somebody wants it so.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::broker {

struct BrokerState;

struct PartitionName {
  std::string topic;
  std::int32_t partition = 0;
};

/// In a new leader epoch. Without `to` the next replica in sync behind the one that leads; if there
/// is no other, the same one. Throws std::invalid_argument when `to` is not in sync or does not
/// run. REQUIRES: there is such a partition.
void move_leader_by_hand(BrokerState& state, const PartitionName& partition,
                         std::optional<std::int32_t> to, Instant now);

}  // namespace cohort::broker
