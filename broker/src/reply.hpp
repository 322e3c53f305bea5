// reply: an answer that was owed, encoded for the version that asked and put on its connection.
#pragma once

#include "facts.hpp"
#include "interventions.hpp"
#include "reply_id.hpp"
#include "state.hpp"
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/print.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace cohort::broker {

inline constexpr std::string_view unwritable_answer =
    "an answer that can't be written: longer than 2 GB (256 MB without records), or with a string "
    "of more than 32767 bytes";

/// Puts an encoded frame on the connection, to leave at the end of this wake-up. An empty one could
/// not be written: the client is refused, who would wait for it for ever.
void put_answer(BrokerState& state, LinkId link, const Buffers& frame);

/// Ends a debt: its connection takes up its next request. Null when the client has gone.
std::optional<OwedReply> settle_debt(BrokerState& state, ReplyId id);

/// Tells the client to pause, where the answer has a place for it.
template <class Response>
void put_throttle(Response& response, Duration throttle) {
  if constexpr (requires { response.throttle_time_ms; }) {
    const auto ms = std::chrono::ceil<milliseconds>(throttle).count();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    response.throttle_time_ms = static_cast<std::int32_t>(std::min<std::int64_t>(ms, most));
  }
}

/// Answers a parked request. Does nothing when its client has gone.
template <class Response>
void reply(BrokerState& state, ReplyId id, Response response, Instant now) {
  const std::optional<OwedReply> owed = settle_debt(state, id);
  if (!owed) return;
  if (owed->throttle > Duration::zero()) put_throttle(response, owed->throttle);
  if (state.config.tells_messages) {
    tell_message(state, FactKind::message_sent, owed->link,
                 state.connections.at(owed->link).client_id,
                 fmt::format("v{} {}", owed->version, print(response)), now);
  }
  deliver(state, owed->link, encode_response(owed->correlation_id, response, owed->version),
          take_fate(state, id), now);
}

}  // namespace cohort::broker
