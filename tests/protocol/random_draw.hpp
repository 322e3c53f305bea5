// RandomDraw: a seeded Draw for random messages. The seed is COHORT_SEED, or 1.
#pragma once

#include <cohort/node/rng.hpp>
#include <cohort/protocol/random_message.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace cohort::testing {

inline std::uint64_t test_seed() {
  const char* seed = std::getenv("COHORT_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

/// For SCOPED_TRACE: how to repeat a failure.
inline std::string seed_line() { return "repeat with COHORT_SEED=" + std::to_string(test_seed()); }

class RandomDraw : public Draw {
 public:
  explicit RandomDraw(std::string_view purpose) : rng_(Rng(test_seed()).fork(purpose)) {}
  std::uint64_t below(std::uint64_t bound) override { return rng_.below(bound); }

 private:
  Rng rng_;
};

}  // namespace cohort::testing
