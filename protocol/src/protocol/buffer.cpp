#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/buffer.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

Buffer Buffer::copy_of(std::span<const std::uint8_t> bytes) {
  return adopt(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
}

Buffer Buffer::copy_of(std::string_view text) {
  return copy_of(std::span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Buffer Buffer::adopt(std::vector<std::uint8_t>&& bytes) {
  Buffer made;
  made.owner_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  made.data_ = made.owner_->data();
  made.size_ = made.owner_->size();
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
  if (owner_ == nullptr || size_ >= owner_->capacity() / 2) return *this;
  return copy_of(bytes());
}

}  // namespace cohort
