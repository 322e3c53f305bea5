// Scenes: what bench_scale measures, one function each; every one prints JSON lines.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct CostOptions {
  std::string bootstrap;
  int process = 0;    ///< The broker's.
  std::string topic;  ///< Is there.
  std::vector<std::string> apis{"produce", "fetch", "heartbeat", "commit"};
  int partitions = 1;   ///< Of the topic; requests go to each of them in turn.
  int connections = 1;  ///< On which the requests go out in turn, one at a time.
  int groups = 1;       ///< That heartbeats and commits go to in turn.
  int members = 1;      ///< Of each group. More than one need an initial delay.
  int cpu_ms = 500;     ///< So much processor time is measured for each API.
};
/// The broker's processor time for a request.
void measure_cost(const CostOptions& options);

struct ProcessStartOptions {
  std::vector<std::string> command;  ///< Prints a line with bootstrap=HOST:PORT.
  int repeat = 20;
};
/// From when a broker's process is made to its answer to ApiVersions, and its memory then.
void measure_process_start(const ProcessStartOptions& options);

struct MemoryOptions {
  std::string bootstrap;
  int process = 0;
  int megabytes = 100;
  int record_bytes = 1000;
  int batch_records = 16;
};
/// What a payload of so many megabytes adds to the broker's resident memory.
void measure_memory(const MemoryOptions& options);

}  // namespace bench
