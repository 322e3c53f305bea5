#include <cohort/sim/digest.hpp>

#include <bit>
#include <cstddef>
#include <cstring>

namespace cohort::sim {

void Digest::add(std::span<const std::uint8_t> bytes) {
  // Words are little-endian, whatever the machine.
  while (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&word, bytes.data(), sizeof word);
    } else {
      for (std::size_t i = 0; i < sizeof word; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    }
    add(word);
    bytes = bytes.subspan(sizeof word);
  }
  if (bytes.empty()) return;
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) rest |= std::uint64_t{bytes[i]} << (8 * i);
  add(rest);
}

std::string Digest::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = digits[(state_ >> (60 - 4 * i)) & 15];
  return text;
}

}  // namespace cohort::sim
