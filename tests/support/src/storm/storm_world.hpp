// StormWorld: a broker, the places of a group's consumers, and what a storm does to them.
#pragma once

#include "storm/storm_program.hpp"
#include "trace/trace_recorder.hpp"
#include "world/group_watch.hpp"
#include "world/member_node.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/testing/storm.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::testing {

inline constexpr const char* storm_group = "storm";

class StormWorld {
 public:
  /// With a trace, all that happens is written into it.
  StormWorld(std::uint64_t seed, const StormOptions& options, Trace* trace);
  StormWorld(const StormWorld&) = delete;
  StormWorld& operator=(const StormWorld&) = delete;

  /// Lets time pass until then, or until something is wrong.
  void run_until(Instant then);
  void take(const StormStep& step);
  /// Nothing goes wrong any more: all has to settle, and to read what there is.
  void calm();
  /// It has come to an end that no checker saw.
  void fail(const char* checker, const char* what);

  Instant start() const { return start_; }
  /// Something is wrong: there is no going on.
  bool is_over() const { return violation_.has_value() || watch_.broken().has_value(); }
  StormRun result();

 private:
  /// Where a consumer's process may be.
  struct Seat {
    std::string name;     ///< Its client id.
    std::string process;  ///< Its node; empty: nobody was there yet.
    const Node* node = nullptr;
    int incarnations = 0;
    bool is_alive = false;
    std::string assignors;
    std::set<std::string> topics;
    std::uint64_t seen = 0;  ///< How often its member had changed when it was looked at.
  };

  // storm_world.cpp: the world by itself
  void after_turn();
  /// What a member has come to, for the trace.
  void record(const Seat& seat);
  void start_process(Seat& seat);
  void act_on(Seat& seat, const std::function<void(MemberNode&, Instant)>& work);
  const MemberNode& member(const Seat& seat) const;
  Seat* pick(Rng& draws, const std::function<bool(const Seat&)>& fits);
  bool is_open(const Seat& seat) const;
  void retire(Seat& seat);
  /// Its process dies without a word.
  void crash(Seat& seat);
  void drop_those_that_closed();

  // storm_actions.cpp: what a step does
  void keep_company();
  void act_on_member(const StormStep& step, Rng& draws);
  void disconnect(const Seat& seat, Rng& draws);
  void act_on_topics(const StormStep& step, Rng& draws);
  void act_on_brokers(const StormStep& step, Rng& draws);
  void disturb(Rng& draws);
  void refuse(Rng& draws);
  void delete_or_create_topic(Rng& draws);
  void stop_or_start_broker(Rng& draws);

  // storm_calm.cpp: what has to come of it
  /// What is not as it has to be in the end; null: nothing.
  const char* unsettled() const;
  bool has_read_all(const Seat& seat) const;
  client::PartitionSet wanted_partitions() const;
  void check_nothing_is_lost();
  std::string describe();

  StormOptions options_;
  Instant start_;
  broker::VirtualBroker broker_;
  client::ConsumerConfig consumer_;
  std::optional<TraceRecorder> recorder_;  ///< If somebody wants a trace.
  GroupWatch watch_;
  std::vector<Seat> seats_;
  std::vector<std::string> topics_;
  std::set<std::string> deleted_;
  std::set<std::string> recreated_;
  std::set<std::int32_t> stopped_;
  std::vector<broker::RuleId> rules_;
  /// What processes that are gone have processed.
  std::map<client::TopicPartition, OffsetRuns> processed_;
  std::size_t events_ = 0;
  std::size_t generations_ = 0;
  std::optional<Violation> violation_;
};

}  // namespace cohort::testing
