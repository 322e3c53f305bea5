#include "conform.hpp"

#include "admin_command.hpp"
#include "conform_text.hpp"
#include "conformance/report/comparison.hpp"
#include "conformance/report/explain.hpp"
#include "conformance/report/html.hpp"
#include "conformance/report/junit.hpp"
#include "conformance/suite/area.hpp"
#include "conformance/suite/cleaning.hpp"
#include "conformance/suite/embedded_cases.hpp"
#include "conformance/suite/network_player.hpp"
#include "conformance/suite/process_player.hpp"
#include "conformance/suite/suite_run.hpp"
#include "conformance/suite/virtual_player.hpp"
#include "serve.hpp"
#include "standard_output.hpp"
#include "status_line.hpp"
#include "stop_signals.hpp"
#include "table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cohort::tool {

namespace {

using conform::Case;
using conform::Outcome;
using conform::Played;
using conform::Report;
using conform::ReportedCase;
using Clock = std::chrono::steady_clock;

constexpr const char* recorded_version = "3.9";
/// Most of a case's time is waiting, be it for nothing to come.
constexpr unsigned network_jobs = 16;
constexpr unsigned process_jobs = 8;

std::map<std::string, std::string> properties_from(const std::vector<std::string>& declared) {
  std::map<std::string, std::string> properties;
  for (const std::string& each : declared) properties.insert(parse_setting("--set", each));
  return properties;
}

std::vector<Case> selected_cases(const std::vector<std::string>& patterns) {
  std::vector<Case> cases = conform::embedded_cases();
  for (const std::string& pattern : patterns) {
    const bool fits_any = std::any_of(cases.begin(), cases.end(), [&](const Case& each) {
      return conform::fits(pattern, each.id);
    });
    if (!fits_any) throw UsageError(fmt::format("no case is named {}; see --list", pattern));
  }
  if (patterns.empty()) return cases;
  std::erase_if(cases, [&](const Case& each) {
    return std::none_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return conform::fits(pattern, each.id);
    });
  });
  return cases;
}

std::uint64_t random_seed() {
  std::random_device device;
  const std::uint64_t high = device();
  return high << 32 | device();
}

/// Before the cases, so that none is played in vain.
void check_writable(const std::string& path) {
  if (path.empty() || std::ofstream(path, std::ios::binary | std::ios::app)) return;
  throw std::runtime_error("can't write " + path);
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("can't write " + path);
}

void print(std::string text) {
  StandardOutput output;
  output.text() = std::move(text);
  static_cast<void>(output.flush());
}

std::string json_text(const Report& report) {
  return to_json(report).dump(1, ' ', false, conform::Json::error_handler_t::replace) + "\n";
}

/// One `cohort conform`.
class Conformance {
 public:
  explicit Conformance(const ConformOptions& options)
      : options_(options), names_(random_seed()), line_(true) {
    report_.suite = COHORT_VERSION;
    plan_.cases = selected_cases(options.only);
    for (const Case& each : plan_.cases) cases_.emplace(each.id, each);
    // The first areas are what the later ones stand on.
    std::stable_sort(plan_.cases.begin(), plan_.cases.end(), [](const Case& a, const Case& b) {
      return conform::area_place(a.area()) < conform::area_place(b.area());
    });
    leave_out_other_versions();
    choose_broker();
    if (options.jobs > 0) plan_.jobs = options.jobs;
    if (!options.name.empty()) report_.broker = options.name;
    plan_.on_played = [this](const Played& played) { tally_.count(played.verdict.outcome); };
    plan_.on_tick = [this] { line_.show(progress_text(tally_, cases_.size(), seconds())); };
    plan_.is_unwanted = [this] { return signals_.is_wished(); };
  }

  Report run() {
    for (const Played& each : run_suite(plan_)) add(each);
    std::sort(report_.cases.begin(), report_.cases.end(),
              [](const ReportedCase& a, const ReportedCase& b) { return a.id < b.id; });
    report_.is_stopped = report_.cases.size() < cases_.size();
    if (broker_ && !options_.keeps) report_.left_behind = clean_up(*broker_, names_);
    report_.seconds = seconds();
    line_.hide();
    return std::move(report_);
  }

