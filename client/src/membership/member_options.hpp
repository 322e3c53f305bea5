// MemberOptions: who a member of a classic group is, and how patient everybody is with it.
#pragma once

#include "session/backoff.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/node/instant.hpp>

#include <optional>
#include <string>

namespace cohort::client {

/// The defaults are those of Kafka's consumer.
struct MemberOptions {
  std::string group_id{};
  std::optional<std::string> instance_id{};  ///< Of a static member (KIP-345).
  Duration session_timeout = std::chrono::seconds(45);
  Duration heartbeat_interval = std::chrono::seconds(3);
  /// Between two polls; also how long the others wait for this member in a rebalance (KIP-62).
  Duration max_poll_interval = std::chrono::minutes(5);
  Assignors assignors{};  ///< In order of preference; they have a protocol in common.
  std::optional<std::string> rack{};
  Backoff retry{milliseconds(100), std::chrono::seconds(1)};
  Duration request_timeout = std::chrono::seconds(30);
  bool leave_on_close = true;  ///< `internal.leave.group.on.close`; a static member never does.
};

/// How a member goes.
struct Departure {
  std::string reason{};         ///< For people who look at the broker (KIP-800).
  bool is_for_good = false;     ///< The client is closed, and not only unsubscribed.
  bool even_if_static = false;  ///< Else a static member only stops to heartbeat.
  bool is_silent = false;       ///< The broker is told nothing; the session has to end there.
};

}  // namespace cohort::client
