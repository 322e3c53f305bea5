// ConsumerWorld::World: the state behind a ConsumerWorld.
#pragma once

#include "trace/member_names.hpp"
#include "world/group_watch.hpp"
#include "world/member_node.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/sim/simulation.hpp>
#include <cohort/testing/consumer_world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

inline constexpr const char* scenario_group = "group";
inline constexpr const char* broker_node = "broker";
/// Who commits in the name of others.
inline constexpr const char* stray_node = "somebody else";

/// One thing that may happen next.
struct Move {
  enum class Kind : std::uint8_t {
    arrival,  ///< At `end`.
    step,     ///< Of the seat's program.
    timer,    ///< Of the node; time passes to it.
    start,    ///< A process takes the seat. It and what follows are of the seat.
    crash,
    leave,
    commit,
    expiry,
    breakage,
    stray_commit,
  };
  Kind kind{};
  std::size_t seat = 0;
  LinkId end{};
  sim::NodeIndex node{};
};

class ConsumerWorld::World {
 public:
  World(const Scenario& scenario, const Reductions& reductions);

  const std::vector<Move>& moves() const { return moves_; }
  std::string name(const Move& move) const;
  void make(const Move& move);
  StateHash state() const;
  bool is_finished() const;
  std::string missing() const;

  const Scenario& scenario() const { return *scenario_; }
  const std::map<std::string, int>& effects() const { return effects_; }
  std::vector<MemberLook> looks() const;
  const broker::Broker& broker() const;
  const GroupWatch& watch() const { return watch_; }
  const sim::Simulation& simulation() const { return simulation_; }
  void tell();
  std::vector<std::string> take_story() { return std::exchange(story_, {}); }

 private:
  /// One place of the scenario, with the process that has it.
  struct Seat {
    std::string process;  ///< Its node; empty: nobody has come yet.
    bool is_alive = false;
    std::size_t kind = 0;  ///< Seats of one kind are alike.
    std::size_t effects_seen = 0;
    int starts = 0;  ///< How often a process may come now.
    int restarts = 0;
    int crashes = 0;
    int leaves = 0;
    int commits = 0;
    int expiries = 0;
    int breaks = 0;
    int stray_commits = 0;
  };

  // world.cpp
  void set_up();
  void form_group();
  bool has_settled() const;
  client::PartitionSet subscribed_partitions() const;
  void start(std::size_t seat);
  void act_on_broker(const std::function<void(broker::Broker&, Instant)>& work);
  void act_on(Seat& seat, const std::function<void(MemberNode&, Instant)>& work);
  void expire(const Seat& seat);
  void settle();
  void commit_astray(const Seat& seat);
  void forget_what_strays_heard();
  void take(sim::Choice choice);
  /// What the last move has led to.
  void take_stock();
  void tell_facts(const std::vector<broker::Fact>& facts);
  std::string requester_of(const Move& move) const;
  const MemberNode& member(const Seat& seat) const;
  std::optional<std::string> member_id_of(const Seat& seat) const;
  std::size_t kind_of(const ScenarioMember& member) const;
  /// So many are handed out from now on, at the most.
  std::size_t member_ids_to_come() const;

  // world_moves.cpp
  std::vector<Move> possible_moves() const;
  std::vector<Move> moves_of(std::size_t seat, const std::vector<LinkId>& arriving) const;
  bool goes_by_itself(const Seat& seat, const std::vector<LinkId>& arriving) const;
  bool is_late(LinkId end) const;
  bool is_parked(const Seat& seat) const;
  std::vector<Move> time_moves() const;
  bool is_calm() const { return simulation_.now() > calm_; }
  /// Whether it may arrive now, since nobody can tell when it does.
  bool arrives_at_once(LinkId end) const;
  std::string describe_arrival(LinkId end) const;
  std::string describe_timer(sim::NodeIndex node) const;
  std::string process_behind(LinkId broker_end) const;
  std::size_t seat_at(LinkId end) const;

  std::shared_ptr<const Scenario> scenario_;
  Reductions reductions_;
  sim::Simulation simulation_;
  GroupWatch watch_;
  std::vector<Seat> seats_;
  sim::AlikeNodes processes_of_kind_;  ///< All that there ever were.
  std::map<std::string, int> effects_;
  Instant end_;   ///< No timer fires later.
  Instant calm_;  ///< Nothing goes wrong later: there is time to get over it.
  /// Of the broker, and whose their other ends are or were.
  std::vector<std::pair<LinkId, sim::NodeIndex>> links_;
  std::vector<Move> moves_;
  bool tells_ = false;
  std::string requester_;  ///< Whose request the last move was, if it was one; if it is told.
  MemberNames names_;
  std::vector<std::string> story_;
};

}  // namespace cohort::testing
