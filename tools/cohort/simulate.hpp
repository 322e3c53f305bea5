// cohort simulate: storms of many seeds over a virtual group, and what they found.
#pragma once

#include <cohort/testing/storm.hpp>

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

struct SimulateOptions {
  std::string scenario = "group";
  std::string seeds = "1..1000";  ///< A..B, both included; or one.
  unsigned jobs = 0;              ///< 0: as many as the machine runs at once.
  std::uint64_t stop_after = 10;  ///< Violations.
  bool lists = false;             ///< The scenarios, and nothing else.
  std::string output = "table";   ///< Of `-o`; what is printed does not depend on it.
};

/// Adds the command and its options.
CLI::App& add_simulate(CLI::App& app, SimulateOptions& options);

/// Returns the exit status. Throws UsageError.
int simulate(const SimulateOptions& options);

/// Throws UsageError, which names those that there are.
const testing::StormScenario& storm_scenario(const std::string& name);
/// A whole number. Throws UsageError, which names `option`.
std::uint64_t parse_number(const std::string& option, std::string_view text);

}  // namespace cohort::tool
