// Scenes: what bench_peers can measure, one function each; every one prints JSON lines.
#pragma once

#include "figures.hpp"

#include <string>
#include <vector>

namespace bench {

struct StartOptions {
  std::string bootstrap;
  std::vector<int> consumers{1, 2, 10, 50};
  int partitions = 64;
  int repeat = 10;
  int initial_delay_ms = 50;
};
/// Consumers that start together: from when the last one's first JoinGroup left until all
/// partitions are shared. False if a run took longer than 2 x the initial delay + 50 ms.
bool measure_start(const StartOptions& options);

struct ChangeOptions {
  std::string bootstrap;
  int consumers = 10;
  int partitions = 64;
  int repeat = 5;
  int heartbeat_ms = 3000;
};
/// One more consumer joins a settled group, then one leaves it: from its first JoinGroup, or its
/// LeaveGroup, until all partitions are shared again. False if that took longer than the longest
/// time between two heartbeats of one consumer + 50 ms.
bool measure_change(const ChangeOptions& options);

struct LatencyOptions {
  std::string bootstrap;
  int records = 2000;
  int gap_ms = 3;
};
/// From the call that produces a record (linger.ms=0) until a waiting consumer of default settings
/// has it. False if the median is 2 ms or more.
bool measure_latency(const LatencyOptions& options);

struct FlowOptions {
  std::string bootstrap;
  int records = 2'000'000;
  int record_bytes = 100;
};
/// Records a second: a librdkafka producer and consumer with default batching, then a raw client
/// that sends one batch of one record a request.
bool measure_flow(const FlowOptions& options);

}  // namespace bench
