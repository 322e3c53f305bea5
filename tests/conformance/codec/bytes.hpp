// Bytes: big-endian numbers and varints in and out, and how bytes are shown in a case. A codec of
// the suite's own, so that the broker's is not checked by itself.
#pragma once

#include "conformance/codec/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::conform {

/// Bytes are kept in strings, which grow and compare as bytes should.
using Bytes = std::string;

/// Puts the `width` low bytes of `value`, the highest first.
void put_number(Bytes& out, std::uint64_t value, int width);
void put_unsigned_varint(Bytes& out, std::uint64_t value);
/// Zigzag.
void put_varint(Bytes& out, std::int64_t value);

/// Reads from the front. Throws Failure where the bytes end early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::int64_t count);
  std::uint64_t unsigned_number(int width);
  /// With its sign.
  std::int64_t number(int width);
  std::uint64_t unsigned_varint();
  std::int64_t varint();
  /// Bytes behind their length as varint; a negative length is null.
  std::optional<std::string_view> sized();
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// Throws Failure for what is no pairs of hexadecimal digits; blanks between pairs are fine.
Bytes from_hex(std::string_view text);
std::string to_hex(std::string_view bytes);

/// A text if all of it can be printed, else `{"hex": ...}`; null stays null.
Json shown(std::optional<std::string_view> bytes);
/// The other way round; null for null.
std::optional<Bytes> raw(const Json& value);

/// CRC-32C as batches have it.
std::uint32_t crc32c(std::string_view bytes);
/// CRC-32 as old messages have it.
std::uint32_t crc32(std::string_view bytes);
Bytes gzip(std::string_view bytes);
Bytes gunzip(std::string_view bytes);

}  // namespace cohort::conform
