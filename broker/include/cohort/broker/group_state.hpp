// GroupState: where a classic group stands between two assignments.
#pragma once

#include <cstdint>
#include <string_view>

namespace cohort::broker {

/// The states of Kafka's classic group (ClassicGroupState). classic_group.hpp draws the
/// transitions.
enum class GroupState : std::uint8_t {
  empty,                 ///< No members; the offsets stay.
  preparing_rebalance,   ///< The join phase: members are asked to (re)join.
  completing_rebalance,  ///< The sync phase: the leader works out the assignment.
  stable,                ///< Every member has been given its assignment, or can ask for it.
  dead,  ///< What an absent group is called. Groups here vanish as they die, so none is in it.
};

/// Kafka's name: `PreparingRebalance` and so on.
std::string_view name(GroupState state);

/// True if a group may go from the one to the other (ClassicGroupState.validPreviousStates).
bool may_become(GroupState from, GroupState to);

}  // namespace cohort::broker
