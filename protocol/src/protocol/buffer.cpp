#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/buffer.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

Buffer Buffer::copy_of(std::span<const std::uint8_t> bytes) {
  // One allocation for the bytes and their owner.
  const auto memory = std::make_shared_for_overwrite<std::uint8_t[]>(bytes.size());
  std::ranges::copy(bytes, memory.get());
  return adopt(memory, bytes.size(), bytes.size());
}

Buffer Buffer::copy_of(std::string_view text) {
  return copy_of(std::span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Buffer Buffer::adopt(std::vector<std::uint8_t>&& bytes) {
  Buffer made;
  const auto owner = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  made.owned_ = owner->capacity();
  made.data_ = owner->data();
  made.size_ = owner->size();
  made.owner_ = owner;
  return made;
}

Buffer Buffer::adopt(std::shared_ptr<const std::uint8_t[]> memory, std::size_t size,
                     std::size_t capacity) {
  COHORT_ASSERT(size <= capacity);
  Buffer made;
  made.owned_ = capacity;
  made.data_ = memory.get();
  made.size_ = size;
  made.owner_ = std::move(memory);
  return made;
}

Buffer Buffer::slice(std::size_t offset, std::size_t count) const {
  COHORT_ASSERT(offset <= size_);
  Buffer part = *this;
  part.data_ += offset;
  part.size_ = std::min(count, size_ - offset);
  return part;
}

Buffer Buffer::compacted() const {
  if (owner_ == nullptr || size_ >= owned_ / 2) return *this;
  return copy_of(bytes());
}

}  // namespace cohort
