#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace cohort {
namespace {

// The first outputs of splitmix64 for seed 1234567, as published with its reference implementation
// (also at https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64).
TEST(Rng, IsSplitmix64) {
  Rng rng(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL}) {
    EXPECT_EQ(rng.next(), expected);
  }
}

TEST(Rng, BelowStaysBelowAndReachesEveryNumber) {
  Rng rng(1);
  std::array<int, 5> seen{};
  for (int i = 0; i < 5000; ++i) ++seen.at(rng.below(5));
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(Rng, BelowOneIsZero) { EXPECT_EQ(Rng(3).below(1), 0U); }

TEST(Rng, ForkingDoesNotMoveTheStream) {
  Rng forked(5);
  Rng untouched(5);
  static_cast<void>(forked.fork("members").next());
  EXPECT_EQ(forked.next(), untouched.next());
}

TEST(Rng, ForksDifferByPurposeOrdinalAndSeed) {
  const std::uint64_t first = Rng(5).fork("members").next();
  EXPECT_NE(first, Rng(5).fork("topics").next());
  EXPECT_NE(first, Rng(5).fork("members", 1).next());
  EXPECT_NE(first, Rng(6).fork("members").next());
  EXPECT_EQ(first, Rng(5).fork("members", 0).next());
}

}  // namespace
}  // namespace cohort
