// Digest: a 64-bit hash of all that happened, to compare two runs by.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace cohort::sim {

/// The same on every machine and compiler. Not for security.
class Digest {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15ULL;
    state_ ^= state_ >> 32;
  }
  /// Adds the bytes; their count is for the caller to add.
  void add(std::span<const std::uint8_t> bytes);

  std::uint64_t value() const { return state_; }
  /// 16 lower-case hex digits.
  std::string hex() const;
  bool operator==(const Digest&) const = default;

 private:
  std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

}  // namespace cohort::sim
