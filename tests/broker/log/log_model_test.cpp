// A PartitionLog against a model that keeps every record by itself, driven at random.
#include "log_samples.hpp"
#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>

namespace cohort::broker {
namespace {

/// What a log should be, told in records.
class Model {
 public:
  void append(std::int64_t timestamp) { records_.emplace(end_++, timestamp); }
  void end_batch(std::int64_t base) { batches_.push_back(base); }
  void delete_before(std::int64_t offset) { start_ = std::max(start_, offset); }

  std::int64_t start() const { return start_; }
  std::int64_t end() const { return end_; }
  /// Base offset of the batch that a read from here begins with; nothing at the end.
  std::optional<std::int64_t> batch_of(std::int64_t offset) const {
    if (offset == end_) return std::nullopt;
    std::int64_t found = 0;
    for (const std::int64_t base : batches_) found = base <= offset ? base : found;
    return found;
  }
  FoundOffset first_since(std::int64_t timestamp) const {
    for (const auto& [offset, time] : records_) {
      if (offset >= start_ && time >= timestamp) return {time, offset, 0};
    }
    return {};
  }

 private:
  std::map<std::int64_t, std::int64_t> records_;
  std::vector<std::int64_t> batches_;
  std::int64_t start_ = 0;
  std::int64_t end_ = 0;
};

/// One run; it writes down all that it sees.
class ModelRun {
 public:
  explicit ModelRun(std::uint64_t seed) : rng_(seed) {}

  std::string trace() {
    for (int step = 0; step < 300 && !testing::Test::HasFailure(); ++step) take_step();
    return seen_.str();
  }

 private:
  void take_step() {
    switch (rng_.below(5)) {
      case 0:
      case 1:
        return produce();
      case 2:
        return fetch();
      case 3:
        return search();
      default:
        return delete_some();
    }
  }

  std::int64_t number(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(high - low + 1)));
  }

  void produce() {
    const std::int64_t base = model_.end();
    const auto compression = static_cast<Compression>(rng_.below(5));
    BatchBuilder builder({.compression = compression});
    for (std::int64_t i = number(1, 6); i > 0; --i) {
      const std::int64_t timestamp = number(0, 1000);
      builder.add(Record{.timestamp = timestamp, .value = Buffer::copy_of("value")});
      model_.append(timestamp);
    }
    model_.end_batch(base);
    EXPECT_EQ(broker::append(log_, builder.build().bytes()).base_offset, base);
    EXPECT_EQ(log_.log_end_offset(), model_.end());
  }

  void fetch() {
    const std::int64_t offset =
        number(std::max<std::int64_t>(0, model_.start() - 1), model_.end() + 1);
    const ReadResult result = log_.read({.offset = offset, .max_bytes = number(1, 1000)});
    seen_ << "fetch " << offset << " " << result.bytes << "\n";
    if (offset < model_.start() || offset > model_.end()) {
      EXPECT_EQ(result, (ReadResult{.error = ErrorCode::offset_out_of_range}));
      return;
    }
    const auto first = model_.batch_of(offset);
    EXPECT_EQ(result.batches.empty(), !first.has_value());
    std::int64_t next = first.value_or(0);
    for (const StoredBatch& batch : result.batches) {  // Without a gap.
      EXPECT_EQ(batch.base_offset, next);
      next = batch.last_offset() + 1;
    }
  }

  void search() {
    const std::int64_t timestamp = number(0, 1001);
    const FoundOffset found = log_.find_offset(timestamp, Isolation::read_uncommitted);
    seen_ << "search " << timestamp << " " << found.offset << "\n";
    EXPECT_EQ(found, model_.first_since(timestamp));
  }

  void delete_some() {
    if (rng_.below(4) != 0) return;
    const std::int64_t offset = number(0, model_.end());
    model_.delete_before(offset);
    EXPECT_EQ(log_.delete_records(offset, settings_of()).low_watermark, model_.start());
    std::int64_t bytes = 0;
    for (const StoredBatch& batch : log_.batches()) bytes += batch.size();
    EXPECT_EQ(log_.size_bytes(), bytes);
    seen_ << "delete " << offset << " " << bytes << "\n";
  }

  Rng rng_;
  Model model_;
  PartitionLog log_;
  std::ostringstream seen_;
};

std::uint64_t first_seed() {
  const char* given = std::getenv("COHORT_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

TEST(LogModel, ALogAnswersAsAListOfRecordsWouldAndTheSameTwice) {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 20; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    EXPECT_EQ(ModelRun(seed).trace(), ModelRun(seed).trace());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cohort::broker
