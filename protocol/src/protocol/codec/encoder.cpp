#include "protocol/codec/encoder.hpp"

#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace cohort::detail {

namespace {

constexpr std::size_t longest_string = std::numeric_limits<std::int16_t>::max();
constexpr std::size_t first_allocation = 256;
constexpr std::size_t longest_bytes = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::size_t most_copied_bytes = std::size_t{256} * 1024 * 1024;

struct Varint {
  std::array<std::uint8_t, 5> bytes{};
  std::size_t size = 0;
};

Varint varint_of(std::uint32_t value) {
  Varint made;
  while (value >= 0x80) {
    made.bytes[made.size++] = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  made.bytes[made.size++] = static_cast<std::uint8_t>(value);
  return made;
}

}  // namespace

bool Encoder::enter(const When& when, bool is_at_default) {
  if (!when.present.contains(version_)) return false;
  if (!when.is_tagged()) return struct_.stage == Stage::ordinary_fields;
  if (is_at_default) return false;
  if (struct_.stage == Stage::ordinary_fields) {
    ++struct_.tag_count;
    return false;
  }
  put_unsigned_varint(static_cast<std::uint32_t>(when.tag));
  struct_.tag_start = size_;
  struct_.tag_start_bytes = bytes_.size();
  return true;
}

// A tagged field's size stands before it and is known only after it, so it is put in between.
void Encoder::leave(const When& when) {
  if (!when.is_tagged()) return;
  const Varint length = varint_of(static_cast<std::uint32_t>(size_ - struct_.tag_start));
  size_ += length.size;
  if (purpose_ == Purpose::measure || !fits_) return;
  const auto start = static_cast<std::ptrdiff_t>(struct_.tag_start_bytes);
  bytes_.insert(bytes_.begin() + start, length.bytes.begin(),
                length.bytes.begin() + static_cast<std::ptrdiff_t>(length.size));
  // Pieces of this field stand in it, or at its very start: behind the size in either case. One
  // that ends at the start belongs to an earlier field and was put before the tag number, so its
  // position is smaller.
  for (SharedPiece& piece : shared_) {
    if (piece.position >= struct_.tag_start_bytes) piece.position += length.size;
  }
}

// Source: KIP-482: a flexible struct ends with the number of its tagged fields and those in
// ascending order.
bool Encoder::begin_tags() {
  if (!is_flexible_) return false;
  put_unsigned_varint(struct_.tag_count);
  struct_.stage = Stage::tagged_fields;
  return struct_.tag_count > 0;
}

void Encoder::append(const void* bytes, std::size_t count) {
  size_ += count;
  if (purpose_ == Purpose::measure || !fits_) return;
  fits_ = bytes_.size() + count <= most_copied_bytes;
  if (!fits_) return bytes_.clear();
  // Most messages are short: one allocation for them instead of one at each doubling.
  if (bytes_.capacity() == 0) bytes_.reserve(first_allocation);
  const auto* first = static_cast<const std::uint8_t*>(bytes);
  bytes_.insert(bytes_.end(), first, first + count);
}

void Encoder::append_shared(const Buffer& bytes) {
  if (bytes.size() < smallest_shared_piece) return append(bytes.data(), bytes.size());
  size_ += bytes.size();
  if (purpose_ == Purpose::write && fits_) shared_.push_back({bytes_.size(), bytes});
}

template <class T>
void Encoder::append_number(T value) {
  std::array<std::uint8_t, sizeof(T)> big_endian;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    big_endian[i] = static_cast<std::uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
  }
  append(big_endian.data(), sizeof(T));
}

void Encoder::put(bool value, const When&) {
  append_number(static_cast<std::uint8_t>(value ? 1 : 0));
}
void Encoder::put(std::int8_t value, const When&) {
  append_number(static_cast<std::uint8_t>(value));
}
void Encoder::put(std::int16_t value, const When&) {
  append_number(static_cast<std::uint16_t>(value));
}
void Encoder::put(std::uint16_t value, const When&) { append_number(value); }
void Encoder::put(std::int32_t value, const When&) {
  append_number(static_cast<std::uint32_t>(value));
}
void Encoder::put(std::int64_t value, const When&) {
  append_number(static_cast<std::uint64_t>(value));
}
void Encoder::put(double value, const When&) { append_number(std::bit_cast<std::uint64_t>(value)); }
void Encoder::put(const Uuid& value, const When&) {
  append(value.bytes.data(), value.bytes.size());
}

void Encoder::put(const std::string& value, const When&) {
  if (value.size() > longest_string) fits_ = false;
  if (is_flexible_) {
    put_unsigned_varint(static_cast<std::uint32_t>(value.size()) + 1);
  } else {
    put(static_cast<std::int16_t>(value.size()));
  }
  append(value.data(), value.size());
}

void Encoder::put_plain(const std::optional<std::string>& value) {
  if (!value.has_value()) return put(std::int16_t{-1});
  if (value->size() > longest_string) fits_ = false;
  put(static_cast<std::int16_t>(value->size()));
  append(value->data(), value->size());
}

void Encoder::put(const Buffer& value, const When&) {
  put_length(value.size());
  append_shared(value);
}

void Encoder::put(const Buffers& value, const When&) {
  put_length(value.size());
  put_raw(value);
}

void Encoder::put_raw(const Buffers& bytes) {
  for (const Buffer& piece : bytes.pieces()) append_shared(piece);
}

void Encoder::put_count(std::size_t count) { put_length(count); }

void Encoder::put_length(std::size_t length) {
  if (length > longest_bytes) fits_ = false;
  if (is_flexible_) return put_unsigned_varint(static_cast<std::uint32_t>(length) + 1);
  put(static_cast<std::int32_t>(length));
}

void Encoder::put_null_length() {
  if (is_flexible_) return put_unsigned_varint(0);
  put(std::int32_t{-1});
}

void Encoder::put_null(const When&, Kind<std::string>) {
  if (is_flexible_) return put_unsigned_varint(0);
  put(std::int16_t{-1});
}

void Encoder::put_unsigned_varint(std::uint32_t value) {
  const Varint varint = varint_of(value);
  append(varint.bytes.data(), varint.size);
}

void Encoder::set_frame_length() {
  if (size_ - 4 > longest_bytes) fits_ = false;
  if (!fits_) return;
  COHORT_ASSERT(bytes_.size() >= 4);
  const auto length = static_cast<std::uint32_t>(size_ - 4);
  for (std::size_t i = 0; i < 4; ++i) bytes_[i] = static_cast<std::uint8_t>(length >> (24 - 8 * i));
}

Buffers Encoder::finish() {
  Buffers all;
  if (fits_) {
    const Buffer own = Buffer::adopt(std::move(bytes_));
    std::size_t done = 0;
    for (const SharedPiece& piece : shared_) {
      all.append(own.slice(done, piece.position - done));
      all.append(piece.bytes);
      done = piece.position;
    }
    all.append(own.slice(done));
  }
  *this = Encoder(version_, is_flexible_, purpose_);
  return all;
}

}  // namespace cohort::detail
