// Payload, RecordMark: the values of the records that a load sends, and what is written in them.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::load {

using Clock = std::chrono::steady_clock;

/// What stands at the beginning of a record that is looked at when it comes back to this process.
struct RecordMark {
  static constexpr std::size_t size = 24;

  std::uint64_t number = 0;                ///< What it counts is the workload's.
  std::optional<Clock::time_point> due{};  ///< When it should be sent; nothing: it does not count.

  /// Nothing if there is none of this process: others may write to a topic that was named.
  static std::optional<RecordMark> of(const Buffer& value);
  bool operator==(const RecordMark&) const = default;
};

/// Values of one size. They are made before, all together, half of letters by chance and half of
/// one letter: a codec packs them, but not to nothing.
class Payload {
 public:
  explicit Payload(std::size_t size);

  /// One of some hundred, in turn.
  const Buffer& next();
  /// A value of its own with this mark. REQUIRES: the size is RecordMark::size or more.
  Buffer marked(const RecordMark& mark);

 private:
  std::vector<Buffer> values_;
  std::size_t next_ = 0;
};

}  // namespace cohort::load
