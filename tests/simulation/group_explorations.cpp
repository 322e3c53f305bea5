#include "simulation/group_explorations.hpp"

namespace cohort::testing {

namespace {

/// Members that only belong to the group, over four partitions.
Scenario group_of(std::vector<ScenarioMember> members) {
  return {.topics = {{.name = "t", .partitions = 4}},
          .members = std::move(members),
          .consumer = {{"partition.assignment.strategy", "range"}},
          .reads = false,
          .begins_settled = true};
}

/// Three that are settled, and one that joins at any moment; one of the three dies, and the two
/// others commit.
Scenario large_group(const std::string& assignor) {
  std::vector<ScenarioMember> members = alike(4, {});
  members.at(0).crashes = 1;
  members.at(1).commits = 1;
  members.at(2).commits = 1;
  members.at(3).is_here = false;
  Scenario scenario = group_of(std::move(members));
  scenario.consumer["partition.assignment.strategy"] = assignor;
  return scenario;
}

/// Two that are settled, and one that joins.
std::vector<ScenarioMember> small_group() {
  std::vector<ScenarioMember> members = alike(3, {});
  members.at(2).is_here = false;
  return members;
}

Scenario first_members() {
  Scenario scenario = group_of(alike(3, {}));
  scenario.begins_settled = false;
  return scenario;
}

Scenario static_members() {
  const auto of_instance = [](const std::string& name, const std::string& instance) {
    return ScenarioMember{.name = name, .properties = {{"group.instance.id", instance}}};
  };
  std::vector<ScenarioMember> members = {of_instance("a", "one"), of_instance("b", "two"),
                                         of_instance("c", "one")};
  members.at(1).commits = 1;
  members.at(2).is_here = false;
  return group_of(std::move(members));
}

Scenario strays() {
  std::vector<ScenarioMember> members = small_group();
  members.at(0).stray_commits = 1;
  members.at(1).stray_commits = 1;
  return group_of(std::move(members));
}

Scenario broken_connections() {
  std::vector<ScenarioMember> members = small_group();
  members.at(0).breaks = 1;
  members.at(0).commits = 1;
  return group_of(std::move(members));
}

/// Longer than a rebalance may take, so that only that ends the wait for who is dead.
Scenario long_sessions() {
  std::vector<ScenarioMember> members = small_group();
  members.at(0).crashes = 1;
  Scenario scenario = group_of(std::move(members));
  scenario.consumer["session.timeout.ms"] = "60000";
  scenario.consumer["max.poll.interval.ms"] = "7000";
  return scenario;
}

Scenario expiry() {
  std::vector<ScenarioMember> members = small_group();
  members.at(0).expiries = 1;
  return group_of(std::move(members));
}

Scenario leaving() {
  std::vector<ScenarioMember> members = small_group();
  members.at(0).leaves = 1;
  members.at(1).commits = 1;
  return group_of(std::move(members));
}

}  // namespace

const std::vector<GroupExploration>& group_explorations() {
  static const std::vector<GroupExploration> all{
      {"first members", "three members that start together", first_members()},
      {"leaving", "2 members, 1 joins, 1 leaves, the other one commits", leaving()},
      {"expiry", "2 members, 1 joins, 1 session ends though its member lives", expiry()},
      {"static", "2 static members, and a second process with the instance id of the first",
       static_members()},
      {"strays", "2 members, 1 joins, 2 commits over other connections arrive late", strays()},
      {"broken connections", "2 members, 1 joins, 1 commits, and loses its connections",
       broken_connections()},
      {"long sessions", "2 members, 1 joins, 1 dies; sessions outlast rebalances", long_sessions()},
      {"eager", "3 members, 1 more joins, 1 dies, 2 commit; range", large_group("range"), true},
      {"cooperative", "the same; cooperative-sticky", large_group("cooperative-sticky"), true},
  };
  return all;
}

}  // namespace cohort::testing
