#include <cohort/node/instant.hpp>

#include <gtest/gtest.h>

namespace cohort {
namespace {

using namespace std::chrono_literals;

TEST(Instant, UnixMillisecondsAreRoundedDown) {
  EXPECT_EQ((Instant::from_unix_ms(5) + 999'999ns).unix_ms(), 5);
  EXPECT_EQ((Instant::from_unix_ms(5) + 1'000'000ns).unix_ms(), 6);
  EXPECT_EQ(Instant(-1ns).unix_ms(), -1);
}

TEST(Instant, AddingSaturatesAtNever) {
  EXPECT_EQ(Instant::never() + 1ns, Instant::never());
  EXPECT_EQ(Instant::from_unix_ms(1) + Duration::max(), Instant::never());
  EXPECT_EQ(Instant::from_unix_ms(1) + 2ms, Instant::from_unix_ms(3));
}

TEST(Instant, DifferencesAreDurations) {
  EXPECT_EQ(Instant::from_unix_ms(7) - Instant::from_unix_ms(10), -3ms);
  EXPECT_EQ(Instant::from_unix_ms(7) - 2ms, Instant::from_unix_ms(5));
}

}  // namespace
}  // namespace cohort
