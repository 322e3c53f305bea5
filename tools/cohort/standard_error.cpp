#include "standard_error.hpp"

#include <poll.h>
#include <unistd.h>

#include <climits>
#include <cstddef>
#include <utility>

namespace cohort::tool {

namespace {

/// A pipe that can be written to takes so much without a wait (pipe(7)).
constexpr std::size_t longest_line = PIPE_BUF;

bool takes_a_line() {
  pollfd standard_error{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&standard_error, 1, 0) == 1 && (standard_error.revents & POLLOUT) != 0;
}

void put(std::string line) {
  if (line.size() >= longest_line) line.resize(longest_line - 1);
  line += '\n';
  // There is nobody to tell that it failed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void StandardError::write(std::string line) {
  if (!takes_a_line()) {
    ++left_out_;
    return;
  }
  if (left_out_ > 0) {
    std::string note = "cohort: nobody read this, and so many lines were left out: ";
    note += std::to_string(std::exchange(left_out_, 0));
    put(std::move(note));
    if (!takes_a_line()) {
      ++left_out_;
      return;
    }
  }
  put(std::move(line));
}

}  // namespace cohort::tool
