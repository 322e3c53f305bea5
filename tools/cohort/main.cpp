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

#include <csignal>
#include <exception>
#include <iostream>

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

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  // Whoever read stderr may go; the broker's clients are still there.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Cohort: an in-memory, Kafka-compatible broker for testing consumer groups.",
               "cohort");
  app.set_version_flag("--version", "cohort " COHORT_VERSION);

  cohort::tool::ServeOptions serve_options;
  CLI::App& serve = cohort::tool::add_serve(app, serve_options);
  cohort::tool::ProduceOptions produce_options;
  CLI::App& produce = cohort::tool::add_produce(app, produce_options);
  cohort::tool::ConsumeOptions consume_options;
  CLI::App& consume = cohort::tool::add_consume(app, consume_options);
  cohort::tool::TopicsOptions topics_options;
  CLI::App& topics = cohort::tool::add_topics(app, topics_options);
  cohort::tool::GroupsOptions groups_options;
  CLI::App& groups = cohort::tool::add_groups(app, groups_options);
  cohort::tool::ConformOptions conform_options;
  CLI::App& conform = cohort::tool::add_conform(app, conform_options);
  cohort::load::LoadOptions load_options;
  CLI::App& load = cohort::tool::add_load(app, load_options);
  cohort::tool::SimulateOptions simulate_options;
  CLI::App& simulate = cohort::tool::add_simulate(app, simulate_options);
  cohort::tool::TraceOptions trace_options;
  CLI::App& trace = cohort::tool::add_trace(app, trace_options);

  try {
    app.parse(argc, argv);
    if (serve.parsed()) return cohort::tool::serve(serve_options);
    if (produce.parsed()) return cohort::tool::produce(produce_options);
    if (consume.parsed()) return cohort::tool::consume(consume_options);
    if (topics.parsed()) return cohort::tool::topics(topics_options);
    if (groups.parsed()) return cohort::tool::groups(groups_options);
    if (conform.parsed()) return cohort::tool::conform(conform_options);
    if (load.parsed()) return cohort::tool::run_load(load_options);
    if (simulate.parsed()) return cohort::tool::simulate(simulate_options);
    if (trace.parsed()) return cohort::tool::trace(trace_options);
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
