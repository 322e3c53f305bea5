// Buffer: immutable bytes with a shared owner; copying one copies a reference.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace cohort {

/// A view of immutable bytes that keeps its owner alive. Slices share the owner. Two buffers are
/// equal when their bytes are.
class Buffer {
 public:
  Buffer() = default;

  /// A new buffer that holds a copy of the bytes.
  static Buffer copy_of(std::span<const std::uint8_t> bytes);
  static Buffer copy_of(std::string_view text);
  /// A new buffer that takes the vector over without copying its bytes.
  static Buffer adopt(std::vector<std::uint8_t>&& bytes);
  /// The first `size` bytes of this memory, which nobody writes any more. REQUIRES: it has
  /// `capacity` of them, no fewer.
  static Buffer adopt(std::shared_ptr<const std::uint8_t[]> memory, std::size_t size,
                      std::size_t capacity);

  const std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

  /// The bytes from `offset` on, `count` of them at the most. REQUIRES: offset <= size().
  Buffer slice(std::size_t offset, std::size_t count = static_cast<std::size_t>(-1)) const;

  /// The same bytes under an owner of their own when this is less than half of what its owner
  /// has room for, so that a small part kept for long does not keep a whole frame alive.
  Buffer compacted() const;

  friend bool operator==(const Buffer& a, const Buffer& b) { return a.text() == b.text(); }
  friend std::strong_ordering operator<=>(const Buffer& a, const Buffer& b) {
    return a.text() <=> b.text();
  }

 private:
  std::shared_ptr<const void> owner_;
  std::size_t owned_ = 0;  ///< How many bytes the owner takes up.
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cohort
