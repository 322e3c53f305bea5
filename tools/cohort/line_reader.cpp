#include "line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>

namespace cohort::tool {

namespace {

constexpr std::size_t piece = std::size_t{256} << 10;

/// The next \n from `from` on; the end if there is none.
std::size_t line_end(std::span<const std::uint8_t> bytes, std::size_t from) {
  const void* found = std::memchr(bytes.data() + from, '\n', bytes.size() - from);
  if (found == nullptr) return bytes.size();
  return static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes.data());
}

}  // namespace

bool LineReader::is_readable(Duration wait) const {
  pollfd standard_input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const auto ms = std::chrono::duration_cast<milliseconds>(wait).count();
  return poll(&standard_input, 1, static_cast<int>(ms)) == 1;
}

std::vector<Buffer> LineReader::read() {
  // A line that has no end yet doubles the room, so that a long one is not copied again and again.
  if (room_.size() - used_ < piece) room_.resize(std::max(used_ + piece, 2 * used_));
  ssize_t count = 0;
  do {
    count = ::read(STDIN_FILENO, room_.data() + used_, room_.size() - used_);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return {};
  if (count < 0) throw std::system_error(errno, std::generic_category(), "standard input");
  if (count > 0) {
    const std::span<const std::uint8_t> fresh(room_.data() + used_,
                                              static_cast<std::size_t>(count));
    const auto last = std::find(fresh.rbegin(), fresh.rend(), std::uint8_t{'\n'});
    const auto behind = static_cast<std::size_t>(fresh.rend() - last);
    const std::size_t complete = last == fresh.rend() ? 0 : used_ + behind;
    used_ += fresh.size();
    return take_lines(complete);
  }
  is_at_end_ = true;
  return take_lines(used_);
}

std::vector<Buffer> LineReader::take_lines(std::size_t size) {
  std::vector<Buffer> lines;
  if (size == 0) return lines;
  // One owner for all of them: they leave about the same time.
  const Buffer block = Buffer::copy_of(std::span(room_).first(size));
  for (std::size_t at = 0; at < size;) {
    const std::size_t end = line_end(block.bytes(), at);
    lines.push_back(block.slice(at, end - at));
    at = end + 1;
  }
  used_ -= size;
  std::memmove(room_.data(), room_.data() + size, used_);
  return lines;
}

}  // namespace cohort::tool
