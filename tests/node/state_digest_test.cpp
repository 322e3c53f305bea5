#include <cohort/node/state_digest.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

namespace {

constexpr Instant noon = Instant::from_unix_ms(1'704'067'200'000);

template <class... T>
StateHash hash_at(Instant now, const T&... values) {
  StateDigest digest(now);
  digest.add_all(values...);
  return digest.value();
}

template <class... T>
StateHash hash_of(const T&... values) {
  return hash_at(noon, values...);
}

struct Pair {
  int first = 0;
  std::optional<std::string> second;
};

}  // namespace

TEST(StateDigest, AggregatesCountByTheirFields) {
  EXPECT_EQ(hash_of(Pair{1, "a"}), hash_of(Pair{1, "a"}));
  EXPECT_NE(hash_of(Pair{1, "a"}), hash_of(Pair{2, "a"}));
  EXPECT_NE(hash_of(Pair{1, "a"}), hash_of(Pair{1, "b"}));
  EXPECT_NE(hash_of(Pair{1, ""}), hash_of(Pair{1, std::nullopt}));
}

TEST(StateDigest, WhereOneValueEndsIsPartOfIt) {
  EXPECT_NE(hash_of(std::string("ab"), std::string("c")),
            hash_of(std::string("a"), std::string("bc")));
  EXPECT_NE(hash_of(std::vector{1, 2}, std::vector<int>{}),
            hash_of(std::vector{1}, std::vector{2}));
}

TEST(StateDigest, TheOrderOfValuesCounts) { EXPECT_NE(hash_of(1, 2), hash_of(2, 1)); }

TEST(StateDigest, TimesCountFromNow) {
  const Instant later = noon + std::chrono::hours(1);

  EXPECT_EQ(hash_at(noon, noon + milliseconds(5)), hash_at(later, later + milliseconds(5)));
  EXPECT_NE(hash_at(noon, noon + milliseconds(5)), hash_at(noon, noon + milliseconds(6)));
  EXPECT_EQ(hash_at(noon, Instant::never()), hash_at(later, Instant::never()));
  EXPECT_EQ(hash_at(noon, Instant{}), hash_at(later, Instant{}));
}

TEST(StateDigest, IdsCountByTheOrderInWhichTheyComeUp) {
  const LinkId one{1};
  const LinkId two{2};
  const LinkId nine{9};

  EXPECT_EQ(hash_of(one, two, one), hash_of(two, nine, two));
  EXPECT_NE(hash_of(one, two, one), hash_of(one, two, two));
}

TEST(StateDigest, BytesCountByContent) {
  const Buffer whole = Buffer::copy_of("xabc");
  Buffers cut(Buffer::copy_of("a"));
  cut.append(Buffer::copy_of("bc"));

  EXPECT_EQ(hash_of(whole.slice(1)), hash_of(Buffer::copy_of("abc")));
  EXPECT_EQ(hash_of(cut), hash_of(Buffers(Buffer::copy_of("abc"))));
}

TEST(StateDigest, TimersCountByWhenTheyAreDue) {
  TimerQueue<std::string> once;
  once.set("a", noon + milliseconds(1));
  once.set("b", noon + milliseconds(1));
  TimerQueue<std::string> often;
  for (int i = 0; i < 3; ++i) often.set("a", noon + milliseconds(1));
  often.set("b", noon + milliseconds(1));
  TimerQueue<std::string> other;
  other.set("b", noon + milliseconds(1));
  other.set("a", noon + milliseconds(1));

  EXPECT_EQ(hash_of(once), hash_of(often));
  EXPECT_NE(hash_of(once), hash_of(other));
}

}  // namespace cohort
