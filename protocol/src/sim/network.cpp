#include <cohort/protocol/assert.hpp>
#include <cohort/sim/network.hpp>

#include <algorithm>
#include <stdexcept>

namespace cohort::sim {

namespace {

constexpr std::uint16_t first_ephemeral_port = 49152;
constexpr std::uint64_t ephemeral_ports = 65536 - first_ephemeral_port;

bool happens(std::uint32_t per_thousand, Rng& rng) {
  return per_thousand > 0 && rng.below(1000) < per_thousand;
}

Duration between(Duration low, Duration high, Rng& rng) {
  if (high <= low) return low;
  return low + Duration(rng.below(static_cast<std::uint64_t>((high - low).count()) + 1));
}

}  // namespace

void Network::listen(NodeIndex node, std::uint32_t listener,
                     const std::pair<std::string, std::uint16_t>& address) {
  if (!listeners_.try_emplace(address, Listener{.node = node, .index = listener}).second) {
    throw std::invalid_argument("cannot listen on " + address.first + ':' +
                                std::to_string(address.second) + ": address already in use");
  }
}

Network::Listener* Network::find_listener(NodeIndex node, std::uint32_t index) {
  const auto found = std::ranges::find_if(listeners_, [&](const auto& entry) {
    return entry.second.node == node && entry.second.index == index;
  });
  return found == listeners_.end() ? nullptr : &found->second;
}

void Network::close_listener(NodeIndex node, std::uint32_t listener) {
  if (Listener* found = find_listener(node, listener)) found->is_open = false;
}

void Network::reopen_listener(NodeIndex node, std::uint32_t listener) {
  if (Listener* found = find_listener(node, listener)) found->is_open = true;
}

void Network::dial(NodeIndex from, const Dial& dial, Instant now) {
  const LinkId caller = add_end(from);
  const auto listener = listeners_.find({dial.host, dial.port});
  if (listener == listeners_.end() || !listener->second.is_open) {
    End& end = ends_.at(caller);
    end.is_shut = true;
    return enqueue(caller, Refused{dial.tag, "Connection refused"}, due_time(end, now));
  }
  const LinkId callee = add_end(listener->second.node);
  End& calling = ends_.at(caller);
  End& called = ends_.at(callee);
  calling.other = callee;
  called.other = caller;
  const auto port = static_cast<std::uint16_t>(
      first_ephemeral_port + static_cast<std::uint64_t>(caller) % ephemeral_ports);
  const Instant heard = due_time(calling, now);
  enqueue(callee,
          Opened{Peer{.listener = listener->second.index,
                      .address = "127.0.0.1",
                      .port = port,
                      .local_address = dial.host}},
          heard);
  enqueue(
      caller,
      Opened{Peer{.address = "127.0.0.1", .port = dial.port, .was_dialled = true, .tag = dial.tag}},
      due_time(called, heard));
}

void Network::send(LinkId end, const Buffers& bytes) {
  End* from = find(end);
  if (from == nullptr || from->is_shut || from->is_closing || bytes.empty()) return;
  // One Send is one message: cuts and glue are chosen when it leaves.
  from->unsent.push_back(bytes.joined());
  from->unsent_bytes += bytes.size();
}

void Network::close(LinkId end) {
  End* closing = find(end);
  if (closing != nullptr && !closing->is_shut) closing->is_closing = true;
}

void Network::pause(LinkId end) {
  End* paused = find(end);
  if (paused == nullptr || paused->is_paused || paused->is_shut) return;
  paused->is_paused = true;
  for (const Entry& entry : paused->incoming) turns_.erase(entry.turn);
}

void Network::resume(LinkId end, Instant now) {
  End* resumed = find(end);
  if (resumed == nullptr || !resumed->is_paused) return;
  resumed->is_paused = false;
  for (Entry& entry : resumed->incoming) {
    entry.turn = {std::max(entry.turn.first, now), next_turn_++};
    turns_.emplace(entry.turn, end);
  }
}

std::optional<std::size_t> Network::flush(LinkId end, Instant now) {
  bool moved = false;
  for (End* from = find(end); from != nullptr && !from->is_shut; from = find(end)) {
    if (from->unsent.empty()) break;
    const End* to = find(from->other);
    if (to != nullptr && to->incoming_bytes >= faults_.window) break;
    moved = true;
    if (!send_piece(end, now)) return std::nullopt;
  }
  const End* from = find(end);
  if (from == nullptr || from->is_shut) return std::nullopt;
  const std::size_t unsent = from->unsent_bytes;
  if (from->is_closing && unsent == 0) shut(end, now);
  return moved ? std::optional(unsent) : std::nullopt;
}

bool Network::send_piece(LinkId end, Instant now) {
  End& from = ends_.at(end);
  if (happens(faults_.resets_per_thousand, from.rng)) {
    reset(end, now);
    return false;
  }
  Buffer message = from.unsent.front();
  from.unsent.pop_front();
  while (!from.unsent.empty() && happens(faults_.glues_per_thousand, from.rng)) {
    Buffers glued(message);
    glued.append(from.unsent.front());
    from.unsent.pop_front();
    message = glued.joined();
  }
  // What goes beyond the window stays behind, as the start of the next piece.
  if (const End* to = find(from.other); to != nullptr) {
    const std::size_t room = faults_.window - to->incoming_bytes;
    if (message.size() > room) {
      from.unsent.push_front(message.slice(room));
      message = message.slice(0, room);
    }
  }
  from.unsent_bytes -= message.size();
  std::uint64_t pieces = 1;
  if (happens(faults_.cuts_per_thousand, from.rng)) pieces = 2 + from.rng.below(4);
  for (; pieces > 1 && message.size() > 1; --pieces) {
    const std::size_t cut = 1 + from.rng.below(message.size() - 1);
    deliver(from, message.slice(0, cut), now);
    message = message.slice(cut);
  }
  deliver(from, message, now);
  return true;
}

/// Puts the bytes on their way, in pieces no longer than the limit.
void Network::deliver(End& from, Buffer bytes, Instant now) {
  End* to = find(from.other);
  if (to == nullptr || to->is_shut)
    return;  // Sent into the void: the other end has closed meanwhile.
  while (!bytes.empty()) {
    Buffer piece = bytes.slice(0, faults_.piece_limit);
    bytes = bytes.slice(piece.size());
    to->incoming_bytes += piece.size();
    enqueue(from.other, std::move(piece), due_time(from, now));
  }
}

void Network::reset(LinkId end, Instant now) {
  const End* broken = find(end);
  if (broken == nullptr) return;
  const LinkId other = broken->other;
  shut(end, now);
  End* far = find(other);
  if (far == nullptr || far->is_shut) return;
  // The order of the two does not depend on who asked: this end hears first.
  forget_incoming(*far);
  far->is_shut = true;
  far->is_paused = false;
  enqueue(other, Closed{}, now);
}

void Network::lose(LinkId end, Instant now) {
  if (find(end) != nullptr) shut(end, now);
}

/// Ends this end: its node hears of it next, the other end behind all bytes that are on their way.
void Network::shut(LinkId end, Instant now) {
  End& closing = ends_.at(end);
  if (closing.is_shut) return;
  closing.is_shut = true;
  closing.is_paused = false;
  closing.unsent.clear();
  closing.unsent_bytes = 0;
  forget_incoming(closing);
  enqueue(end, Closed{}, now);
  tell_other_end(closing, now);
}

void Network::tell_other_end(End& closing, Instant now) {
  const End* to = find(closing.other);
  if (to != nullptr && !to->is_shut) enqueue(closing.other, Closed{}, due_time(closing, now));
}

void Network::retire(NodeIndex node, Instant now) {
  for (auto& [address, listener] : listeners_) {
    if (listener.node == node) listener.is_open = false;
  }
  for (auto entry = ends_.begin(); entry != ends_.end();) {
    End& end = entry->second;
    if (end.owner != node) {
      ++entry;
      continue;
    }
    // One that was shut before has told the other end, or never had one.
    if (!end.is_shut) tell_other_end(end, now);
    for (const Entry& arriving : end.incoming) turns_.erase(arriving.turn);
    entry = ends_.erase(entry);
  }
}

Instant Network::next_due() const {
  return turns_.empty() ? Instant::never() : turns_.begin()->first.first;
}

std::vector<LinkId> Network::reachable() const {
  std::vector<LinkId> ends;
  for (const auto& [turn, end] : turns_) {
    if (ends_.at(end).incoming.front().turn == turn) ends.push_back(end);
  }
  return ends;
}

std::optional<Arrival> Network::take_due(Instant now) {
  if (next_due() > now) return std::nullopt;
  return take(turns_.begin()->second);
}

Arrival Network::take(LinkId end) {
  End& to = ends_.at(end);
  COHORT_ASSERT(!to.incoming.empty());
  COHORT_ASSERT(!to.is_paused);
  Arrival arrival{.node = to.owner, .link = end, .what = std::move(to.incoming.front().what)};
  turns_.erase(to.incoming.front().turn);
  to.incoming.pop_front();
  if (const auto* bytes = std::get_if<Buffer>(&arrival.what)) {
    to.incoming_bytes -= bytes->size();
    const End* sender = find(to.other);
    if (sender != nullptr && sender->unsent_bytes > 0) writable_.push_back(to.other);
  }
  const bool is_last =
      std::holds_alternative<Closed>(arrival.what) || std::holds_alternative<Refused>(arrival.what);
  if (is_last) ends_.erase(end);
  return arrival;
}

std::optional<NodeIndex> Network::peer(LinkId end) const {
  const auto other = ends_.find(ends_.at(end).other);
  if (other == ends_.end()) return std::nullopt;
  return other->second.owner;
}

std::optional<LinkId> Network::other_end(LinkId end) const {
  const auto found = ends_.find(end);
  if (found == ends_.end()) return std::nullopt;
  return found->second.other;
}

std::vector<LinkId> Network::take_writable() { return std::exchange(writable_, {}); }

std::vector<LinkId> Network::ends_of(NodeIndex node) const {
  std::vector<LinkId> ends;
  for (const auto& [id, end] : ends_) {
    if (end.owner == node && !end.is_shut) ends.push_back(id);
  }
  return ends;
}

std::size_t Network::unsent_bytes(LinkId end) const {
  const auto found = ends_.find(end);
  return found == ends_.end() ? 0 : found->second.unsent_bytes;
}

Network::End* Network::find(LinkId end) {
  const auto found = ends_.find(end);
  return found == ends_.end() ? nullptr : &found->second;
}

LinkId Network::add_end(NodeIndex owner) {
  const LinkId id{next_end_++};
  ends_.emplace(id, End{.owner = owner, .rng = rng_.fork("link", static_cast<std::uint64_t>(id))});
  return id;
}

void Network::enqueue(LinkId end, Arrived what, Instant due) {
  End& to = ends_.at(end);
  // Nothing overtakes on a link.
  to.last_due = std::max(to.last_due, due);
  const Turn turn{to.last_due, next_turn_++};
  to.incoming.push_back({turn, std::move(what)});
  if (!to.is_paused) turns_.emplace(turn, end);
}

/// What is under way to this end is lost, but for the news that it is open: nobody hears the end of
/// a link of which he has not heard the beginning.
void Network::forget_incoming(End& end) {
  const bool is_unopened =
      !end.incoming.empty() && std::holds_alternative<Opened>(end.incoming.front().what);
  while (end.incoming.size() > (is_unopened ? 1U : 0U)) {
    turns_.erase(end.incoming.back().turn);
    end.incoming.pop_back();
  }
  end.incoming_bytes = 0;
  end.last_due = is_unopened ? end.incoming.front().turn.first : Instant{};
}

Instant Network::due_time(End& from, Instant now) const {
  Duration latency = between(faults_.latency_min, faults_.latency_max, from.rng);
  if (happens(faults_.delays_per_thousand, from.rng)) {
    latency += between(Duration::zero(), faults_.delay_max, from.rng);
  }
  return now + latency;
}

}  // namespace cohort::sim
