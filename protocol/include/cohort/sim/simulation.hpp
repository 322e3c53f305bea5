// sim::Simulation: runs any number of nodes in virtual time over a seeded network; a whole world as
// a value.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/sim/deadlines.hpp>
#include <cohort/sim/digest.hpp>
#include <cohort/sim/faults.hpp>
#include <cohort/sim/network.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::sim {

struct Options {
  Instant start = Instant::from_unix_ms(1'704'067'200'000);  ///< 2024-01-01T00:00:00Z
  std::uint64_t seed = 1;
  Faults faults{};
  /// Steps that one call may take before it throws: two nodes can keep each other busy without time
  /// passing.
  std::size_t step_limit = 10'000'000;
};

/// When a node changes, besides in the simulation's own calls of it.
enum class Changes : std::uint8_t {
  at_any_time,  ///< Somebody has a reference to it. Every step asks it for its deadline.
  /// Only in work that turn() runs. Costs nothing while it has nothing to do, and copies of the
  /// world share it until it changes in one of them.
  in_turns,
};

/// Something that may happen next: the next arrival at one end, or the timers of one node.
using Choice = std::variant<LinkId, NodeIndex>;

/// Groups of nodes, by name, that are alike: see Simulation::add_state.
using AlikeNodes = std::vector<std::vector<std::string>>;

/// At one instant timers fire before bytes arrive, those of nodes added earlier first; arrivals
/// keep the order in which they were sent. A copy is a world of its own, nodes and all
/// (Node::clone), but without the hooks; a world and its copies are for one thread, since they may
/// share what has not changed.
class Simulation {
 public:
  explicit Simulation(Options options = {});
  Simulation(const Simulation& other);
  Simulation& operator=(const Simulation& other);
  Simulation(Simulation&&) = default;
  Simulation& operator=(Simulation&&) = default;
  ~Simulation() = default;

  /// Adds a node and carries out what it wants already. Throws std::invalid_argument if the name is
  /// taken.
  NodeIndex add(const std::string& name, std::unique_ptr<Node> node,
                Changes changes = Changes::at_any_time);
  /// Gives the node its next listener: the first call makes listener 0. Throws if the address is
  /// taken.
  void listen(std::string_view name, const std::string& host, std::uint16_t port);
  bool contains(std::string_view name) const { return names_.find(name) != names_.end(); }
  /// From now on the node is what a killed process leaves behind: nothing happens to it any more,
  /// its timers are gone, who dials it is refused, and the other ends of its links hear that they
  /// are closed, behind what is under way to them. It can still be looked at, and its name stays
  /// taken. Nothing if it was retired before.
  void retire(std::string_view name);

  /// Runs `work` between two calls of the node, then carries out what the node wants; no time
  /// passes and nothing is delivered yet. Throws std::invalid_argument if the node is retired.
  void turn(std::string_view name, const std::function<void()>& work);
  void turn(std::string_view name, const std::function<void(Node&)>& work);
  /// The same for work that leaves the node as it is: there is nothing to carry out.
  void look(std::string_view name, const std::function<void(Node&)>& work);
  /// Throws std::invalid_argument if there is none of this name, as every call with a name does.
  /// The one that is not const changes at any time from then on.
  Node& node(std::string_view name);
  const Node& node(std::string_view name) const;
  /// The node as what it is. Throws std::bad_cast if it is something else.
  template <class T>
  T& node_as(std::string_view name) {
    return dynamic_cast<T&>(node(name));
  }

  Instant now() const { return now_; }
  /// The next arrival or timer; Instant::never() if there is none.
  Instant next_deadline() const;
  /// Every armed timer of every node, the next one first; its name begins with the node's.
  std::vector<ArmedTimer> armed_timers() const;

  /// Lets happen all that is due now, and what follows from it, while time stands still.
  void settle();
  /// Lets `by` pass: all that is due on the way happens, each at its own time; settled when it
  /// returns.
  void advance(Duration by);
  /// Lets things happen, one step after the other, until the predicate holds. False if it still
  /// does not hold when `within` has passed. Throws std::runtime_error when `within` reaches to
  /// Instant::never() and nothing is left that could happen.
  bool run_until(const std::function<bool()>& holds, Duration within);
  /// Lets time pass until nothing is under way and every armed timer is periodic. Throws
  /// std::runtime_error that lists what is not, when that takes longer than `limit`.
  void run_until_idle(Duration limit);

  /// Every order a real network could show: each reachable end's next arrival, and each node's
  /// timers.
  std::vector<Choice> choices() const;
  /// Lets it happen now; timers move the time to their deadline. REQUIRES: one of choices().
  void take(Choice choice);

