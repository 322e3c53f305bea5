// cohort trace: the storm of one seed once more, told in lines, as JSON, or as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

struct TraceOptions {
  std::string scenario = "group";
  std::string seed;
  std::optional<std::string> steps;  ///< Numbers with commas, or "none"; nothing: all.
  std::string html;                  ///< A file to write the page to; empty: none.
  std::string output = "text";
  bool shows_messages = false;
};

/// Adds the command and its options.
CLI::App& add_trace(CLI::App& app, TraceOptions& options);

/// Returns the exit status. Throws UsageError, or std::exception when the file can't be written.
int trace(const TraceOptions& options);

}  // namespace cohort::tool
