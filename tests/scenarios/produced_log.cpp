#include "scenarios/produced_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cohort::testing {

namespace {

std::string in_words(std::int64_t offset, const ProducedRecord& record) {
  return fmt::format("record {} (key {}, value {})", offset, record.key,
                     record.value.value_or("null"));
}

bool is_same(const SeenRecord& seen, const ProducedRecord& produced) {
  return seen.timestamp == produced.timestamp && seen.key == produced.key &&
         seen.value == produced.value;
}

}  // namespace

void ProducedLog::acknowledge(std::int64_t base_offset,
                              const std::vector<ProducedRecord>& records) {
  for (const ProducedRecord& record : records) records_.insert_or_assign(base_offset++, record);
  end_ = std::max(end_, base_offset);
}

std::string ProducedLog::check_seen(const std::vector<SeenRecord>& seen, bool is_committed) const {
  std::int64_t last = -1;
  for (const SeenRecord& record : seen) {
    if (record.offset <= last) return fmt::format("offset {} after {}", record.offset, last);
    last = record.offset;
    const auto produced = records_.find(record.offset);
    if (produced == records_.end()) return fmt::format("nobody produced record {}", record.offset);
    if (!is_same(record, produced->second)) {
      return in_words(record.offset, produced->second) + " is another one by now";
    }
    if (is_committed && !produced->second.is_committed()) {
      return in_words(record.offset, produced->second) + " is not committed and is seen";
    }
  }
  return {};
}

std::string ProducedLog::check_bounds(const Reading& reading, const Policy& policy, Instant now) {
  if (reading.high_watermark < std::max(end_, high_watermark_)) {
    return fmt::format("the high watermark is {}", reading.high_watermark);
  }
  if (reading.log_start_offset < log_start_) {
    return fmt::format("the log start went back to {}", reading.log_start_offset);
  }
  const std::map<std::string, std::int64_t> latest = latest_below(reading.last_stable_offset);
  for (auto gone = records_.lower_bound(log_start_);
       gone != records_.end() && gone->first < reading.log_start_offset; ++gone) {
    const auto& [offset, record] = *gone;
    const Instant produced = Instant::from_unix_ms(record.timestamp);
    const bool is_old = policy.retention && produced + *policy.retention <= now;
    if (offset < trimmed_ || is_old) continue;
    // It may have been compacted away before the rest of its segment grew old.
    const auto last = latest.find(record.key);
    const bool is_kept = record.value && last != latest.end() && last->second == offset;
    if (policy.is_compacted && !is_kept) continue;
    return in_words(offset, record) + " went before its time";
  }
  high_watermark_ = reading.high_watermark;
  log_start_ = reading.log_start_offset;
  return {};
}

std::map<std::string, std::int64_t> ProducedLog::latest_below(std::int64_t end) const {
  std::map<std::string, std::int64_t> latest;
  for (const auto& [offset, record] : records_) {
    if (offset >= end) break;
    if (record.is_committed()) latest[record.key] = offset;
  }
  return latest;
}

std::string ProducedLog::check_complete(const Reading& reading, const Policy& policy, Instant now) {
  if (std::string fault = check_bounds(reading, policy, now); !fault.empty()) return fault;
  if (std::string fault = check_seen(reading.records, reading.is_committed); !fault.empty()) {
    return fault;
  }
  std::set<std::int64_t> seen;
  for (const SeenRecord& record : reading.records) seen.insert(record.offset);
  const std::int64_t end =
      reading.is_committed ? reading.last_stable_offset : reading.high_watermark;
  const std::map<std::string, std::int64_t> latest = latest_below(reading.last_stable_offset);
  for (auto each = records_.lower_bound(log_start_); each != records_.end(); ++each) {
    const auto& [offset, record] = *each;
    const bool is_seen = seen.contains(offset);
    if (offset >= end) {
      if (is_seen) return in_words(offset, record) + " is beyond the end";
      continue;
    }
    if (!policy.is_compacted) {
      const bool is_hidden = reading.is_committed && !record.is_committed();
      if (!is_seen && !is_hidden) return in_words(offset, record) + " is lost";
      continue;
    }
    if (!record.is_committed()) continue;
    // What is not decided yet is not compacted.
    const auto last = latest.find(record.key);
    const bool is_latest = offset >= reading.last_stable_offset || last->second == offset;
    if (is_latest && record.value && !is_seen) {
      return in_words(offset, record) + " is its key's latest and is lost";
    }
    const bool is_deleted = !is_latest && last->second >= log_start_ &&
                            !records_.at(last->second).value && !seen.contains(last->second);
    if (is_deleted && is_seen) return in_words(offset, record) + " was deleted and is back";
  }
  return {};
}

}  // namespace cohort::testing
