#include <cohort/protocol/arriving_bytes.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

ArrivingBytes::ArrivingBytes(const ArrivingBytes& other) { append(other.bytes()); }

ArrivingBytes::ArrivingBytes(ArrivingBytes&& other) noexcept
    : memory_(std::move(other.memory_)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

ArrivingBytes& ArrivingBytes::operator=(ArrivingBytes other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

void ArrivingBytes::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto memory = std::make_shared_for_overwrite<std::uint8_t[]>(capacity);
  std::ranges::copy(bytes(), memory.get());
  memory_ = std::move(memory);
  capacity_ = capacity;
}

void ArrivingBytes::append(std::span<const std::uint8_t> bytes) {
  reserve(size_ + bytes.size());
  std::ranges::copy(bytes, memory_.get() + size_);
  size_ += bytes.size();
}

std::span<std::uint8_t> ArrivingBytes::room() { return {memory_.get() + size_, capacity_ - size_}; }

void ArrivingBytes::added(std::size_t count) {
  COHORT_ASSERT(count <= capacity_ - size_);
  size_ += count;
}

Buffer ArrivingBytes::take() {
  const std::size_t size = std::exchange(size_, 0);
  return Buffer::adopt(std::exchange(memory_, nullptr), size, std::exchange(capacity_, 0));
}

bool operator==(const ArrivingBytes& a, const ArrivingBytes& b) {
  return std::ranges::equal(a.bytes(), b.bytes());
}

}  // namespace cohort
