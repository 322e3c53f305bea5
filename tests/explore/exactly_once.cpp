#include "explore/exactly_once.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace cohort::testing {

namespace {

using Fault = std::optional<std::string>;

/// Is its transaction committed? Its producer's next marker behind it in the log says so; without
/// one it is open.
std::optional<bool> is_committed(const OutputRecord& record, const std::vector<OutputRecord>& log) {
  const auto end = std::ranges::find_if(log, [&](const OutputRecord& other) {
    return other.offset > record.offset && other.producer_id == record.producer_id &&
           other.ends_with_commit.has_value();
  });
  return end == log.end() ? std::nullopt : end->ends_with_commit;
}

/// The committed output, also what an older open transaction still keeps from readers.
std::vector<std::string> committed_output(const ProcessingWorld& world) {
  std::vector<std::string> values;
  for (const OutputRecord& record : world.view().log) {
    if (record.ends_with_commit || !is_committed(record, world.view().log).value_or(false))
      continue;
    values.push_back(record.value);
  }
  return values;
}

/// Nothing is committed twice, or shown twice.
Fault repeated(const ProcessingWorld& world) {
  std::vector<std::string> shown;
  for (const OutputRecord& record : world.view().shown) shown.push_back(record.value);
  for (const std::vector<std::string>& values : {committed_output(world), shown}) {
    std::set<std::string> seen;
    for (const std::string& value : values) {
      if (!seen.insert(value).second) return value + " is in the output twice";
    }
  }
  return std::nullopt;
}

/// An offset is committed when, and only when, the output of all before it is.
Fault parted(const ProcessingWorld& world) {
  const std::vector<std::string> output = committed_output(world);
  for (std::size_t partition = 0; partition < input_records().size(); ++partition) {
    const std::vector<std::string>& values = input_records().at(partition);
    const auto committed = static_cast<std::size_t>(world.view().committed.at(partition));
    for (std::size_t at = 0; at < values.size(); ++at) {
      const bool is_in_output = std::ranges::find(output, values[at]) != output.end();
      if (is_in_output == (at < committed)) continue;
      return values[at] + (is_in_output ? " is in the output and does not count as processed"
                                        : " counts as processed and is not in the output");
    }
  }
  return std::nullopt;
}

/// A reader of committed records is shown no others.
Fault shown_too_early(const ProcessingWorld& world) {
  for (const OutputRecord& record : world.view().shown) {
    const std::optional<bool> outcome = is_committed(record, world.view().log);
    if (!outcome) return record.value + " is shown while its transaction is open";
    if (!*outcome) return record.value + " is shown, and its transaction was aborted";
  }
  return std::nullopt;
}

/// What was shown stays, and the last stable offset does not go back.
Fault taken_back(const ProcessingWorld& world) { return world.taken_back(); }

}  // namespace

std::vector<Checker<ProcessingWorld>> exactly_once_checkers() {
  return {{"nothing twice", repeated},
          {"offsets and output move together", parted},
          {"only what is committed is shown", shown_too_early},
          {"nothing is taken back", taken_back}};
}

}  // namespace cohort::testing
