// cohort conform: the conformance suite against a broker, and reports of what it found.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

struct ConformOptions {
  // The broker: one of these, or Cohort itself, in this process and in virtual time.
  std::string bootstrap;   ///< HOST:PORT
  std::string start;       ///< A command of the shell.
  std::string broker_log;  ///< A file for what started brokers write to stderr; "": none.

  std::vector<std::string> only;      ///< Patterns of case ids; none: all cases.
  std::vector<std::string> declared;  ///< KEY=VALUE
  std::string as_version;             ///< X.Y of the Kafka that it is compared with; "": 3.9.
  unsigned jobs = 0;                  ///< Threads; 0: as many as suit.
  std::string name;                   ///< Of the broker, in reports.
  bool keeps = false;                 ///< What cases made stays.

  bool lists = false;
  std::string explained;  ///< The id of a case, or a pattern.

  std::string output = "table";
  bool is_verbose = false;
  std::string html;  ///< A file, likewise the next two; "": none.
  std::string json;
  std::string junit;

  std::vector<std::string> reports;  ///< Files, of the command `report`.
};

/// Adds the command and its options.
CLI::App& add_conform(CLI::App& app, ConformOptions& options);

/// Returns the exit status: 1 when a case failed, or none passed. Throws UsageError.
int conform(const ConformOptions& options);

}  // namespace cohort::tool
