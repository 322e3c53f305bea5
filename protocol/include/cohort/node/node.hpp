// Node: a machine of bytes, link events and time; it has no idea who carries its bytes or what time
// it is.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace cohort {

class StateDigest;

/// Names one connection for as long as it lives; a host never gives a number twice.
enum class LinkId : std::uint64_t {};
/// Chosen by the node that dials; comes back with the link or the failure.
enum class DialTag : std::uint64_t {};

/// Who is at the other end of a link.
struct Peer {
  std::uint32_t listener =
      0;                ///< Which of the node's listeners accepted it, from 0; 0 for dialled links.
  std::string address;  ///< Numeric, without port: "127.0.0.1", "::1".
  std::uint16_t port = 0;
  /// Ours, which the other end connected to, without port; empty for dialled links. The simulation
  /// gives the host as it was dialled.
  std::string local_address{};
  bool was_dialled = false;
  DialTag tag{};  ///< Of the Dial that this link answers, if `was_dialled`.
  bool operator==(const Peer&) const = default;
};

struct Send {
  LinkId link{};
  Buffers bytes;
  bool operator==(const Send&) const = default;
};
/// Close once what was sent before has left. The reason is for people: a log line or a transcript.
struct Close {
  LinkId link{};
  std::string reason;
  bool operator==(const Close&) const = default;
};
struct Dial {
  std::string host;
  std::uint16_t port = 0;
  DialTag tag{};
  bool operator==(const Dial&) const = default;
};
/// No more received() for this link until ResumeRead.
struct PauseRead {
  LinkId link{};
  bool operator==(const PauseRead&) const = default;
};
struct ResumeRead {
  LinkId link{};
  bool operator==(const ResumeRead&) const = default;
};
/// Who dials this listener of the node from now on is refused. Links that are open stay; one that
/// was under way may still come. Nothing if it is closed already.
struct CloseListener {
  std::uint32_t listener = 0;
  bool operator==(const CloseListener&) const = default;
};
/// A listener that was closed takes links again, at the same address.
struct OpenListener {
  std::uint32_t listener = 0;
  bool operator==(const OpenListener&) const = default;
};
using Action = std::variant<Send, Close, Dial, PauseRead, ResumeRead, CloseListener, OpenListener>;

/// A timer as people read it: what a node is waiting for.
struct ArmedTimer {
  std::string name;  ///< "session timeout of member a-1 of group orders"
  Instant deadline;
  bool is_periodic =
      false;  ///< Heartbeats, polls, housekeeping: a world that waits only for these is idle.
  bool operator==(const ArmedTimer&) const = default;
};

/// Runs under any host: sockets (net::Host), virtual time (sim::Simulation), a fuzz target. After
/// every call the host takes the actions and carries them out in order. Calls never overlap; `now`
/// never goes back.
class Node {
 public:
  virtual ~Node() = default;

  virtual void opened(LinkId link, const Peer& peer, Instant now) = 0;
  virtual void dial_failed(DialTag tag, const std::string& reason, Instant now) = 0;
  /// Any piece of the link's stream, at least one byte.
  virtual void received(LinkId link, Buffer bytes, Instant now) = 0;
  /// Memory of the node's own where the host may put the next bytes of this link, instead of
  /// calling received(): of a frame in progress that is large. Empty if there is none such. Good
  /// until the next call of the node that is not const.
  virtual std::span<std::uint8_t> room(LinkId /*link*/) { return {}; }
  /// The first `count` bytes of the room have come, at least one: the same as if they had been
  /// received. REQUIRES: room() was the last call.
  virtual void filled(LinkId /*link*/, std::size_t /*count*/, Instant /*now*/) {
    throw std::logic_error("this node gave no room");
  }
  /// The host has handed bytes on; `unsent_bytes` of this link still wait with it.
  virtual void sent(LinkId link, std::size_t unsent_bytes, Instant now) = 0;
  /// The other end closed, or the link broke, or a Close was carried out. The link is gone.
  virtual void closed(LinkId link, Instant now) = 0;
  /// Fires every timer that is due by `now`.
  virtual void advance(Instant now) = 0;

  /// Instant::never() if no timer is armed.
  virtual Instant next_deadline() const = 0;
  /// Every armed timer, the next one first. A node that has nothing to tell of them shows the next
  /// one, nameless.
  virtual std::vector<ArmedTimer> armed_timers() const {
    if (next_deadline() == Instant::never()) return {};
    return {ArmedTimer{.name = "timer", .deadline = next_deadline()}};
  }
  /// Moves the pending actions into `into` (cleared first), oldest first.
  virtual void take_actions(std::vector<Action>& into) = 0;

  /// A copy of the whole state, for exploring several futures.
  virtual std::unique_ptr<Node> clone() const = 0;

  /// Adds all that can change what the node does from now on, and nothing else. Only exploration
  /// asks for it; throws std::logic_error if the node can't tell.
  virtual void digest(StateDigest& /*into*/) const {
    throw std::logic_error("this node has no digest of its state, so it can't be explored");
  }

 protected:
  Node() = default;
  Node(const Node&) = default;
  Node& operator=(const Node&) = default;
};

}  // namespace cohort
