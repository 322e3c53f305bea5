// ArrivingBytes: bytes that come piece by piece into memory of their own, until they are a Buffer.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace cohort {

/// Memory that is reserved is not set, so that it costs no more than its address until bytes
/// arrive. A value: a copy has memory of its own, for what has arrived. Equal when what has arrived
/// is.
class ArrivingBytes {
 public:
  ArrivingBytes() = default;
  ArrivingBytes(const ArrivingBytes& other);
  ArrivingBytes(ArrivingBytes&& other) noexcept;
  ArrivingBytes& operator=(ArrivingBytes other) noexcept;
  ~ArrivingBytes() = default;

  /// Memory for so many bytes in all, unless there is as much. Moves what has arrived.
  void reserve(std::size_t capacity);
  /// Adds bytes, whether or not there is room.
  void append(std::span<const std::uint8_t> bytes);

  /// Where the next bytes go: whoever writes them there says so with added(). Good until the next
  /// call that is not const.
  std::span<std::uint8_t> room();
  /// REQUIRES: count <= room().size().
  void added(std::size_t count);

  std::span<const std::uint8_t> bytes() const { return {memory_.get(), size_}; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  /// What has arrived, without a copy; nothing is left here.
  Buffer take();

  friend bool operator==(const ArrivingBytes& a, const ArrivingBytes& b);

 private:
  std::shared_ptr<std::uint8_t[]> memory_;  ///< Shared with nobody until it is taken.
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace cohort
