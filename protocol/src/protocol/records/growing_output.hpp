// GrowingOutput: room for a decompressor to write into, which grows with what was written and ends
// at a limit.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cohort::records {

class GrowingOutput {
 public:
  /// `least_room` is what the decompressor likes to be given at once.
  explicit GrowingOutput(std::size_t limit, std::size_t least_room = 4096)
      : limit_(limit), least_room_(least_room) {}

  /// Free room of at least one byte, up to one byte above the limit.
  /// REQUIRES: !is_over_limit().
  std::span<std::uint8_t> room();
  /// So many bytes of the room were written.
  void wrote(std::size_t count) { used_ += count; }
  bool is_over_limit() const { return used_ > limit_; }
  /// All that was written. The output is spent.
  Buffer take();

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t used_ = 0;
  std::size_t limit_;
  std::size_t least_room_;
};

}  // namespace cohort::records
