// Buffers: a run of bytes in pieces, as record batches leave the log and as encoded answers leave
// the broker.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace cohort {

/// Pieces that stand one behind the other and are sent with one gather-write. Equal when their
/// bytes are, however they are cut.
class Buffers {
 public:
  Buffers() = default;
  /*implicit*/ Buffers(Buffer whole) {
    append(std::move(whole));
  }  // NOLINT(google-explicit-constructor)

  /// Adds a piece at the end; an empty one is left out.
  void append(Buffer piece);
  void append(const Buffers& pieces);

  const std::vector<Buffer>& pieces() const { return pieces_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// All bytes in one buffer: the piece itself when there is one, else a copy.
  Buffer joined() const;

  friend bool operator==(const Buffers& a, const Buffers& b) {
    return a.size_ == b.size_ && a.joined() == b.joined();
  }

 private:
  std::vector<Buffer> pieces_;
  std::size_t size_ = 0;
};

}  // namespace cohort
