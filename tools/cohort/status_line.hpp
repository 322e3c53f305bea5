// StatusLine: one line of a terminal that a long command writes over.
#pragma once

#include <cstdint>
#include <string>

namespace cohort::tool {

/// On stderr, if that is a terminal.
class StatusLine {
 public:
  /// Not shown at all if `is_wanted` is false: the terminal shows something else.
  explicit StatusLine(bool is_wanted);
  /// Leaves the last state standing.
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_wanted() const { return is_wanted_; }
  bool is_shown() const { return is_shown_; }
  void show(const std::string& text);
  /// Makes room for other lines on stderr; the next show() stands below them.
  void hide();

 private:
  bool is_wanted_;
  bool is_shown_ = false;
};

/// "1,000,000".
std::string with_commas(std::uint64_t number);

}  // namespace cohort::tool
