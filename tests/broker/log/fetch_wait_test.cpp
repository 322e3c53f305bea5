#include "log/fetch_wait.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using Replies = std::vector<ReplyId>;

constexpr ReplyId first{1};
constexpr ReplyId second{2};
const Uuid topic{{1}};
const PartitionKey p0{topic, 0};
const PartitionKey p1{topic, 1};
const PartitionKey other{Uuid{{2}}, 0};

Instant at(std::int64_t ms) { return Instant::from_unix_ms(ms); }

TEST(FetchWaits, AnAppendNamesThoseThatWaitForThePartitionInOrderOfArrival) {
  FetchWaits waits;
  waits.park({.reply = second, .deadline = at(500), .partitions = {p0, p1}});
  waits.park({.reply = first, .deadline = at(400), .partitions = {p0}});
  EXPECT_EQ(waits.appended(other, 10), Replies{});
  EXPECT_EQ(waits.appended(p1, 10), Replies{second});
  EXPECT_EQ(waits.appended(p0, 10), (Replies{second, first}));
}

TEST(FetchWaits, BytesAddUpOverPartitionsToWhatIsMissing) {
  FetchWaits waits;
  waits.park({.reply = first, .deadline = at(500), .missing_bytes = 100, .partitions = {p0, p1}});
  EXPECT_EQ(waits.appended(p0, 60), Replies{});
  EXPECT_EQ(waits.appended(p1, 39), Replies{});
  EXPECT_EQ(waits.appended(p0, 1), Replies{first});
  // It was not answered, so that every later byte names it again.
  EXPECT_EQ(waits.appended(p0, 1), Replies{first});
}

TEST(FetchWaits, AFinishedFetchIsNamedNoMore) {
  FetchWaits waits;
  waits.park({.reply = first, .deadline = at(500), .partitions = {p0, p0}});
  waits.finish(first);
  waits.finish(first);
  EXPECT_EQ(waits.appended(p0, 10), Replies{});
  EXPECT_EQ(waits.pop_due(at(1000)), std::nullopt);
  EXPECT_EQ(waits.next_deadline(), Instant::never());
  EXPECT_EQ(waits.size(), 0u);
}

TEST(FetchWaits, ADeadlineFinishesItsFetch) {
  FetchWaits waits;
  waits.park({.reply = first, .deadline = at(500), .partitions = {p0}});
  waits.park({.reply = second, .deadline = at(400), .partitions = {p0}});
  EXPECT_EQ(waits.next_deadline(), at(400));
  EXPECT_EQ(waits.pop_due(at(399)), std::nullopt);
  EXPECT_EQ(waits.pop_due(at(400)), second);
  EXPECT_EQ(waits.pop_due(at(400)), std::nullopt);
  EXPECT_EQ(waits.appended(p0, 1), Replies{first});
}

TEST(FetchWaits, ADeletedTopicNamesAllThatWaitForOneOfItsPartitions) {
  FetchWaits waits;
  waits.park({.reply = second, .deadline = at(500), .missing_bytes = 9, .partitions = {p1, other}});
  waits.park({.reply = first, .deadline = at(500), .missing_bytes = 9, .partitions = {p0, p1}});
  waits.park({.reply = ReplyId{3}, .deadline = at(500), .partitions = {other}});
  EXPECT_EQ(waits.topic_gone(topic), (Replies{second, first}));
  EXPECT_EQ(waits.changed(p0), Replies{first});
}

}  // namespace
}  // namespace cohort::broker
