// Random messages, to test codecs and brokers with.
#pragma once

#include <cstdint>

namespace cohort {

/// Where the choices come from: an Rng, or the bytes of a fuzzer.
class Draw {
 public:
  virtual ~Draw() = default;
  /// A number in [0, bound). REQUIRES: bound > 0.
  virtual std::uint64_t below(std::uint64_t bound) = 0;
};

/// A message that `version` can carry whole: fields it has not keep their defaults, and null comes
/// only where it is allowed. Lists are short; numbers prefer the ends of their range.
template <class Message>
Message random_message(Draw& draw, int version);

}  // namespace cohort
