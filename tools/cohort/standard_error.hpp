// StandardError: lines for people on stderr that never hold up the broker.
#pragma once

#include <cstdint>
#include <string>

namespace cohort::tool {

/// What stderr can't take at once, because it is a pipe that nobody reads, is left out; how much it
/// was is said as soon as it can be. REQUIRES: SIGPIPE is ignored.
class StandardError {
 public:
  /// A line without its end; of a very long one the beginning.
  void write(std::string line);

 private:
  std::uint64_t left_out_ = 0;
};

}  // namespace cohort::tool
