#include "status_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace cohort::tool {

namespace {

void write_status(const std::string& text) {
  // There is nobody to tell that it failed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

StatusLine::StatusLine(bool is_wanted) : is_wanted_(is_wanted && ::isatty(STDERR_FILENO) == 1) {}

StatusLine::~StatusLine() {
  if (is_shown_) write_status("\n");
}

void StatusLine::show(const std::string& text) {
  if (!is_wanted_) return;
  is_shown_ = true;
  // Back to the line's beginning, and what stood there is erased to its end.
  write_status(fmt::format("\r{}\x1b[K", text));
}

void StatusLine::hide() {
  if (is_shown_) write_status("\r\x1b[K");
  is_shown_ = false;
}

}  // namespace cohort::tool
