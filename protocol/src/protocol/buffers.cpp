#include <cohort/protocol/buffers.hpp>

#include <utility>

namespace cohort {

void Buffers::append(Buffer piece) {
  if (piece.empty()) return;
  size_ += piece.size();
  pieces_.push_back(std::move(piece));
}

void Buffers::append(const Buffers& pieces) {
  for (const Buffer& piece : pieces.pieces_) append(piece);
}

Buffer Buffers::joined() const {
  if (pieces_.empty()) return {};
  if (pieces_.size() == 1) return pieces_.front();
  std::vector<std::uint8_t> all;
  all.reserve(size_);
  for (const Buffer& piece : pieces_)
    all.insert(all.end(), piece.bytes().begin(), piece.bytes().end());
  return Buffer::adopt(std::move(all));
}

}  // namespace cohort
