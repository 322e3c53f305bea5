#include "wire.hpp"

#include <utility>

namespace cohort::records {

void put_bytes(std::vector<std::uint8_t>& out, ByteView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void put_varint(std::vector<std::uint8_t>& out, std::int64_t value) {
  auto rest = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
  for (; rest > 0x7f; rest >>= 7) out.push_back(static_cast<std::uint8_t>((rest & 0x7f) | 0x80));
  out.push_back(static_cast<std::uint8_t>(rest));
}

void put_sized(std::vector<std::uint8_t>& out, const std::optional<ByteView>& bytes) {
  if (!bytes) return put_varint(out, -1);
  put_varint(out, static_cast<std::int64_t>(bytes->size()));
  put_bytes(out, *bytes);
}

std::size_t varint_size(std::int64_t value) {
  auto rest = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
  std::size_t size = 1;
  for (; rest > 0x7f; rest >>= 7) ++size;
  return size;
}

std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::uint64_t FieldReader::any_varint(int longest) {
  std::uint64_t value = 0;
  for (int i = 0; i < longest; ++i) {
    if (at_ == end_) fail(RecordFault::record_too_short);
    if (fault_) return 0;
    const std::uint8_t next = *at_++;
    value |= std::uint64_t{next & 0x7fU} << (7 * i);
    // Bits above the 32nd of a five-byte number are dropped, as Java's int does
    // (ByteUtils.readUnsignedVarint).
    if (next < 0x80) return longest == 5 ? value & 0xffffffffU : value;
  }
  fail(RecordFault::invalid_varint);
  return 0;
}

}  // namespace cohort::records
