// Scenes: what bench_scale measures, one function each; every one prints JSON lines.
#pragma once

#include <string>
#include <vector>

namespace bench {

/// Kafka makes no topic of 10,000 at once.
inline constexpr int partitions_of_a_topic = 1000;

struct CostOptions {
  std::string bootstrap;
  int process = 0;  ///< The broker's.
  std::vector<std::string> apis{"produce", "fetch", "heartbeat", "commit"};
  /// Requests go to each in turn. They are there: the first 1,000 in the topic many-0, and so on.
  int partitions = 1;
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
