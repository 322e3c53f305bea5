// LoadMeter: the records a second of a load and what it cost the broker; and a log that is read.
#pragma once

#include "wire/figures.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bench {

/// Counts from its construction on.
class LoadMeter {
 public:
  /// `process`: the broker's, or 0.
  LoadMeter(int process, int record_bytes);

  /// The line of this load, of so many records; nothing: it did not finish in a minute.
  void print(std::string_view name, std::optional<std::int64_t> records) const;
  /// The same, where another clock has counted `timed` of the records.
  void print(std::string_view name, std::int64_t records, std::int64_t timed,
             Clock::duration took) const;

 private:
  int process_;
  int record_bytes_;
  std::chrono::nanoseconds cpu_at_start_{};
  Clock::time_point began_;
};

struct LogToRead {
  std::string bootstrap;
  std::string topic;
  int process = 0;
  int record_bytes = 0;
  int partitions = 1;
};
struct Reading {
  std::string_view name;
  std::int64_t records = 0;
  int passes = 1;  ///< Each by a consumer of its own; none begins after 20 seconds.
};
/// Reads the topic with a librdkafka consumer, and prints the line. Of each pass the
/// time from its first quarter on counts: what comes before is connecting.
void consume_log(const LogToRead& log, const Reading& reading);

}  // namespace bench
