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

/// Reads the fields of a record. Latches its first fault; nothing is left then, and zeros are read.
/// Inline and on pointers, since to walk a batch of small records takes longer than to check its
/// sum.
class FieldReader {
 public:
  explicit FieldReader(ByteView bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::int8_t byte() {
    if (at_ == end_) fail(RecordFault::record_too_short);
    return at_ == end_ ? std::int8_t{0} : static_cast<std::int8_t>(*at_++);
  }
  std::int32_t varint() { return static_cast<std::int32_t>(unzigzag(unsigned_varint(5))); }
  std::int64_t varlong() { return unzigzag(unsigned_varint(10)); }
  /// Length and bytes; null below 0. Inline in any case: what is returned through memory in two
  /// halves and read as a whole costs as much as all else of a small record.
  [[gnu::always_inline]] std::optional<ByteView> sized() {
    const std::int32_t size = varint();
    if (size < 0 || fault_) return std::nullopt;
    return take(static_cast<std::size_t>(size));
  }
  ByteView take(std::size_t count) {
    if (count > left()) fail(RecordFault::record_too_short);
    if (fault_) return {};
    const std::uint8_t* const from = at_;
    at_ += count;
    return {from, count};
  }
  /// A fault found by whoever reads.
  void fail(RecordFault fault) {
    if (!fault_) fault_ = fault;
    at_ = end_;
  }

  ByteView rest() const { return {at_, left()}; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::optional<RecordFault> fault() const { return fault_; }

 private:
  static std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  /// Most have one or two bytes.
  std::uint64_t unsigned_varint(int longest) {
    if (left() < 2) return any_varint(longest);
    const std::uint64_t first = at_[0];
    if (first < 0x80) {
      at_ += 1;
      return first;
    }
    const std::uint64_t second = at_[1];
    if (second >= 0x80) return any_varint(longest);
    at_ += 2;
    return (first & 0x7fU) | (second << 7);
  }
  std::uint64_t any_varint(int longest);

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::optional<RecordFault> fault_;
};

}  // namespace cohort::records
