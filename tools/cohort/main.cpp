// cohort: the one binary. Each command is a file; this one only chooses among them.
#include "conform.hpp"
#include "consume.hpp"
#include "groups.hpp"
#include "load/load.hpp"
#include "produce.hpp"
#include "serve.hpp"
#include "simulate.hpp"
#include "topics.hpp"
#include "trace.hpp"
#include <cohort/client/error.hpp>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <string_view>
#include <vector>

namespace {

constexpr int exit_failed = 1;
constexpr int exit_bad_usage = 2;

/// A standard stream that is closed would be the next file that is opened, a socket perhaps.
void open_standard_streams() {
  while (true) {
    const int lowest = ::open("/dev/null", O_RDWR);
    if (lowest > STDERR_FILENO) ::close(lowest);
    if (lowest < 0 || lowest > STDERR_FILENO) return;
  }
}

/// The commands and their options.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) {
    add("serve", cohort::tool::add_serve, cohort::tool::serve, serve_);
    add("produce", cohort::tool::add_produce, cohort::tool::produce, produce_);
    add("consume", cohort::tool::add_consume, cohort::tool::consume, consume_);
    add("topics", cohort::tool::add_topics, cohort::tool::topics, topics_);
    add("groups", cohort::tool::add_groups, cohort::tool::groups, groups_);
    add("conform", cohort::tool::add_conform, cohort::tool::conform, conform_);
    add("load", cohort::tool::add_load, cohort::tool::run_load, load_);
    add("simulate", cohort::tool::add_simulate, cohort::tool::simulate, simulate_);
    add("trace", cohort::tool::add_trace, cohort::tool::trace, trace_);
  }

  /// Makes the options of the command that is named, or of all if it is none: those of all others
  /// would take longer than the rest of a broker's start.
  void add_for(std::string_view name) {
    const bool is_known =
        std::ranges::any_of(commands_, [&](const Command& each) { return each.name == name; });
    for (Command& each : commands_) {
      if (!is_known || each.name == name) each.parsed = &each.add();
    }
  }

  /// The exit status of the command that was parsed; null if none was.
  std::optional<int> run() const {
    for (const Command& each : commands_) {
      if (each.parsed != nullptr && each.parsed->parsed()) return each.run();
    }
    return std::nullopt;
  }

 private:
  struct Command {
    std::string_view name;
    std::function<CLI::App&()> add;
    std::function<int()> run;
    CLI::App* parsed = nullptr;
  };

  template <class Options>
  void add(std::string_view name, CLI::App& (*add_options)(CLI::App&, Options&),
           int (*run_command)(const Options&), Options& options) {
    commands_.push_back(
        {.name = name,
         .add = [=, this, &options]() -> CLI::App& { return add_options(app_, options); },
         .run = [=, &options] { return run_command(options); }});
  }

  CLI::App& app_;
  std::vector<Command> commands_;
  cohort::tool::ServeOptions serve_;
  cohort::tool::ProduceOptions produce_;
  cohort::tool::ConsumeOptions consume_;
  cohort::tool::TopicsOptions topics_;
  cohort::tool::GroupsOptions groups_;
  cohort::tool::ConformOptions conform_;
  cohort::load::LoadOptions load_;
  cohort::tool::SimulateOptions simulate_;
  cohort::tool::TraceOptions trace_;
};

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  // Whoever read stderr may go; the broker's clients are still there.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Cohort: an in-memory, Kafka-compatible broker for testing consumer groups.",
               "cohort");
  app.set_version_flag("--version", "cohort " COHORT_VERSION);

  Commands commands(app);
  try {
    commands.add_for(argc > 1 ? argv[1] : "");
    app.parse(argc, argv);
    if (const std::optional<int> status = commands.run()) return *status;
    std::cerr << app.help();
    return exit_bad_usage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : exit_bad_usage;
  } catch (const cohort::tool::UsageError& error) {
    std::cerr << "cohort: " << error.what() << '\n';
    return exit_bad_usage;
  } catch (const cohort::client::ConfigError& error) {
    std::cerr << "cohort: " << error.what() << '\n';
    return exit_bad_usage;
  } catch (const std::exception& error) {
    std::cerr << "cohort: " << error.what() << '\n';
    return exit_failed;
  }
}
