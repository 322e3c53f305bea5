#include <cohort/protocol/crc32c.hpp>

#include <isa-l/crc.h>

#include <algorithm>
#include <cstddef>

namespace cohort {

namespace {
/// ISA-L counts in int.
constexpr std::size_t longest_step = std::size_t{1} << 30;
}  // namespace

std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t previous) {
  // ISA-L works on the plain remainder; RFC 3720 starts from all ones and inverts the end.
  std::uint32_t remainder = ~previous;
  while (!bytes.empty()) {
    const auto step = bytes.first(std::min(bytes.size(), longest_step));
    // ISA-L's parameter is not const but it only reads.
    remainder = crc32_iscsi(const_cast<std::uint8_t*>(step.data()), static_cast<int>(step.size()),
                            remainder);
    bytes = bytes.subspan(step.size());
  }
  return ~remainder;
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t previous) {
  // This one of ISA-L's inverts by itself, as zlib's does.
  return crc32_gzip_refl(previous, bytes.data(), bytes.size());
}

}  // namespace cohort
