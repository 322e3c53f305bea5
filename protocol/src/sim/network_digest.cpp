#include "network_digest.hpp"

#include <algorithm>
#include <span>
#include <variant>

namespace cohort {

using sim::Network;
using sim::NodeIndex;

namespace {

/// Whether the end gets requests or answers.
enum class Direction : std::uint8_t { requests, answers };

/// Who dials gets its end first, and sends the requests.
Direction direction_at(LinkId end, LinkId other) {
  return end < other ? Direction::answers : Direction::requests;
}

void add_piece(StateDigest& into, const Buffer& piece, Direction direction) {
  if (direction == Direction::requests) {
    into.add_requests(piece.bytes());
  } else {
    into.add_answers(piece.bytes());
  }
}

void add_tag(StateDigest& into, DialTag tag) {
  into.add_local_name("dial", static_cast<std::uint64_t>(tag));
}

void add_arrival(StateDigest& into, const sim::Arrived& what, Direction direction) {
  into.add_word(what.index());
  if (const auto* opened = std::get_if<sim::Opened>(&what)) {
    into.add(opened->peer);
    if (opened->peer.was_dialled) add_tag(into, opened->peer.tag);
  } else if (const auto* refused = std::get_if<sim::Refused>(&what)) {
    add_tag(into, refused->tag);
    into.add(refused->reason);
  } else if (const auto* piece = std::get_if<Buffer>(&what)) {
    add_piece(into, *piece, direction);
  }
}

}  // namespace

void DigestOf<Network>::add(StateDigest& into, const Network& network) {
  const auto& [faults, chance, listeners, ends, turns, writable, next_turn, next_end] = network;
  const bool is_perfect = faults == sim::Faults{};
  if (!is_perfect) into.add_all(faults, chance);
  into.add_word(listeners.size());
  for (const auto& [address, listener] : listeners) into.add_all(address, listener);
  into.add_word(ends.size());
}

void DigestOf<Network>::name_ends(StateDigest& into, const Network& network) {
  for (const auto& [id, end] : network.ends_) {
    if (into.known_name("link", static_cast<std::uint64_t>(id)) == 0) into.add(id);
  }
}

void DigestOf<Network>::name_links(StateDigest& into, const Network& network, NodeIndex owner) {
  for (const auto& [id, end] : network.ends_) {
    if (end.owner == owner) into.add_all(id, end.other);
  }
}

void DigestOf<Network>::add_ends(StateDigest& into, const Network& network, NodeIndex owner) {
  std::vector<LinkId> ends = ends_of(network, owner);
  std::ranges::sort(ends, {}, [&](LinkId end) {
    return into.known_name("link", static_cast<std::uint64_t>(end));
  });
  into.add_word(ends.size());
  for (const LinkId id : ends) {
    const auto& [owner_of, other, draws, peer, incoming, incoming_bytes, last_due, is_paused,
                 unsent, unsent_bytes, is_closing, is_shut] = network.ends_.at(id);
    into.add_all(id, other, is_paused, is_closing, is_shut);
    into.add_word(unsent.size());
    for (const Buffer& piece : unsent) add_piece(into, piece, direction_at(other, id));
    if (network.faults_ != sim::Faults{}) into.add_all(draws, last_due);
    into.add_word(incoming.size());
    for (const auto& [turn, what] : incoming) add_arrival(into, what, direction_at(id, other));
  }
}

void DigestOf<Network>::add_ends_beyond(StateDigest& into, const Network& network,
                                        NodeIndex owner) {
  for (const LinkId id : ends_of(network, owner)) {
    const LinkId beyond = network.ends_.at(id).other;
    const auto found = network.ends_.find(beyond);
    into.add_word(found == network.ends_.end() ? 0 : 1);
    if (found == network.ends_.end()) continue;
    into.add_word(found->second.incoming.size());
    for (const auto& [turn, what] : found->second.incoming) {
      add_arrival(into, what, direction_at(beyond, id));
    }
  }
}

std::vector<LinkId> DigestOf<Network>::ends_of(const Network& network, NodeIndex owner) {
  std::vector<LinkId> ends;
  for (const auto& [id, end] : network.ends_) {
    if (end.owner == owner) ends.push_back(id);
  }
  return ends;
}

}  // namespace cohort
