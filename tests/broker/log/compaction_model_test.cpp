// Random logs under compaction, retention and DeleteRecords, against what a reader may expect.
#include "log_samples.hpp"
#include <cohort/node/rng.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

namespace cohort::broker {
namespace {

struct ReadRecord {
  std::string key;
  std::string value;  ///< Empty: a tombstone.
  bool operator==(const ReadRecord&) const = default;
};
using ReadRecords = std::map<std::int64_t, ReadRecord>;

/// What a read_committed consumer that starts at the log start gets: it reads on behind each last
/// offset and leaves out control batches and what it is told was aborted.
ReadRecords consume(const PartitionLog& log) {
  ReadRecords seen;
  std::set<std::int64_t> aborting;
  std::int64_t offset = log.log_start_offset();
  for (;;) {
    const ReadResult read =
        log.read({.offset = offset, .max_bytes = 400, .isolation = Isolation::read_committed});
    EXPECT_EQ(read.error, ErrorCode::none);
    if (read.batches.empty()) return seen;
    for (const StoredBatch& stored : read.batches) {
      EXPECT_GE(stored.last_offset(), offset);
      const BatchHeader& header = stored.batch.header();
      for (const AbortedTransaction& each : read.aborted) {
        const bool has_begun = each.first_offset <= stored.last_offset();
        if (has_begun && each.last_offset >= stored.base_offset) aborting.insert(each.producer_id);
      }
      if (header.is_control()) aborting.erase(header.producer_id);
      const bool is_aborted = header.is_transactional() && aborting.contains(header.producer_id);
      EXPECT_TRUE(validate(stored.batch).has_value());
      RecordCursor cursor(stored.batch.records().value());
      RecordView record;
      while (!header.is_control() && !is_aborted && cursor.next(record)) {
        const std::int64_t at = stored.base_offset + record.offset_delta;
        if (at < log.log_start_offset()) continue;
        const auto text = [](const std::optional<ByteView>& bytes) {
          return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
        };
        seen.emplace(at, ReadRecord{text(record.key), text(record.value)});
      }
      offset = stored.last_offset() + 1;
    }
  }
}

/// The last record of each key that is one of the reader's: it must never go, but by policy.
std::map<std::string, std::int64_t> last_of_each(const ReadRecords& records) {
  std::map<std::string, std::int64_t> last;
  for (const auto& [offset, record] : records) last[record.key] = offset;
  return last;
}

class RandomLog {
 public:
  explicit RandomLog(std::uint64_t seed) : rng_(seed) {}

  std::string trace() {
    for (int step = 0; step < 200 && !testing::Test::HasFailure(); ++step) take_step();
    return trace_;
  }

