// ProcessingWorld: two processors, a broker, and what may go wrong, as one explorable value.
#pragma once

#include "explore/output_view.hpp"
#include "explore/processor.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/sim/simulation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// How much goes wrong at the most, and how finely it is looked at.
struct ProcessingOptions {
  int crashes = 1;   ///< A processor dies; another process takes its transactional id at once.
  int expiries = 1;  ///< The session of a member that lives ends: a rebalance, and a zombie.
  /// Leaves out what nobody but a processor could notice, and thereby no behaviour of the broker:
  /// - Answers arrive when they are sent. Whether a processor that dies has heard one shows in
  ///   nothing but its next request, which a crash then loses or not.
  /// - So do requests for the input, which does not change.
  /// - A late request that changes nothing is lost.
  bool leaves_out_detours = true;
  bool operator==(const ProcessingOptions&) const = default;
};

/// The records of the input, by partition: three in all.
const std::array<std::vector<std::string>, input_partitions>& input_records();

/// At the start both processors are in the group with one partition each, and ask for its offset.
/// Time stands still: what takes how long does not matter, only in which order things happen. A
/// session may end at any time at which its member does not wait in JoinGroup or SyncGroup.
class ProcessingWorld {
 public:
  explicit ProcessingWorld(const ProcessingOptions& options = {});

  std::size_t move_count() const { return moves_.size(); }
  std::string move_name(std::size_t move) const;
  void make(std::size_t move);
  StateHash state() const;
  /// Each record of the input is processed.
  bool is_finished() const;

  /// Asks the broker, as readers do.
  void look();
  /// What it said when it was asked last.
  const OutputView& view() const { return view_; }
  /// What went away or back with the last move, in words.
  const std::optional<std::string>& taken_back() const { return taken_back_; }
  sim::Simulation& simulation() { return simulation_; }
  const sim::Simulation& simulation() const { return simulation_; }

 private:
  /// One of the two places, with the process that has it.
  struct Seat {
    std::string process;
    int incarnation = 0;
    LinkId own_end{};
    LinkId broker_end{};
  };
  /// A process that has died; at most one request of it is under way.
  struct Zombie {
    std::string process;
    Step request{};
    LinkId broker_end{};
    bool is_under_way = false;
  };
  struct Move {
    enum class Kind : std::uint8_t {
      request,        ///< Of a seat's processor arrives.
      answer,         ///< Arrives at it.
      late_request,   ///< Of a zombie.
      crash,          ///< What it has sent may still arrive.
      crash_and_cut,  ///< What it has sent is lost.
      expiry,         ///< Of a seat's member.
      ghost_expiry,   ///< Of the member that a zombie was.
    };
    Kind kind{};
    std::size_t who = 0;  ///< Of the seats, the zombies, or the group's members.
  };

  void set_up();
  void act_on_broker(const std::function<void(broker::Broker&, Instant)>& work);
  const Processor& processor(const Seat& seat) const;
  Seat seated(const std::string& process, std::size_t place, int incarnation);
  void crash(Seat& seat, bool loses_request);
  void expire(const std::string& member_id);
  /// What takes no time and nobody can notice the order of.
  void settle();
  bool can_arrive(LinkId end) const;
  std::vector<Move> possible_moves() const;
  bool is_of_zombie(const std::string& client_id) const;
  const broker::BrokerState& broker_state() const;
  /// Of the output, by the broker's own word.
  std::int64_t last_stable_offset() const;

  ProcessingOptions options_;
  sim::Simulation simulation_;
  std::vector<Seat> seats_;
  std::vector<Zombie> zombies_;
  LinkId reader_end_{};  ///< The broker's, of the one who looks.
  OutputView view_;
  std::optional<std::string> taken_back_;
  std::vector<Move> moves_;
};

}  // namespace cohort::testing
