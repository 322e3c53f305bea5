// The checks of the random logs notice what they are for.
#include "scenarios/produced_log.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace cohort::testing {
namespace {

constexpr std::int64_t now_ms = 100'000;

class ProducedLogChecks : public ::testing::Test {
 protected:
  /// At offsets 0 to 3: k=a, k=b, j=c, and k=null.
  ProducedLogChecks() {
    log.acknowledge(0, {record("k", "a"), record("k", "b"), record("j", "c"), tombstone("k")});
  }

  static ProducedRecord record(const std::string& key, const std::string& value) {
    return {.timestamp = now_ms, .key = key, .value = value};
  }
  static ProducedRecord tombstone(const std::string& key) {
    return {.timestamp = now_ms, .key = key, .value = std::nullopt};
  }
  static SeenRecord seen(std::int64_t offset, const ProducedRecord& record) {
    return {
        .offset = offset, .timestamp = record.timestamp, .key = record.key, .value = record.value};
  }
  Reading reading(std::vector<SeenRecord> records) const {
    return {.last_stable_offset = log.end_offset(),
            .high_watermark = log.end_offset(),
            .records = std::move(records)};
  }
  std::string check(const Reading& reading, const Policy& policy = {}) const {
    ProducedLog copy = log;
    return copy.check_complete(reading, policy, Instant::from_unix_ms(now_ms + 1'000));
  }

  ProducedLog log;
  SeenRecord a = seen(0, record("k", "a"));
  SeenRecord b = seen(1, record("k", "b"));
  SeenRecord c = seen(2, record("j", "c"));
  SeenRecord none = seen(3, tombstone("k"));
  Policy compacted{.is_compacted = true};
};

TEST_F(ProducedLogChecks, AreContentWithEverything) {
  EXPECT_EQ(check(reading({a, b, c, none})), "");
  EXPECT_EQ(check(reading({a, b, c, none}), compacted), "");
}

TEST_F(ProducedLogChecks, NoticeALostRecord) {
  EXPECT_EQ(check(reading({a, b, none})), "record 2 (key j, value c) is lost");
}

TEST_F(ProducedLogChecks, LetCompactionTakeWhatIsNotTheLatest) {
  EXPECT_EQ(check(reading({c, none}), compacted), "");
  EXPECT_EQ(check(reading({c}), compacted), "");
  EXPECT_EQ(check(reading({none}), compacted),
            "record 2 (key j, value c) is its key's latest and is lost");
}

TEST_F(ProducedLogChecks, NoticeADeletedKeyThatIsBack) {
  EXPECT_EQ(check(reading({b, c}), compacted), "record 1 (key k, value b) was deleted and is back");
}

TEST_F(ProducedLogChecks, NoticeAnotherOrderAndOtherOffsets) {
  EXPECT_EQ(check(reading({b, a, c, none})), "offset 0 after 1");
  EXPECT_EQ(check(reading({a, a, b, c})), "offset 0 after 0");
  SeenRecord moved = c;
  moved.offset = 3;
  EXPECT_EQ(check(reading({a, b, moved})), "record 3 (key k, value null) is another one by now");
  moved.offset = 4;
  EXPECT_EQ(check(reading({a, b, moved})), "nobody produced record 4");
}

TEST_F(ProducedLogChecks, LetNothingGoBeforeItsTime) {
  Reading later = reading({c, none});
  later.log_start_offset = 2;
  EXPECT_EQ(check(later), "record 0 (key k, value a) went before its time");
  EXPECT_EQ(check(later, {.retention = std::chrono::seconds(2)}),
            "record 0 (key k, value a) went before its time");
  EXPECT_EQ(check(later, {.retention = std::chrono::seconds(1)}), "");
  log.trimmed(1);
  EXPECT_EQ(check(later), "record 1 (key k, value b) went before its time");
  log.trimmed(2);
  EXPECT_EQ(check(later), "");
}

TEST_F(ProducedLogChecks, NoticeWhatIsNotCommitted) {
  ProducedRecord pending = record("j", "d");
  pending.transaction = std::make_shared<ProducedTransaction>();
  log.acknowledge(4, {pending});
  Reading committed = reading({a, b, c, none});
  committed.is_committed = true;
  EXPECT_EQ(check(committed), "");
  committed.records.push_back(seen(4, pending));
  EXPECT_EQ(check(committed), "record 4 (key j, value d) is not committed and is seen");
  pending.transaction->outcome = Outcome::committed;
  EXPECT_EQ(check(committed), "");
  committed.records.pop_back();
  EXPECT_EQ(check(committed), "record 4 (key j, value d) is lost");
}

TEST_F(ProducedLogChecks, NoticeALostEnd) {
  Reading shorter = reading({a, b, c});
  shorter.high_watermark = 3;
  EXPECT_EQ(check(shorter), "the high watermark is 3");
}

}  // namespace
}  // namespace cohort::testing
