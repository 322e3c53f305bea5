#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cohort::client {

namespace {

struct BuiltIn {
  std::string_view name;
  std::string_view java_class;
  AssignorPointer (*make)();
};

constexpr std::array built_in{
    BuiltIn{"range", "RangeAssignor", &range_assignor},
    BuiltIn{"roundrobin", "RoundRobinAssignor", &roundrobin_assignor},
    BuiltIn{"sticky", "StickyAssignor", &sticky_assignor},
    BuiltIn{"cooperative-sticky", "CooperativeStickyAssignor", &cooperative_sticky_assignor},
};

constexpr std::string_view strategy_key = "partition.assignment.strategy";

std::string_view without_outer_spaces(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

bool is_among(const Assignors& assignors, const std::string& name) {
  return std::ranges::any_of(assignors, [&](const auto& one) { return one->name() == name; });
}

}  // namespace

std::string_view name(RebalanceProtocol protocol) {
  switch (protocol) {
    case RebalanceProtocol::eager:
      return "eager";
    case RebalanceProtocol::cooperative:
      return "cooperative";
  }
  return "unknown";
}

Buffer Assignor::user_data(const std::set<std::string>& /*topics*/,
                           const ReceivedAssignment& /*last*/) const {
  return {};
}

std::map<std::string, Buffer> Assignor::told_to_members(const AssignmentProblem& /*problem*/,
                                                        const Assignment& /*assignment*/) const {
  return {};
}

AssignorPointer built_in_assignor(std::string_view name) {
  constexpr std::string_view java_package = "org.apache.kafka.clients.consumer.";
  const bool is_java = name.starts_with(java_package);
  if (is_java) name.remove_prefix(java_package.size());
  for (const BuiltIn& one : built_in) {
    if (name == (is_java ? one.java_class : one.name)) return one.make();
  }
  return nullptr;
}

Assignors assignors_named(std::string_view names) {
  Assignors assignors;
  for (std::string_view rest = names;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = without_outer_spaces(rest.substr(0, comma));
    AssignorPointer assignor = built_in_assignor(name);
    if (assignor == nullptr) {
      throw ConfigError(
          fmt::format("{}=\"{}\": \"{}\" is no assignor; there are range, roundrobin, sticky and "
                      "cooperative-sticky",
                      strategy_key, names, name));
    }
    if (is_among(assignors, assignor->name())) {
      throw ConfigError(fmt::format("{}=\"{}\": {} is named twice", strategy_key, names, name));
    }
    assignors.push_back(std::move(assignor));
    if (comma == rest.size()) return assignors;
    rest.remove_prefix(comma + 1);
  }
}

RebalanceProtocol common_protocol(const Assignors& assignors) {
  if (assignors.empty()) throw ConfigError(fmt::format("{}: no assignor", strategy_key));
  const auto all_support = [&](RebalanceProtocol protocol) {
    return std::ranges::all_of(
        assignors, [&](const auto& one) { return one->protocols().contains(protocol); });
  };
  if (all_support(RebalanceProtocol::cooperative)) return RebalanceProtocol::cooperative;
  if (all_support(RebalanceProtocol::eager)) return RebalanceProtocol::eager;
  std::string listed;
  for (const AssignorPointer& one : assignors) {
    listed.append(listed.empty() ? "" : ", ").append(one->name());
  }
  throw ConfigError(fmt::format("{}: {} have no rebalance protocol in common (eager, cooperative)",
                                strategy_key, listed));
}

}  // namespace cohort::client
