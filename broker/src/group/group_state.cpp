#include <cohort/broker/group_state.hpp>
#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

std::string_view name(GroupState state) {
  switch (state) {
    case GroupState::empty:
      return "Empty";
    case GroupState::preparing_rebalance:
      return "PreparingRebalance";
    case GroupState::completing_rebalance:
      return "CompletingRebalance";
    case GroupState::stable:
      return "Stable";
    case GroupState::dead:
      return "Dead";
  }
  COHORT_ASSERT(false);
}

bool may_become(GroupState from, GroupState to) {
  switch (to) {
    case GroupState::empty:
      return from == GroupState::preparing_rebalance;
    case GroupState::preparing_rebalance:
      return from == GroupState::empty || from == GroupState::completing_rebalance ||
             from == GroupState::stable;
    case GroupState::completing_rebalance:
      return from == GroupState::preparing_rebalance;
    case GroupState::stable:
      return from == GroupState::completing_rebalance;
    case GroupState::dead:
      return true;
  }
  COHORT_ASSERT(false);
}

}  // namespace cohort::broker
