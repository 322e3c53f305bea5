// MemberState: where a member of a classic group stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace cohort::client {

/// Java's MemberState has four of these: UNJOINED is outside, PREPARING_REBALANCE joining,
/// COMPLETING_REBALANCE assigning and syncing, STABLE preparing and stable.
enum class MemberState : std::uint8_t {
  outside,    ///< Not in the group, and does not want to be.
  preparing,  ///< Will join; the user has to give partitions up first.
  joining,    ///< JoinGroup is to be sent, or under way.
  assigning,  ///< Leads its generation, and has to assign.
  syncing,    ///< SyncGroup is to be sent, or under way.
  stable,     ///< Has its partitions.
  leaving,    ///< Will leave; the user has to give partitions up first.
  fenced,     ///< Another one has taken the place of this static member, for good.
};

/// "outside", "preparing", …
std::string_view name(MemberState state);

}  // namespace cohort::client
