#include "reply.hpp"

#include "rule_switches.hpp"

namespace cohort::broker {

void put_answer(BrokerState& state, LinkId link, const Buffers& frame) {
  const auto found = state.connections.find(link);
  if (found == state.connections.end() || found->second.is_closing) return;
  if (frame.empty()) found->second.is_unanswerable = true;
  found->second.outgoing.append(frame);
  state.touched.insert(link);
}

std::optional<OwedReply> settle_debt(BrokerState& state, ReplyId id) {
  const auto found = state.owed.find(id);
  if (found == state.owed.end()) return std::nullopt;
  const OwedReply owed = found->second;
  if (answers_joins_once) state.owed.erase(found);
  const auto connection = state.connections.find(owed.link);
  if (connection == state.connections.end()) return std::nullopt;
  connection->second.parked.reset();
  state.resumed.push_back(owed.link);
  return owed;
}

}  // namespace cohort::broker
