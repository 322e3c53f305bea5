// Rng: the one source of chance, a splitmix64 stream with named forks.
#pragma once

#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <string_view>

namespace cohort {

/// The same seed gives the same numbers on every compiler. Copyable state.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();

  /// A number in [0, bound), every one equally likely. REQUIRES: bound > 0.
  std::uint64_t below(std::uint64_t bound);

  /// A stream of its own for one purpose; drawing from it does not move this one.
  Rng fork(std::string_view purpose) const;
  /// The `ordinal`-th stream for one purpose, for example the n-th member id of a group.
  Rng fork(std::string_view purpose, std::uint64_t ordinal) const;

  bool operator==(const Rng&) const = default;

 private:
  friend struct DigestOf<Rng>;
  std::uint64_t state_;
};

}  // namespace cohort
