#include "trace.hpp"

#include "serve.hpp"
#include "simulate.hpp"
#include "standard_output.hpp"
#include <cohort/testing/trace.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace cohort::tool {

namespace {

/// REQUIRES: the seed has `count` steps.
std::vector<std::size_t> parse_steps(std::string_view text, std::size_t count) {
  std::vector<std::size_t> steps;
  if (text == "none") return steps;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::uint64_t step = parse_number("--steps", text.substr(0, comma));
    if (step >= count) {
      throw UsageError(fmt::format("--steps {}: the seed has the steps 0 to {}", step, count - 1));
    }
    if (!steps.empty() && step <= steps.back()) {
      throw UsageError(fmt::format("--steps {}: they come in their order, each once", step));
    }
    steps.push_back(step);
    if (comma == std::string_view::npos) return steps;
    text.remove_prefix(comma + 1);
  }
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path + " can't be written");
}

}  // namespace

CLI::App& add_trace(CLI::App& app, TraceOptions& options) {
  CLI::App& command =
      *app.add_subcommand("trace", "The storm of one seed, told line by line, or as a page.");
  command
      .add_option("--scenario", options.scenario, "Which group; cohort simulate --list has them")
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Which storm")->required();
  command.add_option("--steps", options.steps, "Only these of its steps: 3,8,12, or none");
  CLI::Option* html =
      command.add_option("--html", options.html, "Write a page to this file instead");
  command.add_flag("--messages", options.shows_messages, "Each request and answer, too");
  command.add_option("-o", options.output, "text for people, json for programs")
      ->excludes(html)
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "table", "json"}));
  return command;
}

int trace(const TraceOptions& options) {
  const testing::StormScenario& scenario = storm_scenario(options.scenario);
  const std::uint64_t seed = parse_number("--seed", options.seed);
  std::vector<testing::StormStep> steps = testing::storm_steps(seed, scenario.options);
  testing::Trace traced{.scenario = scenario.name, .seed = seed};
  traced.steps.resize(steps.size());
  std::iota(traced.steps.begin(), traced.steps.end(), std::size_t{0});
  if (options.steps) {
    traced.steps = parse_steps(*options.steps, steps.size());
    steps = testing::chosen_steps(seed, scenario.options, traced.steps);
  }
  testing::run_storm(seed, scenario.options, steps, &traced);
  const int status = traced.violation ? 1 : 0;
  if (!options.html.empty()) {
    write_file(options.html, testing::to_html(traced));
    return status;
  }
  const auto detail =
      options.shows_messages ? testing::TraceDetail::messages : testing::TraceDetail::story;
  StandardOutput output;
  output.text() =
      options.output == "json" ? testing::to_json(traced) : testing::to_text(traced, detail);
  // Whoever does not want to read it all is not to be told.
  static_cast<void>(output.flush());
  return status;
}

}  // namespace cohort::tool
