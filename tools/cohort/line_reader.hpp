// LineReader: the lines of standard input, whatever their bytes and however long.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cohort::tool {

class LineReader {
 public:
  /// Whether there is something to read, or the end, within so much time.
  bool is_readable(Duration wait) const;
  /// What one read brings: the lines, without \n, that are complete with it. At the end of the
  /// input what stands behind the last \n is a line, too, if it is anything. Waits for input.
  /// Throws std::system_error.
  std::vector<Buffer> read();
  bool is_at_end() const { return is_at_end_; }

 private:
  std::vector<Buffer> take_lines(std::size_t size);

  std::vector<std::uint8_t> room_;  ///< Begins with the line that is not complete yet.
  std::size_t used_ = 0;
  bool is_at_end_ = false;
};

}  // namespace cohort::tool
