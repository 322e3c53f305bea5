// What of a state does not count where it was promised that nobody acts on it.
#include <cohort/node/state_digest.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

namespace {

constexpr Instant start_of_day = Instant::from_unix_ms(1'704'067'200'000);
const std::string lesser_id = "reader-00000000-0000-4000-8000-000000000001";
const std::string greater_id = "reader-00000000-0000-4000-8000-00000000000a";
const std::string greatest_id = "reader-f0000000-0000-4000-8000-000000000000";

template <class... T>
StateHash promised(const DigestPromises& promises, const T&... values) {
  StateDigest digest(start_of_day, promises);
  digest.add_all(values...);
  return digest.value();
}

template <class Work>
StateHash digested(const DigestPromises& promises, const Work& work) {
  StateDigest digest(start_of_day, promises);
  work(digest);
  return digest.value();
}

StateHash pause_until(Instant time) {
  return digested({}, [&](StateDigest& digest) { digest.add_pause(time); });
}

StateHash deadline_at(Instant time) {
  return digested({}, [&](StateDigest& digest) { digest.add_deadline(time); });
}

/// A frame with a body of one byte, of a request if there is an API.
Buffer frame(std::uint8_t correlation_id, std::uint8_t body, bool is_request) {
  std::vector<std::uint8_t> bytes{0, 0, 0, 5};
  if (is_request) bytes = {0, 0, 0, 9, 0, 3, 0, 1};
  bytes.insert(bytes.end(), {0, 0, 0, correlation_id, body});
  return Buffer::adopt(std::move(bytes));
}

StateHash requests(const DigestPromises& promises, const Buffer& piece) {
  return digested(promises, [&](StateDigest& digest) { digest.add_requests(piece.bytes()); });
}

StateHash answers(const DigestPromises& promises, const Buffer& piece) {
  return digested(promises, [&](StateDigest& digest) { digest.add_answers(piece.bytes()); });
}

}  // namespace

TEST(DigestPromises, WhatIsDueAfterTheEndIsNeverDue) {
  const DigestPromises promises{.ends = start_of_day + milliseconds(10)};
  const Instant before = start_of_day + milliseconds(10);
  const Instant after = start_of_day + milliseconds(11);

  EXPECT_EQ(promised(promises, after), promised(promises, Instant::never()));
  EXPECT_NE(promised(promises, before), promised(promises, Instant::never()));
  EXPECT_NE(promised({}, after), promised({}, Instant::never()));
}

TEST(DigestPromises, TimersThatAreNeverDueHaveNoOrder) {
  TimerQueue<std::string> one;
  one.set("a", start_of_day + milliseconds(11));
  one.set("b", start_of_day + milliseconds(12));
  TimerQueue<std::string> other;
  other.set("a", start_of_day + milliseconds(13));
  other.set("b", start_of_day + milliseconds(12));
  const DigestPromises promises{.ends = start_of_day + milliseconds(10)};

  EXPECT_EQ(promised(promises, one), promised(promises, other));
  EXPECT_NE(promised({}, one), promised({}, other));
}

TEST(DigestPromises, AgesCountAsSetOrNot) {
  const DigestPromises promises{.ages_go_unread = true};
  const Instant long_ago = start_of_day - std::chrono::hours(1);

  EXPECT_EQ(promised(promises, long_ago), promised(promises, start_of_day));
  EXPECT_NE(promised(promises, long_ago), promised(promises, Instant{}));
  EXPECT_NE(promised(promises, long_ago), promised(promises, start_of_day + milliseconds(1)));
  EXPECT_NE(promised({}, long_ago), promised({}, start_of_day));
}

TEST(DigestPromises, WhatIsOverdueIsDueWithoutAny) {
  EXPECT_EQ(deadline_at(start_of_day - milliseconds(5)), deadline_at(start_of_day));
  EXPECT_NE(deadline_at(start_of_day + milliseconds(5)), deadline_at(start_of_day));
  EXPECT_NE(deadline_at(Instant{}), deadline_at(start_of_day));
}

TEST(DigestPromises, ATimerThatIsOverdueCountsByHowLate) {
  const auto due_at = [](Instant time) {
    TimerQueue<int> timers;
    timers.set(1, time);
    return promised({.ages_go_unread = true}, timers);
  };
  const Instant due = start_of_day;
  EXPECT_NE(due_at(due - milliseconds(1)), due_at(due));
  EXPECT_NE(due_at(due - milliseconds(2)), due_at(due - milliseconds(1)));
}

