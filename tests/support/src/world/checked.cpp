#include "world/checked.hpp"

#include "world/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>

namespace cohort::testing {

namespace {

template <class... Parts>
[[noreturn]] void refuse_world(fmt::format_string<Parts...> what, Parts&&... parts) {
  throw std::invalid_argument(fmt::format(what, std::forward<Parts>(parts)...));
}

/// What belongs to the world: with other values its consumers would not be in it.
void check_properties(const client::Properties& properties) {
  for (const char* key : {"bootstrap.servers", "group.id"}) {
    if (properties.contains(key)) refuse_world("{}: is the world's own", key);
  }
}

/// Without the marks of those that come in its place.
std::string first_process(std::string name) {
  while (!name.empty() && name.back() == '\'') name.pop_back();
  return name;
}

void check_budgets(const ScenarioMember& member) {
  const std::array budgets{member.crashes,  member.restarts, member.leaves,       member.commits,
                           member.expiries, member.breaks,   member.stray_commits};
  if (std::ranges::any_of(budgets, [](int times) { return times < 0; })) {
    refuse_world("member {}: nothing can happen less than 0 times", member.name);
  }
}

}  // namespace

const Scenario& checked(const Scenario& scenario) {
  check_properties(scenario.consumer);
  for (const ScenarioTopic& topic : scenario.topics) {
    if (topic.partitions > 0) continue;
    refuse_world("topic {}: partitions={}: must be 1 or more", topic.name, topic.partitions);
  }
  std::set<std::string> names{broker_node, stray_node};
  for (const ScenarioMember& member : scenario.members) {
    check_properties(member.properties);
    check_budgets(member);
    for (const std::string& topic : member.topics) {
      const bool is_there = std::ranges::any_of(
          scenario.topics, [&](const ScenarioTopic& each) { return each.name == topic; });
      if (is_there) continue;
      refuse_world("member {}: there is no topic {} to subscribe to", member.name, topic);
    }
    if (!names.insert(first_process(member.name)).second) {
      refuse_world("member {}: the name is taken", member.name);
    }
    if (member.stray_commits > 0 && scenario.topics.empty()) {
      refuse_world("member {}: stray_commits={}: there is no topic", member.name,
                   member.stray_commits);
    }
  }
  return scenario;
}

const StormOptions& checked(const StormOptions& options) {
  check_properties(options.consumer);
  const auto check_number = [](const char* field, std::int64_t value, std::int64_t least) {
    if (value < least) refuse_world("{}={}: must be {} or more", field, value, least);
  };
  check_number("members", options.members, 0);
  check_number("topics", options.topics, 1);
  check_number("partitions", options.partitions, 1);
  check_number("brokers", options.brokers, 1);
  check_number("steps", options.steps, 0);
  if (options.length <= Duration::zero()) refuse_world("length: must be longer than 0");
  if (options.assignors.empty()) refuse_world("assignors: none; must be one or more");
  return options;
}

}  // namespace cohort::testing
