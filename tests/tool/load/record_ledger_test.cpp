#include "load/record_ledger.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

namespace cohort::load {

void PrintTo(const RecordLedger::Sums& sums, std::ostream* out) {
  *out << "written " << sums.written << ", unwritten " << sums.unwritten << ", read " << sums.read
       << ", again " << sums.reread << ", lost " << sums.lost << ", doubled " << sums.doubled
       << ", out of order " << sums.out_of_order;
}

namespace {

using Sums = RecordLedger::Sums;

struct OffsetAndNumber {
  std::int64_t offset;
  std::uint64_t number;
};

/// One poll's records of partition 0.
std::vector<client::ConsumerRecord> polled(std::initializer_list<OffsetAndNumber> wanted) {
  Payload payload(RecordMark::size);
  std::vector<client::ConsumerRecord> records;
  for (const OffsetAndNumber& each : wanted) {
    records.push_back({.topic = "t",
                       .offset = each.offset,
                       .value = payload.marked({.number = each.number, .due = Clock::now()})});
  }
  return records;
}

/// Of one partition, to which so many were written.
Sums sums_after(std::uint64_t written, std::initializer_list<OffsetAndNumber> wanted) {
  RecordLedger ledger(1);
  ledger.wrote(0, written);
  ledger.read(polled(wanted), Clock::now());
  return ledger.sums();
}

TEST(RecordLedger, AllInOrderIsGood) {
  const Sums sums = sums_after(3, {{0, 0}, {1, 1}, {2, 2}});

  EXPECT_EQ(sums, (Sums{.written = 3, .read = 3}));
  EXPECT_TRUE(sums.is_good());
}

TEST(RecordLedger, OffsetsMayHaveGapsWhereNumbersHaveNone) {
  EXPECT_EQ(sums_after(2, {{0, 0}, {5, 1}}), (Sums{.written = 2, .read = 2}));
}

TEST(RecordLedger, TheSameOffsetAgainIsReadAgain) {
  const Sums sums = sums_after(2, {{0, 0}, {1, 1}, {0, 0}, {1, 1}});

  EXPECT_EQ(sums, (Sums{.written = 2, .read = 2, .reread = 2}));
  EXPECT_TRUE(sums.is_good());
}

TEST(RecordLedger, ANumberThatIsPassedOverIsLost) {
  const Sums sums = sums_after(3, {{0, 0}, {2, 2}});

  EXPECT_EQ(sums, (Sums{.written = 3, .read = 2, .lost = 1}));
  EXPECT_FALSE(sums.is_good());
}

TEST(RecordLedger, TheSameNumberAtTwoOffsetsIsDoubled) {
  EXPECT_EQ(sums_after(2, {{0, 0}, {1, 1}, {2, 1}}), (Sums{.written = 2, .read = 3, .doubled = 1}));
}

TEST(RecordLedger, ANumberBehindALaterOneIsOutOfOrderAndNotLost) {
  EXPECT_EQ(sums_after(3, {{0, 0}, {1, 2}, {2, 1}}),
            (Sums{.written = 3, .read = 3, .out_of_order = 1}));
}

TEST(RecordLedger, WhatIsWrittenAndNotReadIsBehind) {
  RecordLedger ledger(2);
  ledger.wrote(0, 3);
  ledger.wrote(1, 2);

  ledger.read(polled({{0, 0}}), Clock::now());

  EXPECT_EQ(ledger.behind(), 4U);
  EXPECT_EQ(ledger.next_offsets(), (std::vector<std::int64_t>{1, 0}));
}

TEST(RecordLedger, WhatWasNotWrittenIsNotLostAsWell) {
  RecordLedger told_before(1);
  RecordLedger told_behind(1);

  told_before.failed_to_write(0, 1);
  for (RecordLedger* ledger : {&told_before, &told_behind}) {
    ledger->wrote(0, 2);
    ledger->read(polled({{0, 0}, {1, 2}}), Clock::now());
  }
  told_behind.failed_to_write(0, 1);

  const Sums sums{.written = 2, .unwritten = 1, .read = 2};
  EXPECT_EQ(told_before.sums(), sums);
  EXPECT_EQ(told_behind.sums(), sums);
}

TEST(RecordLedger, WhatIsWrittenBehindWhatWasNotIsBehindUntilItIsRead) {
  RecordLedger ledger(1);
  ledger.wrote(0, 3);
  ledger.failed_to_write(0, 1);
  ledger.failed_to_write(0, 4);
  ledger.read(polled({{0, 0}, {1, 2}}), Clock::now());
  EXPECT_EQ(ledger.behind(), 1U);

  ledger.read(polled({{2, 3}}), Clock::now());

  EXPECT_EQ(ledger.behind(), 0U);
}

TEST(RecordLedger, TimesAreOfWhatCameSinceTheLastLook) {
  RecordLedger ledger(1);
  ledger.read(polled({{0, 0}, {1, 1}, {0, 0}}), Clock::now());

  EXPECT_EQ(ledger.take_times().count(), 2U);
  EXPECT_TRUE(ledger.take_times().is_empty());
}

}  // namespace
}  // namespace cohort::load
