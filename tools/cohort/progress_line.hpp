// ProgressLine: how far a long command is, on one line of a terminal that it writes over.
#pragma once

#include "status_line.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cohort::tool {

/// On stderr, if that is a terminal; shown from half a second after the first record on.
class ProgressLine {
 public:
  /// `verb`: "sent", "read". Not shown at all if `is_wanted` is false: the terminal shows something
  /// else.
  ProgressLine(std::string verb, bool is_wanted);
  /// Leaves the last state standing.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void add(std::uint64_t records, std::uint64_t bytes);
  /// Shows it if it is time; cheap enough to be called often.
  void tick();

 private:
  using Clock = std::chrono::steady_clock;
  void show(Clock::time_point now);

  std::string verb_;
  StatusLine line_;
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<Clock::time_point> first_;  ///< When the first record came.
  Clock::time_point last_;                  ///< When the last one did.
  Clock::time_point next_;                  ///< When it is shown next.
};

/// "sent 1,000,000 records, 100.0 MB in 2.0 s: 500,000 records/s, 50.0 MB/s".
std::string progress_text(const std::string& verb, std::uint64_t records, std::uint64_t bytes,
                          std::chrono::duration<double> time);

}  // namespace cohort::tool
