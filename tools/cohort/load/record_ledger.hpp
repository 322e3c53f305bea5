// RecordLedger: what was written to each partition and what was read of it, to see what is missing.
#pragma once

#include "load/latency_histogram.hpp"
#include "load/payload.hpp"
#include <cohort/client/consumer_record.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace cohort::load {

/// Of a topic that nobody else writes to, whose partitions have one producer each, which numbers
/// its records from 0. Any thread may call.
class RecordLedger {
 public:
  struct Sums {
    std::uint64_t written = 0;    ///< Delivered.
    std::uint64_t unwritten = 0;  ///< Not delivered, as far as the producer knows.
    std::uint64_t read = 0;       ///< Offsets that were read at least once.
    /// Read again, at the same offset: what a member that died had not committed.
    std::uint64_t reread = 0;
    std::uint64_t lost = 0;          ///< Delivered, but passed over by readers or not in the log.
    std::uint64_t doubled = 0;       ///< In the log twice.
    std::uint64_t out_of_order = 0;  ///< Behind a later one.
    bool operator==(const Sums&) const = default;
    bool is_good() const {
      return unwritten == 0 && lost == 0 && doubled == 0 && out_of_order == 0;
    }
  };

  explicit RecordLedger(std::int32_t partitions);

  void wrote(std::int32_t partition, std::uint64_t count);
  /// The record with this number.
  void failed_to_write(std::int32_t partition, std::uint64_t number);
  /// In the order in which a member got them.
  void read(const std::vector<client::ConsumerRecord>& records, Clock::time_point now);

  Sums sums() const;
  /// Delivered and not read yet.
  std::uint64_t behind() const;
  /// From due to read, of what was read for the first time since the last call.
  LatencyHistogram take_times();
  /// The offset that is read next, of each partition.
  std::vector<std::int64_t> next_offsets() const;

 private:
  struct Part {
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    std::int64_t next_offset = 0;         ///< All before it were read, or passed over.
    std::uint64_t next_number = 0;        ///< What the record there should be.
    std::set<std::uint64_t> missing{};    ///< Numbers before it that did not come.
    std::set<std::uint64_t> unwritten{};  ///< Numbers from it on that need not come.
    std::uint64_t unwritten_before = 0;   ///< How many of those are before it.
  };

  void take(Part& part, const client::ConsumerRecord& record, Clock::time_point now);

  mutable std::mutex lock_;
  std::vector<Part> parts_;
  std::uint64_t unwritten_ = 0;
  std::uint64_t reread_ = 0;
  std::uint64_t doubled_ = 0;
  std::uint64_t out_of_order_ = 0;
  LatencyHistogram times_;
};

}  // namespace cohort::load
