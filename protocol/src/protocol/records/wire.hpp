// Big-endian numbers and varints, as record batches and message sets write them.
#pragma once

#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace cohort::records {

/// The big-endian number at an offset. REQUIRES: the bytes reach that far.
template <std::integral T>
T number_at(ByteView bytes, std::size_t offset) {
  std::make_unsigned_t<T> value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<std::make_unsigned_t<T>>((std::uint64_t{value} << 8) | bytes[offset + i]);
  return static_cast<T>(value);
}

/// Writes over the bytes at an offset. REQUIRES: they are there.
template <std::integral T>
void put_at(std::vector<std::uint8_t>& out, std::size_t offset, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out[offset + i] = static_cast<std::uint8_t>(static_cast<std::make_unsigned_t<T>>(value) >>
                                                (8 * (sizeof(T) - 1 - i)));
}

template <std::integral T>
void put(std::vector<std::uint8_t>& out, T value) {
  out.resize(out.size() + sizeof(T));
  put_at(out, out.size() - sizeof(T), value);
}

void put_bytes(std::vector<std::uint8_t>& out, ByteView bytes);
/// Zigzag, seven bits a byte, the least significant first (ByteUtils.writeVarlong).
void put_varint(std::vector<std::uint8_t>& out, std::int64_t value);
/// Length and bytes; null is the length -1.
void put_sized(std::vector<std::uint8_t>& out, const std::optional<ByteView>& bytes);

/// How many bytes `put_varint` writes.
std::size_t varint_size(std::int64_t value);

/// Java's addition and subtraction, which wrap round.
std::int64_t wrapping_add(std::int64_t a, std::int64_t b);
std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b);

/// Reads the fields of a record. Latches its first fault and gives zeros from then on.
class FieldReader {
 public:
  explicit FieldReader(ByteView bytes) : rest_(bytes) {}

  std::int8_t byte();
  std::int32_t varint() { return static_cast<std::int32_t>(unzigzag(unsigned_varint(5))); }
  std::int64_t varlong() { return unzigzag(unsigned_varint(10)); }
  /// Length and bytes; null below 0.
  std::optional<ByteView> sized();
  ByteView take(std::size_t count);
  /// A fault found by whoever reads.
  void fail(RecordFault fault);

  ByteView rest() const { return rest_; }
  std::optional<RecordFault> fault() const { return fault_; }

 private:
  static std::int64_t unzigzag(std::uint64_t value);
  std::uint64_t unsigned_varint(int longest);

  ByteView rest_;
  std::optional<RecordFault> fault_;
};

}  // namespace cohort::records
