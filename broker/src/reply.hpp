// reply: an answer that was owed, encoded for the version that asked and put on its connection.
#pragma once

#include "reply_id.hpp"
#include "state.hpp"
#include <cohort/protocol/header.hpp>

#include <optional>

namespace cohort::broker {

/// Puts an encoded frame on the connection, to leave at the end of this wake-up.
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
