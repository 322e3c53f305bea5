// Scenes: what bench_peers can measure, one function each; every one prints JSON lines.
#pragma once

#include "wire/figures.hpp"

#include <string>
#include <vector>

namespace bench {

struct StartOptions {
  std::string bootstrap;
  std::vector<int> consumers{1, 2, 10, 50};
  std::string topic;  ///< One that is there, with so many partitions; without it one is made.
  int partitions = 64;
  int repeat = 10;
  int initial_delay_ms = 50;
  int limit_s = 60;  ///< A group that has not settled by then counts as one that never does.
};
/// Consumers that start together: from when the last one's first JoinGroup left until all
/// partitions are shared. False if a run took longer than 2 x the initial delay + 50 ms.
bool measure_start(const StartOptions& options);

struct ChangeOptions {
  std::string bootstrap;
  int consumers = 10;
  std::string topic;
  int partitions = 64;
  int repeat = 5;
  int heartbeat_ms = 3000;
  int limit_s = 60;
};
/// One more consumer joins a settled group, then one leaves it: from its first JoinGroup, or its
/// LeaveGroup, until all partitions are shared again. False if that took longer than the longest
/// time between two heartbeats of one consumer + 50 ms.
bool measure_change(const ChangeOptions& options);

struct LatencyOptions {
  std::string bootstrap;
  int records = 2000;
  int gap_ms = 3;
  int most_seconds = 60;
};
/// From the call that produces a record (linger.ms=0) until a waiting consumer of default settings
/// has it; one record after the other, until the time is up. False if the median is 2 ms or more.
bool measure_latency(const LatencyOptions& options);

struct ThroughputOptions {
  std::string bootstrap;
  int process = 0;  ///< The broker's; 0: its processor time is not told.
  int record_bytes = 100;
  int megabytes = 300;
  /// Whether the broker keeps all that is produced: only then it can be read back.
  bool keeps_all = true;
  std::string topic;  ///< For measure_spread: is there, with a partition for each 4 MB.
};
/// A librdkafka producer and consumer with default batching: one partition of so many megabytes.
bool measure_throughput(const ThroughputOptions& options);
/// The consumer alone, where no partition has more than 4 MB.
bool measure_spread(const ThroughputOptions& options);

struct SingleOptions {
  std::string bootstrap;
  int process = 0;
  int records = 20'000;
  int record_bytes = 100;
};
/// One record a batch: a raw client produces, a librdkafka consumer reads.
bool measure_single(const SingleOptions& options);
/// A raw client's Produce of one record, one after the other.
bool measure_round_trip(const SingleOptions& options);

}  // namespace bench
