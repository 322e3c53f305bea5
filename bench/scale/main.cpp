// bench_scale: what a broker costs when it is idle, full, or has many of something; over sockets of
// its own.
#include "scenes.hpp"

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include <cstdio>
#include <exception>

namespace {

/// Each connection is a descriptor, and the soft limit is often 1024.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures what a broker costs; prints one JSON line a figure.");
  app.require_subcommand(1);

  bench::CostOptions cost;
  CLI::App* costing = app.add_subcommand("cost", "Processor time of a request");
  costing->add_option("--bootstrap", cost.bootstrap, "HOST:PORT")->required();
  costing->add_option("--process", cost.process, "The broker's id")->required();
  costing->add_option("--apis", cost.apis)->delimiter(',')->capture_default_str();
  costing->add_option("--partitions", cost.partitions, "In many-0, many-1, …, 1000 each")
      ->capture_default_str();
  costing->add_option("--connections", cost.connections)->capture_default_str();
  costing->add_option("--groups", cost.groups)->capture_default_str();
  costing->add_option("--members", cost.members)->capture_default_str();
  costing->add_option("--cpu-ms", cost.cpu_ms)->capture_default_str();

  bench::ProcessStartOptions start;
  CLI::App* starting = app.add_subcommand("start", "From a process to its first answer");
  starting->add_option("--repeat", start.repeat)->capture_default_str();
  starting->add_option("command", start.command, "The broker's")->required();

  bench::MemoryOptions memory;
  CLI::App* filling = app.add_subcommand("memory", "Resident memory for a payload");
  filling->add_option("--bootstrap", memory.bootstrap, "HOST:PORT")->required();
  filling->add_option("--process", memory.process, "The broker's id")->required();
  filling->add_option("--megabytes", memory.megabytes)->capture_default_str();
  filling->add_option("--batch-records", memory.batch_records)->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  raise_descriptor_limit();
  try {
    if (costing->parsed()) bench::measure_cost(cost);
    if (starting->parsed()) bench::measure_process_start(start);
    if (filling->parsed()) bench::measure_memory(memory);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_scale: %s\n", error.what());
    return 1;
  }
}
