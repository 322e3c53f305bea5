#include "load/load.hpp"

#include "load/load_comparison.hpp"
#include "load/load_result.hpp"
#include "load/workload.hpp"
#include "serve.hpp"
#include "standard_output.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace cohort::tool {

namespace {

using load::LoadOptions;
using load::LoadResult;
using load::LoadStage;
using load::LoadWorkload;
using load::Round;
using load::RoundLimits;
using load::Workload;

std::unique_ptr<LoadWorkload> workload_for(LoadStage& stage) {
  switch (stage.options().workload) {
    case Workload::produce:
      return load::produce_workload(stage);
    case Workload::consume:
      return load::consume_workload(stage);
    case Workload::latency:
      return load::latency_workload(stage);
    case Workload::rebalance:
      return load::rebalance_workload(stage);
    case Workload::soak:
    case Workload::compare:
      break;
  }
  return load::soak_workload(stage);
}

load::Clock::duration from_seconds(double seconds) {
  return std::chrono::duration_cast<load::Clock::duration>(std::chrono::duration<double>(seconds));
}

void print_load(const LoadOptions& options, const boost::json::object& object,
                const std::string& text) {
  StandardOutput output;
  output.text() = options.client.output == "json" ? boost::json::serialize(object) + "\n" : text;
  static_cast<void>(output.flush());
}

LoadResult load_result_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("can't read " + path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    LoadResult result = load::load_result_from_json(text);
    if (result.name.empty()) result.name = std::filesystem::path(path).stem().string();
    return result;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
  }
}

int compare_loads(const LoadOptions& options) {
  std::vector<LoadResult> results;
  for (const std::string& path : options.results) results.push_back(load_result_in(path));
  const std::string differences = load::differences(results);
  if (!differences.empty() && !options.compares_any_settings) {
    throw UsageError("these were not measured alike (see --any-settings):\n" + differences);
  }
  print_load(options, load::comparison_json(results),
             load::comparison_text(results) + (differences.empty() ? "" : "\n" + differences));
  return 0;
}

void measure(LoadStage& stage, LoadResult& result) {
  const LoadOptions& options = stage.options();
  const std::unique_ptr<LoadWorkload> workload = workload_for(stage);
  RoundLimits limits{.records = options.records};
  if (options.seconds) limits.time = from_seconds(*options.seconds);
  // A soak checks from its first record to its last.
  if (options.warmup > 0 && options.workload != Workload::soak) {
    Round warmup = workload->run({.time = from_seconds(options.warmup)});
    warmup.is_stopped = warmup.is_stopped || stage.is_stopped();
    if (!warmup.failures.empty() || warmup.is_stopped) {
      result.rounds.push_back(std::move(warmup));
      return;
    }
  }
  for (int round = 0; round < *options.rounds; ++round) {
    result.rounds.push_back(workload->run(limits));
    // An interrupt between two rounds leaves some undone, too.
    const bool is_last = round + 1 == *options.rounds;
    if (stage.is_stopped() && !is_last) result.rounds.back().is_stopped = true;
    if (result.has_failed() || stage.is_stopped()) break;
  }
}

LoadResult measured(LoadStage& stage) {
  LoadResult result{.workload = std::string(name(stage.options().workload)),
                    .name = stage.options().name,
                    .settings = stage.settings()};
  try {
    measure(stage, result);
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    // What was measured before counts.
    result.rounds.push_back({.failures = {error.what()}, .is_stopped = stage.is_stopped()});
  }
  return result;
}

}  // namespace

CLI::App& add_load(CLI::App& app, LoadOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "load", "Measure a broker: throughput, latency, rebalances, a soak; and compare results.");
  load::add_load_options(command, options);
  return command;
}

int run_load(const LoadOptions& options) {
  if (options.workload == Workload::compare) return compare_loads(options);
  LoadStage stage(load::completed(options));
  const LoadResult result = measured(stage);
  print_load(options, load::to_json(result), load::text_of(result));
  for (const Round& round : result.rounds) {
    for (const std::string& failure : round.failures) std::cerr << "cohort: " << failure << '\n';
  }
  return result.has_failed() ? 1 : 0;
}

}  // namespace cohort::tool
