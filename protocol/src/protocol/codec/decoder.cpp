#include "protocol/codec/decoder.hpp"

#include "protocol/codec/java_text.hpp"

#include <bit>
#include <limits>

namespace cohort::detail {

namespace {
constexpr std::int32_t longest_string = std::numeric_limits<std::int16_t>::max();
}

void Decoder::fail(DecodeFault fault) {
  if (has_failed()) return;
  error_ = DecodeError{.fault = fault, .offset = position_, .field = field_};
}

const std::uint8_t* Decoder::take(std::size_t count) {
  if (count > remaining()) fail(DecodeFault::ends_early);
  if (has_failed()) return nullptr;
  position_ += count;
  return bytes_.data() + position_ - count;
}

bool Decoder::enter(const char* name, const When& when) {
  if (has_failed() || !when.present.contains(version_)) return false;
  if (struct_.stage == Stage::ordinary_fields) {
    if (when.is_tagged()) return false;
  } else {
    if (when.tag < 0 || static_cast<std::uint32_t>(when.tag) != struct_.tag) return false;
    struct_.is_known = true;
  }
  field_ = name;
  return true;
}

// Source: KIP-482: tag, size of the value, value.
bool Decoder::begin_tag(std::uint32_t left) {
  if (left == 0 || has_failed()) return false;
  field_ = "";
  const std::uint32_t tag = get_unsigned_varint();
  const std::size_t size = get_unsigned_varint();
  if (size > remaining()) fail(DecodeFault::ends_early);
  if (has_failed()) return false;
  struct_ = {.stage = Stage::tagged_fields, .tag = tag, .is_known = false, .outer_end = end_};
  end_ = position_ + size;
  return true;
}

void Decoder::end_tag() {
  if (!struct_.is_known) {
    ++unknown_tags_;
    take(remaining());
  }
  if (position_ != end_) fail(DecodeFault::tag_size_mismatch);
  end_ = struct_.outer_end;
}

void Decoder::skip_tags() {
  for (std::uint32_t left = get_unsigned_varint(); begin_tag(left); --left) end_tag();
  struct_ = Struct{};
}

template <class T>
T Decoder::get_number() {
  const std::uint8_t* bytes = take(sizeof(T));
  if (bytes == nullptr) return 0;
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = static_cast<T>((value << 7 << 1) | bytes[i]);
  return value;
}

void Decoder::get(bool& value, const When&) { value = get_number<std::uint8_t>() != 0; }
void Decoder::get(std::int8_t& value, const When&) {
  value = static_cast<std::int8_t>(get_number<std::uint8_t>());
}
void Decoder::get(std::int16_t& value, const When&) {
  value = static_cast<std::int16_t>(get_number<std::uint16_t>());
}
void Decoder::get(std::uint16_t& value, const When&) { value = get_number<std::uint16_t>(); }
void Decoder::get(std::int32_t& value, const When&) {
  value = static_cast<std::int32_t>(get_number<std::uint32_t>());
}
void Decoder::get(std::int64_t& value, const When&) {
  value = static_cast<std::int64_t>(get_number<std::uint64_t>());
}
void Decoder::get(double& value, const When&) {
  value = std::bit_cast<double>(get_number<std::uint64_t>());
}

void Decoder::get(Uuid& value, const When&) {
  const std::uint8_t* bytes = take(value.bytes.size());
  if (bytes != nullptr) std::copy_n(bytes, value.bytes.size(), value.bytes.begin());
}

// At most five bytes; bits above the 32nd are dropped (ByteUtils.readUnsignedVarint).
std::uint32_t Decoder::get_unsigned_varint() {
  std::uint32_t value = 0;
  for (unsigned shift = 0; shift <= 28; shift += 7) {
    const auto byte = get_number<std::uint8_t>();
    value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  fail(DecodeFault::varint_too_long);
  return 0;
}

std::int32_t Decoder::get_length() {
  if (is_flexible_) return static_cast<std::int32_t>(get_unsigned_varint() - 1);
  return static_cast<std::int32_t>(get_number<std::uint32_t>());
}

std::int32_t Decoder::get_string_length() {
  if (!is_flexible_) return static_cast<std::int16_t>(get_number<std::uint16_t>());
  const std::int32_t length = get_length();
  if (length > longest_string) fail(DecodeFault::length_out_of_range);
  return length;
}

// An element takes at least a byte, so a greater count is a lie that would cost memory.
std::int32_t Decoder::get_count() {
  const std::int32_t count = get_length();
  if (has_failed()) return 0;
  if (count > 0 && static_cast<std::size_t>(count) > remaining()) {
    fail(DecodeFault::count_out_of_range);
    return 0;
  }
  return count;
}

std::size_t Decoder::next_size(std::size_t size, std::size_t element_size) const {
  return size > 0 ? 2 * size : 16 + 4 * remaining() / element_size;
}

// Kafka takes every negative length for null, not only -1.
bool Decoder::is_null(std::int32_t length, const When& when) {
  if (length >= 0 || has_failed()) return false;
  if (version_ >= when.nullable_from) return true;
  fail(DecodeFault::null_not_allowed);
  return false;
}

bool Decoder::get_is_null() { return static_cast<std::int8_t>(get_number<std::uint8_t>()) < 0; }

std::string Decoder::take_string(std::int32_t length) {
  if (length < 0) fail(DecodeFault::null_not_allowed);
  const std::uint8_t* bytes = take(static_cast<std::size_t>(length));
  if (bytes == nullptr) return {};
  return as_java_reads({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)});
}

Buffer Decoder::take_bytes(std::int32_t length) {
  if (length < 0) fail(DecodeFault::null_not_allowed);
  const std::size_t start = position_;
  if (take(static_cast<std::size_t>(length)) == nullptr) return {};
  return bytes_.slice(start, static_cast<std::size_t>(length));
}

void Decoder::get(std::string& value, const When&) { value = take_string(get_string_length()); }
void Decoder::get(Buffer& value, const When&) { value = take_bytes(get_length()); }
void Decoder::get(Buffers& value, const When&) { value = take_bytes(get_length()); }

void Decoder::get(std::optional<std::string>& value, const When& when) {
  const std::int32_t length = get_string_length();
  if (is_null(length, when)) return value.reset();
  value = take_string(length);
}

void Decoder::get(std::optional<Buffer>& value, const When& when) {
  const std::int32_t length = get_length();
  if (is_null(length, when)) return value.reset();
  value = take_bytes(length);
}

void Decoder::get(std::optional<Buffers>& value, const When& when) {
  const std::int32_t length = get_length();
  if (is_null(length, when)) return value.reset();
  value = Buffers(take_bytes(length));
}

std::optional<std::string> Decoder::get_plain() {
  const auto length = static_cast<std::int16_t>(get_number<std::uint16_t>());
  if (length < 0) return std::nullopt;
  return take_string(length);
}

}  // namespace cohort::detail
