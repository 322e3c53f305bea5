// Farewell: the LeaveGroup of a membership that is over already, as far as its member is concerned.
#pragma once

#include "membership/membership.hpp"
#include "session/session.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

struct Farewell {
  Membership membership;
  std::string reason;
  Instant deadline;  ///< The broker's session timeout does it then.
  /// A JoinGroup or SyncGroup may be waiting with the broker, and the group's lane behind it.
  Lane lane = Lane::group;
  std::optional<RequestId> request{};
  std::uint32_t failures = 0;
  Instant not_before{};
};

}  // namespace cohort::client
