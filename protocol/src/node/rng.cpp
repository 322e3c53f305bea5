#include <cohort/node/rng.hpp>
#include <cohort/protocol/assert.hpp>

namespace cohort {

namespace {

// The finaliser of splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators").
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t Rng::next() { return mixed(state_ += 0x9E3779B97F4A7C15ULL); }

std::uint64_t Rng::below(std::uint64_t bound) {
  COHORT_ASSERT(bound > 0);
  // Draws under 2^64 mod bound would make small results likelier.
  const std::uint64_t unfair = (0 - bound) % bound;
  std::uint64_t drawn = next();
  while (drawn < unfair) drawn = next();
  return drawn % bound;
}

Rng Rng::fork(std::string_view purpose) const { return fork(purpose, 0); }

Rng Rng::fork(std::string_view purpose, std::uint64_t ordinal) const {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
  for (const char c : purpose) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return Rng(mixed(mixed(state_ ^ hash) + ordinal));
}

}  // namespace cohort
