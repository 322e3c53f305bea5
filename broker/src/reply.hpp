// reply: an answer that was owed, encoded for the version that asked and put on its connection.
#pragma once

#include "reply_id.hpp"
#include "state.hpp"
#include <cohort/protocol/header.hpp>

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

/// Answers a parked request. Does nothing when its client has gone.
template <class Response>
void reply(BrokerState& state, ReplyId id, const Response& response) {
  const std::optional<OwedReply> owed = settle_debt(state, id);
  if (!owed) return;
  put_answer(state, owed->link, encode_response(owed->correlation_id, response, owed->version));
}

}  // namespace cohort::broker
