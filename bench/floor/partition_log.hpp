// PartitionLog: the batches of one partition, in the memory that they arrived in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace floor_server {

/// Bytes that belong together in a gather-write; whoever made them keeps them.
struct Piece {
  const char* bytes = nullptr;
  std::size_t size = 0;
};

/// Memory that is not written to before it is read into.
using Memory = std::unique_ptr<char[]>;

/// Nothing in it ever goes or moves, so that a Piece of it may wait for a slow reader.
class PartitionLog {
 public:
  std::int64_t end() const { return end_; }

  /// Takes the memory that the next batches stand in.
  void keep(Memory memory) { kept_.push_back(std::move(memory)); }
  /// Copies them to the end of a block of many, for batches whose memory will be read into again.
  char* copy(const char* bytes, std::size_t size);

  /// Gives the batches at `bytes`, whose memory is kept, their offsets; false when they are none,
  /// or, with `checks_crc`, when a checksum is wrong.
  bool append(char* bytes, std::size_t size, bool checks_crc);

  /// Whole batches from the one with `offset` on, as many as fit in `most` but at least one;
  /// neighbours in memory are one piece.
  std::vector<Piece> read(std::int64_t offset, std::size_t most) const;

 private:
  struct Batch {
    std::int64_t end = 0;  ///< The offset behind its last record.
    Piece piece;
  };

  std::vector<Batch> batches_;
  std::vector<Memory> kept_;
  char* free_ = nullptr;
  std::size_t free_size_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace floor_server
