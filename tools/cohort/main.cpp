// cohort: the one binary. Each command is a file; this one only chooses among them.
#include "serve.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <iostream>

namespace {

constexpr int exit_failed = 1;
constexpr int exit_bad_usage = 2;

}  // namespace

int main(int argc, char** argv) {
  // Whoever read stderr may go; the broker's clients are still there.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Cohort: an in-memory, Kafka-compatible broker for testing consumer groups.",
               "cohort");
  app.set_version_flag("--version", "cohort " COHORT_VERSION);

  cohort::tool::ServeOptions serve_options;
  CLI::App& serve = cohort::tool::add_serve(app, serve_options);

  try {
    app.parse(argc, argv);
    if (serve.parsed()) return cohort::tool::serve(serve_options);
    std::cerr << app.help();
    return exit_bad_usage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : exit_bad_usage;
  } catch (const cohort::tool::UsageError& error) {
    std::cerr << "cohort: " << error.what() << '\n';
    return exit_bad_usage;
  } catch (const std::exception& error) {
    std::cerr << "cohort: " << error.what() << '\n';
    return exit_failed;
  }
}
