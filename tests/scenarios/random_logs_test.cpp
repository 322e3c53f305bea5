// Whatever is produced, compacted, trimmed and grows old, and whichever broker stops: what
// consumers read is what was produced, in order and at the same offsets, and nothing of it is lost
// that policy keeps.
#include "scenarios/random_logs.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace cohort::testing {
namespace {

constexpr std::uint64_t seeds = 6;  // Sanitizers run them too: more with COHORT_SEED.

std::string run_logs(std::uint64_t seed, std::int32_t brokers) {
  RandomLogs logs(seed, brokers);
  for (int step = 1; step <= 400 && !::testing::Test::HasFailure(); ++step) {
    logs.step();
    if (step % 20 == 0) {
      SCOPED_TRACE("step " + std::to_string(step));
      logs.check();
    }
  }
  if (!::testing::Test::HasFailure()) logs.check_at_rest();
  return logs.digest();
}

void check_seeds(std::int32_t brokers) {
  const char* const chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? seeds : first;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("replay with COHORT_SEED=" + std::to_string(seed) +
                 " scenarios_tests --gtest_filter='RandomLogs.*'");
    const std::string digest = run_logs(seed, brokers);
    if (::testing::Test::HasFailure()) return;
    EXPECT_EQ(run_logs(seed, brokers), digest);
  }
}

TEST(RandomLogs, ReadersSeeWhatWasProducedAndTheSameTwice) { check_seeds(1); }

TEST(RandomLogs, ReadersSeeTheSameWhileBrokersStopAndStart) { check_seeds(3); }

}  // namespace
}  // namespace cohort::testing
