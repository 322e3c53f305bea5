// LogTimers: when the broker next deletes what its topics do not keep, and compacts.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::broker {

/// What there is for the timers to do.
struct LogWork {
  bool has_records = false;
  bool may_need_cleaner = false;
};

/// Both fall due in steps counted from the broker's start, and only while there is work: a broker
/// without records never wakes up for them. Source: LogManager.startupWithConfigOverrides,
/// LogCleaner.CleanerThread.doWork.
class LogTimers {
 public:
  explicit LogTimers(Instant started) : started_(started) {}

  /// Sets what is not set and needed, and clears what is set and not needed.
  void arm(const LogConfig& config, const LogWork& work, Instant now);

  Instant next_deadline() const { return std::min(retention_, cleaning_); }
  /// Those that are set, by the property that they go by.
  std::vector<std::pair<std::string_view, Instant>> armed() const;
  /// Takes a timer that is due, if it is.
  bool take_retention(Instant now) { return take(retention_, now); }
  bool take_cleaning(Instant now) { return take(cleaning_, now); }

 private:
  friend struct DigestOf<LogTimers>;
  static bool take(Instant& timer, Instant now);

  Instant started_;
  Instant retention_ = Instant::never();
  Instant cleaning_ = Instant::never();
};

}  // namespace cohort::broker
