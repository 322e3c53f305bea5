#include "simulate.hpp"

#include "serve.hpp"
#include "standard_output.hpp"
#include "status_line.hpp"
#include "stop_signals.hpp"
#include "table.hpp"
#include <cohort/testing/storm_series.hpp>

#include <CLI/CLI.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <thread>

namespace cohort::tool {

namespace {

using testing::SeedRange;
using testing::StormResult;
using testing::StormScenario;
using testing::StormTally;
using Clock = std::chrono::steady_clock;

SeedRange parse_seeds(const std::string& text) {
  const std::string option = "--seeds";
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    const std::uint64_t seed = parse_number(option, text);
    return {.first = seed, .last = seed};
  }
  const std::string_view view = text;
  const SeedRange seeds{.first = parse_number(option, view.substr(0, dots)),
                        .last = parse_number(option, view.substr(dots + 2))};
  if (seeds.first > seeds.last) {
    throw UsageError(fmt::format("--seeds {}: the first is above the last", text));
  }
  return seeds;
}

int list_scenarios() {
  Table table({"SCENARIO", "ABOUT"});
  for (const StormScenario& each : testing::storm_scenarios()) table.add({each.name, each.about});
  StandardOutput output;
  output.text() = table.text();
  static_cast<void>(output.flush());
  return 0;
}

std::string last_lines(const std::string& text) {
  constexpr int most_lines = 30;
  std::size_t from = text.size();
  for (int lines = 0; from > 0 && lines <= most_lines; ++lines) from = text.rfind('\n', from - 1);
  return from == std::string::npos ? text : text.substr(from + 1);
}

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

/// One `cohort simulate`: what it prints while the series runs, and at its end.
class Simulation {
 public:
  Simulation(const StormScenario& scenario, const SimulateOptions& options)
      : scenario_(scenario), series_{.seeds = parse_seeds(options.seeds)}, line_(true) {
    series_.jobs =
        options.jobs == 0 ? std::max(std::thread::hardware_concurrency(), 1U) : options.jobs;
    series_.most_violations = options.stop_after;
    series_.storm = [this](std::uint64_t seed) { return testing::storm(seed, scenario_.options); };
    series_.on_violation = [this](std::uint64_t seed, const StormResult& result) {
      tell_violation(seed, result);
    };
    series_.on_tick = [this](const StormTally& tally) { line_.show(progress(tally)); };
    series_.is_unwanted = [this] { return signals_.is_wished() || output_.is_closed(); };
  }

  int run() {
    const StormTally tally = testing::run_series(series_);
    const double seconds = seconds_since(began_);
    boost::json::object summary{
        {"seeds", tally.seeds},
        {"violations", tally.violations},
        {"digest", fmt::format("{:016x}", tally.digest)},
        {"seconds", seconds},
        {"scenario", scenario_.name},
        {"events", tally.events},
        {"generations", tally.generations},
        {"jobs", series_.jobs},
        {"seeds_per_second", static_cast<double>(tally.seeds) / std::max(seconds, 1e-6)}};
    if (tally.is_stopped) summary["stopped"] = true;
    if (line_.is_shown()) line_.show(progress(tally));
    print(summary);
    return tally.violations == 0 ? 0 : 1;
  }

 private:
  void print(const boost::json::object& object) {
    output_.text() += boost::json::serialize(object);
    output_.text() += '\n';
    static_cast<void>(output_.flush());
  }

  std::string progress(const StormTally& tally) const {
    const std::uint64_t all = series_.seeds.last - series_.seeds.first + 1;
    const double rate = static_cast<double>(tally.seeds) / std::max(seconds_since(began_), 1e-3);
    std::string text = fmt::format("{} of {} seeds, {}/s, {} violations", with_commas(tally.seeds),
                                   with_commas(all), with_commas(static_cast<std::uint64_t>(rate)),
                                   with_commas(tally.violations));
    if (tally.seeds > 0 && tally.seeds < all) {
      text += fmt::format(", {:.0f} s left", static_cast<double>(all - tally.seeds) / rate);
    }
    return text;
  }

  void tell_violation(std::uint64_t seed, const StormResult& result) {
    const testing::Violation& violation = *result.run.violation;
    const std::string replay = testing::replay_command(scenario_.name, seed, result.steps);
    print({{"seed", seed},
           {"scenario", scenario_.name},
           {"checker", violation.checker},
           {"what", violation.what},
           {"steps", boost::json::array(result.steps.begin(), result.steps.end())},
           {"replay", replay}});
    line_.hide();
    std::cerr << fmt::format("seed {} of {} breaks \"{}\"; before that:\n{}replay: {}\n\n", seed,
                             scenario_.name, violation.checker,
                             last_lines(transcript_of(seed, result.steps)), replay);
  }

  std::string transcript_of(std::uint64_t seed, const std::vector<std::size_t>& steps) const {
    testing::Trace trace{.scenario = scenario_.name, .seed = seed, .steps = steps};
    testing::run_storm(seed, scenario_.options,
                       testing::chosen_steps(seed, scenario_.options, steps), &trace);
    return testing::to_text(trace);
  }

  const StormScenario& scenario_;
  testing::StormSeries series_;
  StandardOutput output_;
  StatusLine line_;
  StopSignals signals_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

const StormScenario& storm_scenario(const std::string& name) {
  const StormScenario* found = testing::find_storm_scenario(name);
  if (found != nullptr) return *found;
  std::string names;
  for (const StormScenario& each : testing::storm_scenarios()) {
    names += (names.empty() ? "" : ", ") + each.name;
  }
  throw UsageError(fmt::format("--scenario {}: there are {}", name, names));
}

std::uint64_t parse_number(const std::string& option, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError(fmt::format("{}: \"{}\" is no whole number", option, text));
  }
  return number;
}

CLI::App& add_simulate(CLI::App& app, SimulateOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "simulate", "Storms: long random runs of a whole group, checked, for many seeds.");
  command.add_option("--scenario", options.scenario, "Which group; see --list")
      ->capture_default_str();
  command.add_option("--seeds", options.seeds, "A..B, both included; or one")
      ->capture_default_str();
  command.add_option("--jobs", options.jobs, "Threads (default: as many as the machine runs)")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--stop-after", options.stop_after,
                  "So many violations; 0: go on to the last seed")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--list", options.lists, "Print the scenarios");
  command.add_option("-o", options.output, "JSON lines are printed with either")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
  return command;
}

int simulate(const SimulateOptions& options) {
  if (options.lists) return list_scenarios();
  return Simulation(storm_scenario(options.scenario), options).run();
}

}  // namespace cohort::tool
