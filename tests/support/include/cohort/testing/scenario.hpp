// Scenario: who takes part, what each does, and what may go wrong: what is to be explored.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/client/assignor.hpp>
#include <cohort/client/client_config.hpp>
#include <cohort/testing/program.hpp>

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace cohort::testing {

struct ScenarioTopic {
  std::string name = "orders";
  std::int32_t partitions = 1;
  /// The values of its records, by partition; there are no others later.
  std::vector<std::vector<std::string>> records{};
};

/// One consumer of the group, and how often at the most each thing happens to it, at any moment.
struct ScenarioMember {
  std::string name;                 ///< For people.
  Program program{};                ///< Without one it reads, and leaves the rest to its consumer.
  std::set<std::string> topics{};   ///< It subscribes to; none: to all of the scenario.
  client::Properties properties{};  ///< Kafka's keys, over the scenario's.
  client::Assignors assignors{};    ///< Of your own, over `partition.assignment.strategy`.
  bool is_here = true;              ///< From the start; else it comes at any moment.
  int crashes = 0;                  ///< Its process dies without a word.
  int restarts = 0;                 ///< And another one takes its place, at any moment after.
  int leaves = 0;                   ///< It closes its consumer.
  int commits = 0;                  ///< It commits what it owns, without waiting.
  int expiries = 0;       ///< Its session ends though it lives: a pause that was too long.
  int breaks = 0;         ///< Its connections break; what it has sent arrives at any time.
  int stray_commits = 0;  ///< Somebody else commits in its name, as of the generation that it knows
                          ///< just then, over another connection: that arrives at any time, too.
};

/// One group over one broker.
struct Scenario {
  std::vector<ScenarioTopic> topics{};
  std::vector<ScenarioMember> members{};
  /// Kafka's keys, of all consumers. What is not set is small, so that there is little to wait for:
  /// `session.timeout.ms=10000`, `heartbeat.interval.ms=3000`, `max.poll.interval.ms=20000`,
  /// `auto.offset.reset=earliest`, `enable.auto.commit=false`.
  client::Properties consumer{};
  /// Kafka's keys, of the broker. `group.initial.rebalance.delay.ms` is 0 unless set.
  client::Properties broker{};
  /// Whether its members fetch at all. A scenario about the group alone is smaller without.
  bool reads = true;
  /// So much time may pass at the most. Nothing goes wrong in the last of it, and who is to come is
  /// there, so that the group can get over it: that takes the longest session and rebalance.
  Duration horizon = std::chrono::minutes(2);
  /// Those that are there from the start have formed their group already, and nothing is under way.
  /// Else they have just sent their first JoinGroup.
  bool begins_settled = false;
  /// Effects of programs that have to happen, each of them: from everywhere there has to be a way
  /// to where they have.
  std::set<std::string> wanted{};
};

/// So many members that are alike but for their names: "a", "b", ….
std::vector<ScenarioMember> alike(int count, const ScenarioMember& as);

}  // namespace cohort::testing
