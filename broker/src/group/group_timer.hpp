// GroupTimer: names one timer of one group, so that a timer is a value in a queue and no closure.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace cohort::broker {

struct GroupTimer {
  enum class Kind : std::uint8_t {
    initial_delay,  ///< A group that was Empty waits for more members before its first generation.
    join_phase,     ///< The rebalance timeout: who has not rejoined by then is out.
    sync_phase,     ///< The rebalance timeout again: who has not sent SyncGroup by then is out.
    session,        ///< A member, or an id that was handed out and not used, was not heard of.
    retention,      ///< The housekeeping of offsets and abandoned groups; belongs to no group.
  };

  std::string group_id;
  Kind kind{};
  std::string member_id;  ///< Of a session timer; empty otherwise.
  auto operator<=>(const GroupTimer&) const = default;
};

/// `session_timeout` and so on.
std::string_view name(GroupTimer::Kind kind);
/// "session timeout of member a-1 of group orders"
std::string to_string(const GroupTimer& timer);

}  // namespace cohort::broker
