#include "storm/storm_program.hpp"

#include <algorithm>
#include <iterator>

namespace cohort::testing {

void add_offset(OffsetRuns& runs, std::int64_t offset) { add_offsets(runs, offset, offset + 1); }

void add_offsets(OffsetRuns& runs, std::int64_t from, std::int64_t end) {
  auto run = runs.upper_bound(from);
  if (run != runs.begin() && std::prev(run)->second >= from) --run;
  // What touches it becomes one with it.
  while (run != runs.end() && run->first <= end) {
    from = std::min(from, run->first);
    end = std::max(end, run->second);
    run = runs.erase(run);
  }
  runs.emplace(from, end);
}

bool covers(const OffsetRuns& runs, std::int64_t from, std::int64_t end) {
  if (from >= end) return true;
  const auto after = runs.upper_bound(from);
  return after != runs.begin() && std::prev(after)->second >= end;
}

void StormProgram::on_records(const Records& records, Plan& plan) {
  for (const client::ConsumerRecord& record : records) {
    add_offset(processed[{record.topic, record.partition}], record.offset);
  }
  if (commits_each_batch) plan.commit();
}

void StormProgram::on_revoked(const Partitions& /*partitions*/, Plan& plan) const {
  if (commits_when_revoked) plan.commit();
}

}  // namespace cohort::testing
