#include "protocol/codec/random_fields.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::detail {

// A tagged field keeps its default every third time, and is then left out.
bool RandomFields::is_wanted(const When& when) {
  if (!when.present.contains(version_)) return false;
  return !when.is_tagged() || draw_.below(3) != 0;
}

bool RandomFields::is_null(const When& when) {
  return version_ >= when.nullable_from && draw_.below(4) == 0;
}

/// The lowest `bits` bits count.
std::uint64_t RandomFields::number(unsigned bits) {
  const std::uint64_t any =
      draw_.below(std::uint64_t{1} << 32) << 32 | draw_.below(std::uint64_t{1} << 32);
  switch (draw_.below(6)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return std::uint64_t{1} << (bits - 1);
    case 3:
      return (std::uint64_t{1} << (bits - 1)) - 1;
    case 4:
      return any % 100;
    default:
      return any;
  }
}

// Shorter the deeper, so that a message stays small.
std::size_t RandomFields::count() {
  if (depth_ == 1 && draw_.below(50) == 0) return 130;  // A compact count of two bytes.
  return draw_.below(depth_ < 3 ? 4 : 3);
}

void RandomFields::fill(bool& value, const When&) { value = draw_.below(2) == 1; }
void RandomFields::fill(double& value, const When&) {
  value = static_cast<double>(draw_.below(1'000'000)) / 64;
}

void RandomFields::fill(Uuid& value, const When&) {
  const bool is_zero = draw_.below(4) == 0;
  for (std::uint8_t& byte : value.bytes)
    byte = is_zero ? 0 : static_cast<std::uint8_t>(draw_.below(256));
}

void RandomFields::fill(std::string& value, const When&) {
  value.resize(draw_.below(40) == 0 ? 127 + draw_.below(200) : draw_.below(12));
  for (char& c : value) c = static_cast<char>('a' + draw_.below(26));
}

void RandomFields::fill(Buffer& value, const When&) {
  const bool is_shared = draw_.below(10) == 0;
  std::vector<std::uint8_t> bytes(is_shared ? smallest_shared_piece + draw_.below(40)
                                            : draw_.below(30));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(draw_.below(256));
  value = Buffer::adopt(std::move(bytes));
}

void RandomFields::fill(Buffers& value, const When&) {
  value = Buffers();
  for (std::uint64_t pieces = draw_.below(3); pieces > 0; --pieces) {
    Buffer piece;
    fill(piece);
    value.append(piece);
  }
}

}  // namespace cohort::detail
