// ProducedLog: what clients were told is in a partition, and which readings of it keep faith with
// that.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

enum class Outcome : std::uint8_t {
  open,  ///< Also after a time-out that its producer has not heard of.
  committed,
  aborted,
};

/// Shared by all records of the transaction, so that its end reaches them all.
struct ProducedTransaction {
  Outcome outcome = Outcome::open;
};

struct ProducedRecord {
  std::int64_t timestamp = 0;
  std::string key;
  std::optional<std::string> value;                  ///< nullopt: a tombstone.
  std::shared_ptr<ProducedTransaction> transaction;  ///< Null: none.

  bool is_committed() const {
    return transaction == nullptr || transaction->outcome == Outcome::committed;
  }
};

struct SeenRecord {
  std::int64_t offset = 0;
  std::int64_t timestamp = 0;
  std::string key;
  std::optional<std::string> value;
};

/// All that a reader sees from the start on.
struct Reading {
  bool is_committed = false;  ///< By a read_committed reader.
  std::int64_t log_start_offset = 0;
  std::int64_t last_stable_offset = 0;
  std::int64_t high_watermark = 0;
  std::vector<SeenRecord> records;
};

/// What may go from a topic, beside what DeleteRecords asked for.
struct Policy {
  bool is_compacted = false;
  std::optional<Duration> retention;
};

/// Each check gives what is wrong, in words; empty when nothing is.
class ProducedLog {
 public:
  void acknowledge(std::int64_t base_offset, const std::vector<ProducedRecord>& records);
  /// DeleteRecords was answered with this start.
  void trimmed(std::int64_t offset) { trimmed_ = std::max(trimmed_, offset); }

  /// Offsets never change, nothing comes twice or in another order, and nothing aborted is seen.
  std::string check_seen(const std::vector<SeenRecord>& seen, bool is_committed) const;
  /// The same, and nothing is missing that policy does not take away: of a compacted topic the
  /// latest record of each key, of others everything.
  std::string check_complete(const Reading& reading, const Policy& policy, Instant now);

  std::int64_t log_start_offset() const { return log_start_; }
  std::int64_t end_offset() const { return end_; }
  std::size_t size() const { return records_.size(); }

 private:
  using Records = std::map<std::int64_t, ProducedRecord>;

  std::string check_bounds(const Reading& reading, const Policy& policy, Instant now);
  /// Of each key the latest committed record that is decided.
  std::map<std::string, std::int64_t> latest_below(std::int64_t end) const;

  Records records_;
  std::int64_t end_ = 0;  ///< Behind the last acknowledged record.
  std::int64_t trimmed_ = 0;
  std::int64_t log_start_ = 0;  ///< As last seen.
  std::int64_t high_watermark_ = 0;
};

}  // namespace cohort::testing
