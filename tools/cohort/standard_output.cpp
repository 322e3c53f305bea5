#include "standard_output.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace cohort::tool {

namespace {

short state_of_output(short wanted, int timeout_ms) {
  pollfd standard_output{.fd = STDOUT_FILENO, .events = wanted, .revents = 0};
  return poll(&standard_output, 1, timeout_ms) == 1 ? standard_output.revents : short{0};
}

}  // namespace

bool StandardOutput::flush() {
  std::size_t written = 0;
  while (!is_closed_ && written < text_.size()) {
    const ssize_t count = ::write(STDOUT_FILENO, text_.data() + written, text_.size() - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
    } else if (errno == EPIPE) {
      is_closed_ = true;
    } else if (errno == EAGAIN) {
      constexpr int for_ever = -1;
      state_of_output(POLLOUT, for_ever);
    } else if (errno != EINTR) {
      const int error = errno;
      text_.clear();
      throw std::system_error(error, std::generic_category(), "standard output");
    }
  }
  text_.clear();
  return !is_closed_;
}

bool StandardOutput::is_closed() {
  // A pipe whose reader has gone is in error; so is a socket's.
  if (!is_closed_) is_closed_ = (state_of_output(0, 0) & (POLLERR | POLLNVAL)) != 0;
  return is_closed_;
}

}  // namespace cohort::tool
