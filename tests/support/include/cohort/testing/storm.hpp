// storm: long random runs of a whole group, in which everything that can happen to consumers
// happens.
#pragma once

#include <cohort/client/client_config.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/testing/state_graph.hpp>
#include <cohort/testing/trace.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {

/// What a storm does at one moment. What it is done to follows from `choice`, as far as it is there
/// then: so a step means the same when others are left out.
struct StormStep {
  enum class Kind : std::uint8_t {
    join,             ///< A process takes an empty place.
    leave,            ///< Closes its consumer.
    crash,            ///< Its process dies without a word.
    stall,            ///< Polls no more; heartbeats go on.
    resume,           ///< Polls again.
    commit,           ///< What it has read.
    rejoin,           ///< enforceRebalance.
    seek,             ///< To the beginning of what it owns.
    subscribe,        ///< To one topic or to all.
    change_assignor,  ///< Its process is replaced by one with another assignor.
    produce,          ///< Records come into a partition.
    grow_topic,
    delete_topic,  ///< And it is created again with the next step of this kind.
    move_leader,
    move_coordinator,
    stop_broker,  ///< And it is started again with the next step of this kind.
    expire,       ///< The session of a member ends though it lives.
    rebalance,    ///< Asked for by control.
    disconnect,   ///< All connections of a member break.
    disturb,      ///< The network from now on: latency, delays, cuts, resets.
    refuse,       ///< The next answers to one API are errors.
  };
  Duration at{};  ///< From the start.
  Kind kind{};
  std::uint64_t choice = 0;
  bool operator==(const StormStep&) const = default;
};

/// "change_assignor" and so on.
std::string_view name(StormStep::Kind kind);

struct StormOptions {
  int members = 3;
  int topics = 2;
  std::int32_t partitions = 2;  ///< Of each topic.
  std::int32_t brokers = 1;
  /// A coordinator that takes a group over knows of each member only the protocol in effect, as in
  /// Kafka: then all members have to prefer the same assignor.
  bool coordinators_move = true;
  Duration length = std::chrono::seconds(60);
  int steps = 24;  ///< Drawn over the length.
  /// The assignors of a member are drawn from these.
  std::vector<std::string> assignors = {"range,cooperative-sticky", "range", "range,roundrobin"};
  bool are_static = false;  ///< Members have instance ids.
  /// Topics grow and go. A static leader that restarts keeps its assignment and takes what it finds
  /// for what that was made of, as Java's does (KIP-814): then nobody notices what changed before.
  bool topics_change = true;
  bool reads = true;              ///< Members fetch records; else they only belong to the group.
  client::Properties consumer{};  ///< Kafka's keys, of all consumers.
  client::Properties broker{};    ///< Kafka's keys.
};

/// A storm by name: for the command line, and for a table.
struct StormScenario {
  std::string name;
  std::string about;
  StormOptions options;
};
const std::vector<StormScenario>& storm_scenarios();
/// Null if there is none.
const StormScenario* find_storm_scenario(std::string_view name);

/// What a seed makes of the options: each seed leaves out some kinds of steps and prefers others
/// (swarm testing), so that rare combinations come up.
std::vector<StormStep> storm_steps(std::uint64_t seed, const StormOptions& options);

/// The seed's steps of these numbers; of numbers that there are not, nothing.
std::vector<StormStep> chosen_steps(std::uint64_t seed, const StormOptions& options,
                                    const std::vector<std::size_t>& numbers);

struct StormRun {
  std::uint64_t digest = 0;  ///< Of all bytes that arrived, when and where.
  std::size_t events = 0;    ///< Arrivals and timers, of all nodes.
  std::size_t generations = 0;
  std::optional<Violation> violation;
};

/// One run of just these steps; then the storm ends, and what lives has to settle and read all
/// there is. With a trace, all that happens is written into it.
StormRun run_storm(std::uint64_t seed, const StormOptions& options,
                   const std::vector<StormStep>& steps, Trace* trace = nullptr);

struct StormResult {
  StormRun run;
  /// Of a run with a violation: the numbers of the steps that are enough for it, as few as were
  /// found.
  std::vector<std::size_t> steps;
};

/// The storm of a seed, run twice: two runs have to be one to the byte, or that is a violation of
/// "determinism". A violation's steps are shrunk.
StormResult storm(std::uint64_t seed, const StormOptions& options = {});

}  // namespace cohort::testing