 private:
  /// What that Kafka was seen to do otherwise, or was not asked, says nothing about the broker.
  void leave_out_other_versions() {
    if (options_.as_version.empty()) return;
    std::erase_if(plan_.cases, [&](const Case& each) {
      if (each.holds_for(options_.as_version)) return false;
      const std::string why =
          "Kafka " + options_.as_version + " answers otherwise, or was not asked";
      add({.id = each.id, .verdict = {.outcome = Outcome::skipped, .why = why}});
      tally_.count(Outcome::skipped);
      return true;
    });
  }

  void choose_broker() {
    static_cast<void>(release());
    const auto declared = properties_from(options_.declared);
    if (!options_.bootstrap.empty()) return reach(options_.bootstrap, declared);
    if (!options_.start.empty()) {
      report_.broker = report_.reached = options_.start;
      plan_.jobs = process_jobs;
      plan_.make_player = [this, declared] {
        return std::make_unique<conform::ProcessPlayer>(
            conform::BrokerCommand{.line = options_.start, .log = options_.broker_log}, declared,
            names_);
      };
      return;
    }
    report_.broker = "cohort " COHORT_VERSION;
    report_.reached = "in this process, in virtual time";
    plan_.jobs = std::max(std::thread::hardware_concurrency(), 1U);
    plan_.make_player = [release = release()] {
      return std::make_unique<conform::VirtualPlayer>(
          conform::VirtualConditions{.release = release});
    };
  }

  void reach(const std::string& bootstrap, const std::map<std::string, std::string>& declared) {
    try {
      broker_ = conform::ask_broker(conform::parse_address(bootstrap), declared);
    } catch (const std::invalid_argument& error) {
      throw UsageError(std::string("--bootstrap: ") + error.what());
    }
    report_.notes = broker_->target.notes;
    report_.broker = report_.reached = bootstrap;
    plan_.jobs = network_jobs;
    plan_.make_player = [this] {
      return std::make_unique<conform::NetworkPlayer>(*broker_, names_);
    };
  }

  /// Also checks `--as-version`.
  broker::Release release() const {
    const std::string& version =
        options_.as_version.empty() ? recorded_version : options_.as_version;
    const auto found = broker::release_from_name(version);
    if (!found) throw UsageError("--as-version " + version + ": 2.4 or 3.9");
    return *found;
  }

  void add(const Played& played) {
    const Case& about = cases_.at(played.id);
    report_.cases.push_back({.id = played.id,
                             .title = about.title,
                             .origin = about.origin(),
                             .verdict = played.verdict,
                             .seconds = played.seconds});
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  const ConformOptions& options_;
  conform::RunNames names_;
  std::optional<conform::TestedBroker> broker_;  ///< At an address.
  conform::SuitePlan plan_;
  std::map<std::string, Case> cases_;  ///< Also those that are not played.
  Report report_;
  conform::Tally tally_;
  StatusLine line_;
  StopSignals signals_;
  Clock::time_point began_ = Clock::now();
};

int list_cases(const ConformOptions& options) {
  Table table({"CASE", "TITLE", "SOURCE"});
  for (const Case& each : selected_cases(options.only)) {
    table.add({each.id, each.title, each.origin()});
  }
  print(table.text());
  return 0;
}

int explain_cases(const ConformOptions& options) {
  std::string text;
  for (const Case& each : selected_cases({options.explained})) {
    if (!text.empty()) text.push_back('\n');
    text += conform::explain(each);
  }
  print(std::move(text));
  return 0;
}

void write_files(const ConformOptions& options, const Report& report) {
  if (!options.json.empty()) write_file(options.json, json_text(report));
  if (!options.junit.empty()) write_file(options.junit, to_junit(report));
  if (!options.html.empty()) write_file(options.html, conform::to_html({&report, 1}));
}

std::string printed(const ConformOptions& options, const Report& report) {
  if (options.output == "json") return json_text(report);
  if (options.output == "junit") return to_junit(report);
  return text_of(report, options.is_verbose);
}

Report read_report(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("can't read " + path);
  try {
    return conform::report_from_json(conform::Json::parse(file));
  } catch (const std::exception& error) {
    throw UsageError(path + ": " + error.what());
  }
}

/// `cohort conform report`.
int compare_reports(const ConformOptions& options) {
  std::vector<Report> reports;
  for (const std::string& path : options.reports) reports.push_back(read_report(path));
  if (!options.html.empty()) write_file(options.html, conform::to_html(reports));
  if (options.output == "json") {
    conform::Json all = conform::Json::array();
    for (const Report& each : reports) all.push_back(to_json(each));
    print(all.dump(1, ' ', false, conform::Json::error_handler_t::replace) + "\n");
    return 0;
  }
  print(reports.size() == 1 ? text_of(reports.front(), options.is_verbose)
                            : text_of(conform::compare(reports)));
  return 0;
}

void check(const ConformOptions& options) {
  if (!options.bootstrap.empty() && !options.start.empty()) {
    throw UsageError("--bootstrap and --start: a broker that is there, or one to be started");
  }
  if (options.bootstrap.empty() && options.start.empty() && !options.declared.empty()) {
    throw UsageError("--set declares what another broker is set to: --bootstrap or --start");
  }
  if (options.keeps && options.bootstrap.empty()) {
    throw UsageError("--keep: only a broker at --bootstrap is cleaned up");
  }
}

}  // namespace