 private:
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(count)));
  }

  void take_step() {
    now_ = now_ + milliseconds(below(2000));
    switch (below(10)) {
      case 0:
        return shrink("compact", [this] { return log_.compact(settings_, now_); });
      case 1:
        return shrink("compact all", [this] { return log_.compact_all(settings_, now_); });
      case 2:
        return shrink("retention",
                      [this] { return below(4) == 0 ? log_.apply_retention(settings_, now_) : 0; });
      case 3:
        return shrink("delete", [this] {
          const std::int64_t span = log_.log_end_offset() - log_.log_start_offset() + 1;
          const std::int64_t to = log_.log_start_offset() + below(std::min<std::int64_t>(span, 9));
          return below(3) == 0 ? log_.delete_records(to, settings_).deleted_bytes : 0;
        });
      case 4:
        return end_transaction();
      default:
        return produce();
    }
  }

  void produce() {
    const std::int64_t producer = below(4) - 1;  // -1: none; odd ones write in transactions.
    BatchOptions options{.compression = static_cast<Compression>(below(5))};
    if (producer >= 0) {
      options.producer_id = producer;
      options.producer_epoch = 0;
      options.base_sequence = next_sequence_[producer];
      options.is_transactional = producer % 2 == 1;
    }
    BatchBuilder builder(options);
    const std::int64_t count = 1 + below(4);
    for (std::int64_t i = 0; i < count; ++i) {
      Record record{.timestamp = now_.unix_ms(),
                    .key = Buffer::copy_of(fmt::format("{}", below(6)))};
      if (below(4) != 0) record.value = Buffer::copy_of(fmt::format("v{}", ++values_));
      builder.add(record);
    }
    if (producer >= 0) next_sequence_[producer] += static_cast<std::int32_t>(count);
    if (options.is_transactional) open_.insert(producer);
    last_batch_[producer] = builder.build().bytes();
    const AppendResult result = write(last_batch_[producer]);
    EXPECT_EQ(result.error, ErrorCode::none);
    last_base_[producer] = result.base_offset;
    trace_ += fmt::format("produce {}\n", result.base_offset);
  }

  AppendResult write(const Buffer& batch) {
    return log_.append({.records = batch, .now = now_, .topic = "t", .is_verified = true},
                       settings_);
  }

  void end_transaction() {
    if (open_.empty()) return;
    const std::int64_t producer = *open_.begin();
    open_.erase(open_.begin());
    const MarkerType type = below(2) == 0 ? MarkerType::abort : MarkerType::commit;
    EXPECT_EQ(log_.append_marker({.type = type,
                                  .producer_id = producer,
                                  .producer_epoch = 0,
                                  .timestamp = now_.unix_ms()},
                                 settings_)
                  .error,
              ErrorCode::none);
  }

  /// Nothing new appears, and the last record of a key goes only when it is a tombstone or lies
  /// before the start.
  template <class Action>
  void shrink(const std::string& what, const Action& action) {
    const ReadRecords before = consume(log_);
    const std::int64_t size = log_.size_bytes();
    const std::int64_t end = log_.log_end_offset();
    const std::int64_t stable = log_.last_stable_offset();
    const std::int64_t freed = action();
    const ReadRecords after = consume(log_);
    for (const auto& [offset, record] : after) {
      const auto found = before.find(offset);
      EXPECT_TRUE(found != before.end() && found->second == record) << what << " " << offset;
    }
    for (const auto& [key, offset] : last_of_each(before)) {
      if (offset < log_.log_start_offset() || before.at(offset).value.empty()) continue;
      EXPECT_TRUE(after.contains(offset)) << what << " lost " << key << " at " << offset;
    }
    if (what == "compact all" && open_.empty()) check_compacted(before, after);
    check(size - freed, end, stable);
    trace_ += fmt::format("{} {} {}\n", what, freed, after.size());
  }

  /// The rule itself, where nothing is undecided: only the last record of each key is left.
  static void check_compacted(const ReadRecords& before, const ReadRecords& after) {
    const std::map<std::string, std::int64_t> last = last_of_each(before);
    for (const auto& [offset, record] : after) EXPECT_EQ(last.at(record.key), offset);
  }

  void check(std::int64_t size, std::int64_t end, std::int64_t stable) {
    std::int64_t bytes = 0;
    for (const StoredBatch& batch : log_.batches()) bytes += batch.size();
    EXPECT_EQ(log_.size_bytes(), bytes);
    EXPECT_EQ(log_.size_bytes(), size);
    EXPECT_EQ(log_.log_end_offset(), end);
    EXPECT_EQ(log_.last_stable_offset(), std::max(stable, log_.log_start_offset()));
    // A duplicate is known whatever became of its batch.
    for (const auto& [producer, base] : last_base_) {
      if (producer < 0 || producer % 2 == 1) continue;
      EXPECT_EQ(write(last_batch_[producer]).base_offset, base);
    }
    EXPECT_EQ(log_.log_end_offset(), end);
  }

  Rng rng_;
  LogSettings settings_ = settings_of({{"cleanup.policy", "compact,delete"},
                                       {"segment.bytes", "500"},
                                       {"min.cleanable.dirty.ratio", "0.2"},
                                       {"delete.retention.ms", "10000"},
                                       {"retention.ms", "100000"}});
  Instant now_ = noon;
  PartitionLog log_;
  std::map<std::int64_t, std::int32_t> next_sequence_;
  std::map<std::int64_t, Buffer> last_batch_;
  std::map<std::int64_t, std::int64_t> last_base_;
  std::set<std::int64_t> open_;
  int values_ = 0;
  std::string trace_;
};

TEST(CompactionModel, ReadersSeeASubsequenceWithTheLastRecordOfEachKeyAndTheSameTwice) {
  const char* given = std::getenv("COHORT_SEED");
  const std::uint64_t first = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  for (std::uint64_t seed = first; seed < first + 40; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    EXPECT_EQ(RandomLog(seed).trace(), RandomLog(seed).trace());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cohort::broker
