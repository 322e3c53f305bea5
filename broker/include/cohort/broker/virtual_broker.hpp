// VirtualBroker: a broker in virtual time, with any number of peers in the same process.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/broker/control.hpp>
#include <cohort/broker/journal.hpp>
#include <cohort/broker/topic_to_make.hpp>
#include <cohort/sim/simulation.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

struct VirtualOptions {
  Config config{};
  std::vector<TopicToMake> topics{};
  /// Of the network: what it does to bytes, and from which draws; and the time at the start.
  sim::Options world{};
  std::size_t journal_capacity = Journal::default_capacity;
};

/// The brokers listen on `host`, from `first_port` on, a port each. Peers are nodes that are added
/// to world() and dial them. Nothing happens by itself: advance(), settle() and run_until() let it.
/// Same options, same peers, same calls: same bytes, same journal, same digest. A copy is a world
/// of its own.
class VirtualBroker {
 public:
  static constexpr const char* host = "broker";
  static constexpr std::uint16_t first_port = 9092;

  /// Throws std::invalid_argument when a topic can't be made.
  explicit VirtualBroker(VirtualOptions options = {});
  VirtualBroker(const VirtualBroker& other);
  VirtualBroker& operator=(const VirtualBroker& other) = delete;
  ~VirtualBroker() = default;

  sim::Simulation& world() { return world_; }
  const sim::Simulation& world() const { return world_; }
  Broker& broker() { return *broker_; }
  const Broker& broker() const { return *broker_; }
  Control& control() { return control_; }
  const Journal& journal() const { return journal_; }
  /// `broker:9092,broker:9093,…`
  std::string bootstrap_servers() const;

  Instant now() const { return world_.now(); }
  /// Lets so much time pass; all that is due on the way happens, each at its own time.
  void advance(Duration by) { world_.advance(by); }
  /// Lets happen all that is due now, while time stands still.
  void settle() { world_.settle(); }
  /// Jumps from deadline to deadline until it holds; false if it does not when `within` has passed.
  bool run_until(const std::function<bool()>& holds, Duration within) {
    return world_.run_until(holds, within);
  }
  /// Until only timers are armed that come again and again. Throws std::runtime_error that lists
  /// what is left when `limit` has passed.
  void run_until_idle(Duration limit) { world_.run_until_idle(limit); }

  /// The next arrival or timer of the broker or a peer; Instant::never() if there is none.
  Instant next_deadline() const { return world_.next_deadline(); }
  /// What the broker and the peers wait for, the next one first.
  std::vector<ArmedTimer> armed_timers() const { return world_.armed_timers(); }
  /// nullopt: the group is settled, or not there.
  std::optional<WaitView> waiting_for(const std::string& group);

  /// As after construction, with the peers and their links closed; time and the journal's numbers
  /// go on.
  void reset();

 private:
  void adopt_broker();
  void make_topics();

  std::vector<TopicToMake> topics_;
  sim::Simulation world_;
  Broker* broker_ = nullptr;
  Journal journal_;
  Control control_;
};

}  // namespace cohort::broker
