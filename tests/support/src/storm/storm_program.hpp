// StormProgram: a consumer that remembers what it has processed, and commits only that.
#pragma once

#include <cohort/testing/program.hpp>

#include <cstdint>
#include <map>

namespace cohort::testing {

/// Offsets of one partition, as runs: from each key up to its value, which is not in it any more.
using OffsetRuns = std::map<std::int64_t, std::int64_t>;

void add_offset(OffsetRuns& runs, std::int64_t offset);
void add_offsets(OffsetRuns& runs, std::int64_t from, std::int64_t end);
/// Whether all of these are in it.
bool covers(const OffsetRuns& runs, std::int64_t from, std::int64_t end);

struct StormProgram {
  bool commits_when_revoked = true;
  bool commits_each_batch = false;
  std::map<client::TopicPartition, OffsetRuns> processed{};

  void on_records(const Records& records, Plan& plan);
  void on_revoked(const Partitions& partitions, Plan& plan) const;
  static void on_lost(const Partitions& /*partitions*/, Plan& /*plan*/) {}
};

}  // namespace cohort::testing