  /// Throws std::invalid_argument if there is none of this name.
  NodeIndex index_of(std::string_view name) const;
  const std::string& name_of(NodeIndex node) const { return resident(node).name; }
  /// When its timers fire next; never if it is retired.
  Instant deadline_of(NodeIndex node) const { return deadline_of(resident(node)); }
  /// Nothing is under way to anybody who reads.
  bool is_quiet() const { return network_.next_due() == Instant::never(); }
  NodeIndex owner_of(LinkId end) const { return network_.owner(end); }
  /// Whose the other end of the link is; nothing if that is gone.
  std::optional<NodeIndex> peer_of(LinkId end) const { return network_.peer(end); }
  /// Nothing if this one is gone.
  std::optional<LinkId> other_end_of(LinkId end) const { return network_.other_end(end); }
  /// What arrives there next. REQUIRES: one of choices().
  const Arrived& next_arrival(LinkId end) const { return network_.next_arrival(end); }
  /// The node's open links, oldest first.
  std::vector<LinkId> links_of(std::string_view name) const;
  /// What the network does to all that is sent from now on.
  void set_faults(const Faults& faults) { network_.set_faults(faults); }
  /// The end's node loses its connection, and hears of it next; what it has sent still arrives at
  /// the other end, and only then the news.
  void lose_link(LinkId end) { network_.lose(end, now_); }
  /// Breaks a link for both ends.
  void reset_link(LinkId link);

  /// Hash of (instant, link, length, bytes) of every delivery so far; a close counts as length 0.
  const Digest& digest() const { return digest_; }

  /// Hash of all that can change what happens from now on, if it happens by take() alone: of what
  /// is under way to several ends, none has its turn. Throws std::logic_error if a node that is
  /// not retired can't tell (Node::digest).
  StateHash state(DigestPromises promises = {}, const AlikeNodes& alike = {}) const;
  /// The same for a world that has more to it than this. Two worlds in which nodes that are alike
  /// have changed places have one state: such nodes are added without their names, in an order that
  /// follows from what they are. That order is returned, of those that are not retired; what a
  /// world has beside a node goes into the digest in the same one.
  ///
  /// REQUIRES of alike nodes: the same settings, client id and seed, no listeners, and a perfect
  /// network. What else could tell them apart does not: they all have one address, whoever they
  /// dial keeps no order of its links but to walk over them, and their names, retired ones' too,
  /// are only for who drives the world. Links that a retired one has left with others keep the
  /// order in which they were made: fewer worlds count as one while there are several.
  std::vector<std::string_view> add_state(StateDigest& into, const AlikeNodes& alike = {}) const;

  /// Called with every arrival before its node is: for a transcript.
  void on_arrival(std::function<void(const Arrival&, Instant)> hook) {
    on_arrival_ = std::move(hook);
  }
  /// Called with all that a node sends, before the network takes it.
  void on_send(std::function<void(NodeIndex, const Send&, Instant)> hook) {
    on_send_ = std::move(hook);
  }
  /// Called after every call of a node whose actions were carried out: the place to drain facts.
  void after_turn(std::function<void()> hook) { after_turn_ = std::move(hook); }

 private:
  struct Resident {
    std::string name;
    std::shared_ptr<Node> node;  ///< Shared with copies of the world, or not: see own().
    std::uint32_t listeners = 0;
    Changes changes = Changes::at_any_time;
    bool is_retired = false;
  };

  /// Throws std::invalid_argument if it is retired.
  NodeIndex living(std::string_view name) const;
  Resident& resident(NodeIndex index) { return residents_[static_cast<std::size_t>(index)]; }
  const Resident& resident(NodeIndex index) const {
    return residents_[static_cast<std::size_t>(index)];
  }
  /// When it fires next; never if it is retired.
  static Instant deadline_of(const Resident& each);
  /// To be called after every call of the node.
  void note_deadline(NodeIndex index);
  void index_resident(NodeIndex index);
  /// The node, for what may change it: from now on no copy of the world shares it.
  Node& own(NodeIndex index);
  /// The earliest timer of all nodes.
  std::pair<Instant, NodeIndex> next_timer() const;
  /// Takes the next step if it is due by `until`, moving the time to it.
  bool step(Instant until);
  void fire(NodeIndex index);
  void hand_over(Arrival arrival);
  void carry_out(NodeIndex index);
  /// Adds the links that have something to hand on, unless they stand behind `flushed` already.
  void apply_actions(NodeIndex index, std::vector<LinkId>& wanting_flush, std::size_t flushed);
  void count_step(std::size_t& steps) const;
  bool is_idle() const;
  std::string what_is_armed() const;

  // state.cpp
  void add_node(StateDigest& into, NodeIndex index) const;
  std::vector<NodeIndex> in_order(const std::vector<std::string>& alike,
                                  const StateDigest& like) const;

  Options options_;
  Instant now_;
  std::vector<Resident> residents_;
  std::map<std::string, NodeIndex, std::less<>> names_;
  Deadlines deadlines_;           ///< Of the nodes that change in turns.
  std::vector<NodeIndex> asked_;  ///< Those that change at any time.
  Network network_;
  Digest digest_;
  std::vector<Action> actions_;
  std::function<void(const Arrival&, Instant)> on_arrival_;
  std::function<void(NodeIndex, const Send&, Instant)> on_send_;
  std::function<void()> after_turn_;
};

}  // namespace cohort::sim