TEST(DigestPromises, APauseThatIsOverIsNoneWithoutAny) {
  EXPECT_EQ(pause_until(start_of_day), pause_until(Instant{}));
  EXPECT_NE(pause_until(start_of_day + milliseconds(1)), pause_until(Instant{}));
}

TEST(DigestPromises, WholeFramesCountWithoutTheirCorrelationIds) {
  const DigestPromises promises{.whole_frames = true};

  EXPECT_EQ(requests(promises, frame(1, 7, true)), requests(promises, frame(2, 7, true)));
  EXPECT_NE(requests(promises, frame(1, 7, true)), requests(promises, frame(1, 8, true)));
  EXPECT_EQ(answers(promises, frame(1, 7, false)), answers(promises, frame(2, 7, false)));
  EXPECT_NE(answers(promises, frame(1, 7, false)), answers(promises, frame(1, 8, false)));
  EXPECT_NE(requests({}, frame(1, 7, true)), requests({}, frame(2, 7, true)));
}

TEST(DigestPromises, EachFrameOfAPieceCounts) {
  const DigestPromises promises{.whole_frames = true};
  const auto two = [](std::uint8_t correlation_id, std::uint8_t body) {
    Buffers both(frame(1, 7, false));
    both.append(frame(correlation_id, body, false));
    return both.joined();
  };

  EXPECT_EQ(answers(promises, two(2, 7)), answers(promises, two(3, 7)));
  EXPECT_NE(answers(promises, two(2, 7)), answers(promises, two(2, 8)));
}

TEST(DigestPromises, WhatIsNoWholeFrameCountsAsItIs) {
  const DigestPromises promises{.whole_frames = true};
  const auto part = [](std::uint8_t correlation_id) {
    return frame(correlation_id, 7, false).slice(0, 8);
  };

  EXPECT_NE(answers(promises, part(1)), answers(promises, part(2)));
}

TEST(DigestPromises, MemberIdsCountByTheOrderInWhichTheyComeUp) {
  const DigestPromises promises{.member_ids_to_come = 0};

  EXPECT_EQ(promised(promises, lesser_id, greater_id, lesser_id),
            promised(promises, lesser_id, greatest_id, lesser_id));
  EXPECT_NE(promised(promises, lesser_id, greater_id, lesser_id),
            promised(promises, lesser_id, greater_id, greater_id));
  EXPECT_NE(promised({}, lesser_id, greater_id), promised({}, lesser_id, greatest_id));
}

TEST(DigestPromises, HowMemberIdsAreSortedCounts) {
  const DigestPromises promises{.member_ids_to_come = 0};

  EXPECT_NE(promised(promises, lesser_id, greater_id), promised(promises, greater_id, lesser_id));
}

TEST(DigestPromises, WhatIsAroundMemberIdsCounts) {
  const DigestPromises promises{.member_ids_to_come = 0};

  EXPECT_EQ(promised(promises, "a" + lesser_id + "b-"),
            promised(promises, "a" + greater_id + "b-"));
  EXPECT_NE(promised(promises, "a" + lesser_id + "b-"), promised(promises, "a" + lesser_id + "c-"));
  EXPECT_NE(promised(promises, "a" + lesser_id), promised(promises, "b" + lesser_id));
  EXPECT_NE(promised(promises, lesser_id + lesser_id), promised(promises, lesser_id + greater_id));
}

TEST(DigestPromises, WhatOnlyLooksLikeAMemberIdCountsAsItIs) {
  const DigestPromises promises{.member_ids_to_come = 0};
  std::string no_id = lesser_id;
  no_id.back() = 'g';
  std::string other = greater_id;
  other.back() = 'h';

  EXPECT_NE(promised(promises, no_id), promised(promises, other));
}

TEST(StateDigest, LocalNamesAreOfOneNodeAlone) {
  const auto two_nodes = [](std::uint64_t first, std::uint64_t second) {
    return digested({}, [&](StateDigest& digest) {
      digest.add_local_name("request", first);
      digest.forget_local_names();
      digest.add_local_name("request", second);
    });
  };
  const auto one_node = [](std::uint64_t first, std::uint64_t second) {
    return digested({}, [&](StateDigest& digest) {
      digest.add_local_name("request", first);
      digest.add_local_name("request", second);
    });
  };

  EXPECT_EQ(two_nodes(1, 1), two_nodes(1, 2));
  EXPECT_NE(one_node(1, 1), one_node(1, 2));
}

}  // namespace cohort
