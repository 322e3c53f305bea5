#include "group/group_timer.hpp"

#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

namespace cohort::broker {

std::string_view name(GroupTimer::Kind kind) {
  switch (kind) {
    case GroupTimer::Kind::initial_delay:
      return "initial_delay";
    case GroupTimer::Kind::join_phase:
      return "join_phase";
    case GroupTimer::Kind::sync_phase:
      return "sync_phase";
    case GroupTimer::Kind::session:
      return "session";
    case GroupTimer::Kind::retention:
      return "offsets_retention_check";
  }
  COHORT_ASSERT(false);
}

std::string to_string(const GroupTimer& timer) {
  switch (timer.kind) {
    case GroupTimer::Kind::initial_delay:
      return fmt::format("initial rebalance delay of group {}", timer.group_id);
    case GroupTimer::Kind::join_phase:
      return fmt::format("rebalance timeout of the join phase of group {}", timer.group_id);
    case GroupTimer::Kind::sync_phase:
      return fmt::format("rebalance timeout of the sync phase of group {}", timer.group_id);
    case GroupTimer::Kind::session:
      return fmt::format("session timeout of member {} of group {}", timer.member_id,
                         timer.group_id);
    case GroupTimer::Kind::retention:
      return "check of the offsets' retention";
  }
  COHORT_ASSERT(false);
}

}  // namespace cohort::broker
