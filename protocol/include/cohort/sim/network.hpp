// Network: what is under way between the nodes of a simulation, as plain data.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/sim/faults.hpp>

#include <boost/container/deque.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::sim {

/// A node's place in the order in which nodes were added.
enum class NodeIndex : std::uint32_t {};

struct Opened {
  Peer peer;
  bool operator==(const Opened&) const = default;
};
struct Refused {
  DialTag tag{};
  std::string reason;
  bool operator==(const Refused&) const = default;
};
struct Closed {
  bool operator==(const Closed&) const = default;
};
using Arrived = std::variant<Opened, Refused, Buffer, Closed>;

/// One thing that reaches one end of a link.
struct Arrival {
  NodeIndex node{};
  LinkId link{};
  Arrived what;
  bool operator==(const Arrival&) const = default;
};

/// A link has two ends, each with a LinkId of its own. What travels to an end stands in that end's
/// queue, in order; each entry has its turn (due time, then insertion) among those of all ends,
/// unless the end is paused.
class Network {
 public:
  Network(Faults faults, Rng rng) : faults_(faults), rng_(rng) {}

  void set_faults(const Faults& faults) { faults_ = faults; }

  /// From now on, dialling this address reaches the node's listener.
  void listen(NodeIndex node, std::uint32_t listener,
              const std::pair<std::string, std::uint16_t>& address);

  /// Dialling the listener's address is refused until it is reopened. Nothing if there is none, or
  /// it is closed already.
  void close_listener(NodeIndex node, std::uint32_t listener);
  void reopen_listener(NodeIndex node, std::uint32_t listener);

  void dial(NodeIndex from, const Dial& dial, Instant now);
  /// Queues the bytes at the sending end, which flush() hands on. Nothing if the end is gone.
  void send(LinkId end, const Buffers& bytes);
  void close(LinkId end);
  void pause(LinkId end);
  void resume(LinkId end, Instant now);
  /// Hands on what fits the window, and a Close once all has left. Returns the bytes that still
  /// wait, if any left.
  std::optional<std::size_t> flush(LinkId end, Instant now);
  /// Breaks the link for both ends now; what was under way is lost. Nothing if the end is gone.
  void reset(LinkId end, Instant now);

  /// The end is gone for its node; the other end hears of it behind all bytes that are on their way
  /// to it. Nothing if it is gone.
  void lose(LinkId end, Instant now);
  /// As when the node's process is killed: its listeners refuse, its ends are gone without a word
  /// to it, and the other ends hear of it behind all bytes that are on their way to them.
  void retire(NodeIndex node, Instant now);

  /// Instant::never() when nothing is under way to an end that reads.
  Instant next_due() const;
  /// The ends that something can reach next, in the order of their turns.
  std::vector<LinkId> reachable() const;
  /// REQUIRES: it is one of reachable().
  const Arrived& next_arrival(LinkId end) const { return ends_.at(end).incoming.front().what; }
  /// Takes the arrival whose turn it is, if it is due by `now`.
  std::optional<Arrival> take_due(Instant now);
  /// Takes the next arrival at this end, due or not. REQUIRES: it is one of reachable().
  Arrival take(LinkId end);
  /// Ends with unsent bytes for which the window has opened since the last call: they want a
  /// flush().
  std::vector<LinkId> take_writable();

  /// Whose end it is. REQUIRES: the end is open.
  NodeIndex owner(LinkId end) const { return ends_.at(end).owner; }
  /// The same of the other end of its link; nothing if that is gone. REQUIRES: this one is open.
  std::optional<NodeIndex> peer(LinkId end) const;
  /// The other end of the link; nothing if this one is gone.
  std::optional<LinkId> other_end(LinkId end) const;
  /// The open ends of one node, oldest first.
  std::vector<LinkId> ends_of(NodeIndex node) const;
  std::size_t unsent_bytes(LinkId end) const;

 private:
  friend struct DigestOf<Network>;
  using Turn = std::pair<Instant, std::uint64_t>;
  struct Entry {
    Turn turn;
    Arrived what;
  };
  struct End {
    NodeIndex owner{};
    LinkId other{};
    Rng rng{0};
    Peer peer;
    boost::container::deque<Entry> incoming;
    std::size_t incoming_bytes = 0;
    Instant last_due;
    bool is_paused = false;
    boost::container::deque<Buffer> unsent;
    std::size_t unsent_bytes = 0;
    bool is_closing = false;  ///< A Close waits for the unsent bytes.
    bool is_shut = false;     ///< Takes no more from its node; only Closed is still to come.
  };

  End* find(LinkId end);
  LinkId add_end(NodeIndex owner);
  void enqueue(LinkId end, Arrived what, Instant due);
  void forget_incoming(End& end);
  void shut(LinkId end, Instant now);
  void tell_other_end(End& closing, Instant now);
  Instant due_time(End& from, Instant now) const;
  /// False if the link broke instead.
  bool send_piece(LinkId end, Instant now);
  void deliver(End& from, Buffer bytes, Instant now);

  Faults faults_;
  Rng rng_;
  using Address = std::pair<std::string, std::uint16_t>;
  struct Listener {
    NodeIndex node{};
    std::uint32_t index = 0;
    bool is_open = true;
  };
  Listener* find_listener(NodeIndex node, std::uint32_t index);

  std::map<Address, Listener> listeners_;
  std::map<LinkId, End> ends_;
  std::map<Turn, LinkId> turns_;
  std::vector<LinkId> writable_;
  std::uint64_t next_turn_ = 0;
  std::uint64_t next_end_ = 1;
};

}  // namespace cohort::sim
