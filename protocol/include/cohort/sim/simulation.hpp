// sim::Simulation: runs any number of nodes in virtual time over a seeded network; a whole world as
// a value.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/sim/digest.hpp>
#include <cohort/sim/faults.hpp>
#include <cohort/sim/network.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
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

/// Something that may happen next: the next arrival at one end, or the timers of one node.
using Choice = std::variant<LinkId, NodeIndex>;

/// At one instant timers fire before bytes arrive, those of nodes added earlier first; arrivals
/// keep the order in which they were sent. A copy is a world of its own, nodes and all
/// (Node::clone), but without the hooks.
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
  NodeIndex add(const std::string& name, std::unique_ptr<Node> node);
  /// Gives the node its next listener: the first call makes listener 0. Throws if the address is
  /// taken.
  void listen(std::string_view name, const std::string& host, std::uint16_t port);

  /// Runs `work` between two calls of the node, then carries out what the node wants; no time
  /// passes and nothing is delivered yet.
  void turn(std::string_view name, const std::function<void()>& work);
  /// Throws std::invalid_argument if there is none of this name, as every call with a name does.
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
  /// does not hold when `within` has passed.
  bool run_until(const std::function<bool()>& holds, Duration within);
  /// Lets time pass until nothing is under way and every armed timer is periodic. Throws
  /// std::runtime_error that lists what is not, when that takes longer than `limit`.
  void run_until_idle(Duration limit);

  /// Every order a real network could show: each reachable end's next arrival, and each node's
  /// timers.
  std::vector<Choice> choices() const;
  /// Lets it happen now; timers move the time to their deadline. REQUIRES: one of choices().
  void take(Choice choice);

  /// The node's open links, oldest first.
  std::vector<LinkId> links_of(std::string_view name) const;
  /// Breaks a link for both ends.
  void reset_link(LinkId link);

  /// Hash of (instant, link, length, bytes) of every delivery so far; a close counts as length 0.
  const Digest& digest() const { return digest_; }

  /// Called with every arrival before its node is: for a transcript.
  void on_arrival(std::function<void(const Arrival&, Instant)> hook) {
    on_arrival_ = std::move(hook);
  }
  /// Called after every call of a node whose actions were carried out: the place to drain facts.
  void after_turn(std::function<void()> hook) { after_turn_ = std::move(hook); }

 private:
  struct Resident {
    std::string name;
    std::unique_ptr<Node> node;
    std::uint32_t listeners = 0;
  };

  std::size_t index_of(std::string_view name) const;
  Resident& resident(NodeIndex index) { return residents_[static_cast<std::size_t>(index)]; }
  /// The earliest timer of all nodes.
  std::pair<Instant, NodeIndex> next_timer() const;
  /// Takes the next step if it is due by `until`, moving the time to it.
  bool step(Instant until);
  void fire(NodeIndex index);
  void hand_over(Arrival arrival);
  void carry_out(NodeIndex index);
  void apply_actions(NodeIndex index, std::deque<LinkId>& wanting_flush);
  void count_step(std::size_t& steps) const;
  bool is_idle() const;
  std::string what_is_armed() const;

  Options options_;
  Instant now_;
  std::vector<Resident> residents_;
  Network network_;
  Digest digest_;
  std::vector<Action> actions_;
  std::function<void(const Arrival&, Instant)> on_arrival_;
  std::function<void()> after_turn_;
};

}  // namespace cohort::sim
