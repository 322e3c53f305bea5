// ClassicMember: one member of a classic group, with the answers it is owed.
#pragma once

#include "group/membership_requests.hpp"
#include "reply_id.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

struct ClassicMember {
  std::string id;
  std::optional<std::string> instance_id;  ///< Of a static member (KIP-345).
  std::string client_id;  ///< Of the JoinGroup that made the member, as is the host.
  std::string client_host;
  Duration session_timeout{};
  Duration rebalance_timeout{};
  std::vector<OfferedProtocol> protocols;  ///< In the member's order of preference; at least one.
  Buffer assignment;
  std::optional<ReplyId> parked_join;  ///< Changed by Roster, which counts them.
  std::optional<ReplyId> parked_sync;
  bool is_new = true;  ///< Its first JoinGroup has not been answered yet.

  bool is_static() const { return instance_id.has_value(); }

  /// Same names in the same order with the same bytes (ClassicGroupMember.matches).
  bool offers_the_same(const std::vector<OfferedProtocol>& others) const;

  /// REQUIRES: the member offers it.
  const OfferedProtocol& protocol(const std::string& name) const;

  /// The first of its protocols that is a candidate. REQUIRES: one is.
  const std::string& vote(const std::set<std::string>& candidates) const;

  /// Whoever waits for an answer of ours can't send heartbeats and need not. A new member that
  /// waits can be taken for dead all the same: its client may have given up and joined again under
  /// another id (KAFKA-7610; ClassicGroupMember.hasSatisfiedHeartbeat).
  bool counts_as_alive() const { return !is_new && (parked_join || parked_sync); }

  bool operator==(const ClassicMember&) const = default;
};

}  // namespace cohort::broker
