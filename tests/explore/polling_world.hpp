// PollingWorld: a broker and consumers of one group, real ones, as one value; anything that can
// happen next is a move.
#pragma once

#include "world/member_node.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/sim/simulation.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

/// What of a process is still under way when it dies.
enum class Arrives : bool { nothing, what_was_sent };
/// Whether consumers count as alike.
enum class Alike : bool { no, yes };

/// Its consumers' programs do at once what there is to do, and commit what was read.
class PollingWorld {
 public:
  static constexpr const char* topic = "orders";
  static constexpr const char* group = "readers";
  static constexpr std::int32_t partitions = 2;

  /// No consumer is there yet.
  explicit PollingWorld(Alike alike = Alike::no);
  PollingWorld(const PollingWorld&) = default;
  PollingWorld& operator=(const PollingWorld&) = default;

  /// Starts a process that subscribes and polls, in this seat.
  void start(const std::string& seat);
  /// Kills the process that has the seat. Of alike ones what they sent arrives at once: the order
  /// of links that have lost their other end is that in which they were made, whoever made them.
  void crash(const std::string& seat, Arrives arrives = Arrives::what_was_sent);
  void act_on_broker(const std::function<void(broker::Control&)>& work);

  /// In an order that is the same in worlds of the same state.
  struct Move {
    enum class Kind : std::uint8_t { happens, crash };
    Kind kind{};
    sim::Choice what{};
    std::string seat{};
  };
  std::vector<Move> moves() const;
  void make(const Move& move);
  /// What is under way to and from this seat alone arrives, and what follows from it.
  void run(const std::string& seat);
  /// All arrives, and no time passes.
  void settle() { simulation_.settle(); }
  void advance(Duration by) { simulation_.advance(by); }

  /// With every promise; so many member ids may still come.
  StateHash state(std::size_t member_ids_to_come = 3) const;
  DigestPromises promises(std::size_t member_ids_to_come) const;
  const client::ConsumerNode& consumer(const std::string& seat) const;
  bool is_stable(const std::string& seat) const {
    return consumer(seat).group_membership().generation >= 0;
  }
  sim::AlikeNodes alike_nodes() const;
  /// As they went into the state.
  std::vector<std::string> seats_in_order() const;
  Instant started() const { return started_; }
  sim::Simulation& simulation() { return simulation_; }
  const sim::Simulation& simulation() const { return simulation_; }

 private:
  bool can_arrive(LinkId end) const;
  const std::string& process_in(const std::string& seat) const { return seats_.at(seat); }

  Alike alike_;
  sim::Simulation simulation_;
  Instant started_;
  std::map<std::string, std::string> seats_;  ///< The process in each.
  std::vector<std::string> processes_;        ///< All that there were.
};

}  // namespace cohort::testing