CLI::App& add_conform(CLI::App& app, ConformOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "conform", "Does a broker answer as Kafka does? Without a broker: does Cohort itself?");
  command.add_option("--bootstrap", options.bootstrap, "HOST:PORT of the broker to look at");
  command.add_option("--start", options.start,
                     "A command that starts a broker and prints bootstrap=HOST:PORT; it is given "
                     "KAFKA_… variables");
  command.add_option("--broker-log", options.broker_log,
                     "A file to which what it writes to stderr is added");
  command.add_option("--only", options.only, "Cases whose AREA/NAME fits, * and ? allowed");
  command.add_option("--set", options.declared,
                     "KEY=VALUE: a property that the broker has, and does not tell");
  command.add_option("--as-version", options.as_version,
                     "Leave out what this Kafka does otherwise: 2.4 or 3.9");
  command.add_option("--jobs", options.jobs, "Cases at a time")->check(CLI::Range(1, 1024));
  command.add_option("--name", options.name, "What reports call the broker");
  command.add_flag("--keep", options.keeps, "Don't delete the topics and groups that were made");
  command.add_flag("--list", options.lists, "Print the cases");
  command.add_option("--explain", options.explained,
                     "Print what a case sends, what must come, why");
  command.add_option("-o", options.output, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json", "junit"}));
  command.add_flag("-v,--verbose", options.is_verbose, "A line for each case");
  command.add_option("--html", options.html, "Write a page to this file, too");
  command.add_option("--json", options.json, "Write the result to this file, too");
  command.add_option("--junit", options.junit, "Write JUnit's XML to this file, too");

  CLI::App& report = *command.add_subcommand(
      "report", "Results that were kept with --json or -o json, side by side");
  report.add_option("FILES", options.reports)->required();
  report.add_option("--html", options.html, "Write a page to this file, too");
  report.add_option("-o", options.output, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
  report.add_flag("-v,--verbose", options.is_verbose, "Of one result: a line for each case");
  return command;
}

int conform(const ConformOptions& options) {
  check(options);
  if (!options.reports.empty()) return compare_reports(options);
  if (options.lists) return list_cases(options);
  if (!options.explained.empty()) return explain_cases(options);
  for (const std::string& path : {options.html, options.json, options.junit}) check_writable(path);
  const Report report = Conformance(options).run();
  print(printed(options, report));
  write_files(options, report);
  const conform::Tally tally = tally_of(report.cases);
  return tally.failed == 0 && tally.passed > 0 && !report.is_stopped ? 0 : 1;
}

}  // namespace cohort::tool
