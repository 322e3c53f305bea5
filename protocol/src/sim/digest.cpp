#include <cohort/sim/digest.hpp>

#include <algorithm>
#include <cstddef>

namespace cohort::sim {

void Digest::add(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min<std::size_t>(8, bytes.size());
    std::uint64_t word = 0;  // Little-endian, whatever the machine.
    for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    add(word);
    bytes = bytes.subspan(count);
  }
}

std::string Digest::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = digits[(state_ >> (60 - 4 * i)) & 15];
  return text;
}

}  // namespace cohort::sim
