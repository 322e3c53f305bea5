// Reader, Writer: the fields of Kafka's requests and answers before version 6 or so: no compact
// lengths, no tags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace floor_server {

/// Reads big-endian fields in place. The first field that does not fit makes it bad; what is read
/// from then on is 0.
class Reader {
 public:
  Reader(char* bytes, std::size_t size) : at_(bytes), end_(bytes + size) {}

  bool is_bad() const { return is_bad_; }
  std::int16_t int16() { return static_cast<std::int16_t>(number(2)); }
  std::int32_t int32() { return static_cast<std::int32_t>(number(4)); }
  std::int64_t int64() { return static_cast<std::int64_t>(number(8)); }
  void skip(std::size_t count) { take(count); }
  /// A null one is empty.
  std::string_view string() {
    const std::int16_t length = int16();
    const std::size_t size = length < 0 ? 0 : static_cast<std::size_t>(length);
    return {take(size), is_bad_ ? 0 : size};
  }
  /// `count` bytes where they stand, to be changed there; null when they are not all there.
  char* take(std::size_t count) {
    if (count > static_cast<std::size_t>(end_ - at_)) is_bad_ = true;
    if (is_bad_) return nullptr;
    at_ += count;
    return at_ - count;
  }

 private:
  std::uint64_t number(std::size_t size) {
    const char* bytes = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = 0; bytes != nullptr && i < size; ++i) {
      value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
    }
    return value;
  }

  char* at_;
  char* end_;
  bool is_bad_ = false;
};

inline void put(char* at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<char>(value >> 8 * (size - 1 - i));
}

/// Appends big-endian fields to a string.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  Writer& int8(std::int8_t value) { return number(static_cast<std::uint64_t>(value), 1); }
  Writer& int16(std::int16_t value) { return number(static_cast<std::uint64_t>(value), 2); }
  Writer& int32(std::int32_t value) { return number(static_cast<std::uint64_t>(value), 4); }
  Writer& int64(std::int64_t value) { return number(static_cast<std::uint64_t>(value), 8); }
  Writer& string(std::string_view text) {
    int16(static_cast<std::int16_t>(text.size()));
    out_ += text;
    return *this;
  }

 private:
  Writer& number(std::uint64_t value, std::size_t size) {
    out_.resize(out_.size() + size);
    put(out_.data() + out_.size() - size, value, size);
    return *this;
  }

  std::string& out_;
};

}  // namespace floor_server
