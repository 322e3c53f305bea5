#include "load/payload.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace cohort::load {
namespace {

TEST(RecordMark, ComesBackAsItWasWritten) {
  Payload payload(RecordMark::size);
  const Clock::time_point due = Clock::now();

  const std::optional<RecordMark> counted =
      RecordMark::of(payload.marked({.number = 7, .due = due}));
  const std::optional<RecordMark> uncounted = RecordMark::of(payload.marked({.number = 8}));

  ASSERT_TRUE(counted && uncounted);
  EXPECT_EQ(counted->number, 7U);
  EXPECT_EQ(counted->due, due);
  EXPECT_EQ(uncounted->number, 8U);
  EXPECT_EQ(uncounted->due, std::nullopt);
}

TEST(RecordMark, ARecordOfAnotherProgramHasNone) {
  Payload payload(RecordMark::size);
  const Buffer ours = payload.marked({.number = 7});
  std::vector<std::uint8_t> theirs(ours.bytes().begin(), ours.bytes().end());
  theirs.front() ^= 1U;

  EXPECT_EQ(RecordMark::of(Buffer::adopt(std::move(theirs))), std::nullopt);
  EXPECT_EQ(RecordMark::of(payload.next()), std::nullopt);
}

TEST(RecordMark, AShortRecordHasNone) {
  EXPECT_EQ(RecordMark::of(Buffer::adopt(std::vector<std::uint8_t>(RecordMark::size - 1))),
            std::nullopt);
}

}  // namespace
}  // namespace cohort::load
