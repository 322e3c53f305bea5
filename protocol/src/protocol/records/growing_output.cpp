#include "growing_output.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::records {

std::span<std::uint8_t> GrowingOutput::room() {
  COHORT_ASSERT(!is_over_limit());
  if (bytes_.size() - used_ < least_room_)
    bytes_.resize(std::min(limit_ + 1, std::max(used_ + least_room_, 2 * used_)));
  return std::span(bytes_).subspan(used_);
}

Buffer GrowingOutput::take() {
  bytes_.resize(used_);
  return Buffer::adopt(std::exchange(bytes_, {}));
}

}  // namespace cohort::records
