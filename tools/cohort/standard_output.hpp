// StandardOutput: what a command prints, gathered until it is worth a system call.
#pragma once

#include <cstddef>
#include <string>

namespace cohort::tool {

/// REQUIRES: SIGPIPE is ignored.
class StandardOutput {
 public:
  /// What was not written yet; callers append to it.
  std::string& text() { return text_; }
  /// Whether it holds so much that it should be written.
  bool is_full() const { return text_.size() >= room; }

  /// Writes what there is, and waits until it is written. False if nobody reads any more; then what
  /// was left is dropped. Throws std::system_error when it fails otherwise: a full disk.
  [[nodiscard]] bool flush();
  /// Whether nobody reads any more; finds out without writing.
  bool is_closed();

 private:
  static constexpr std::size_t room = std::size_t{64} << 10;

  std::string text_;
  bool is_closed_ = false;
};

}  // namespace cohort::tool
