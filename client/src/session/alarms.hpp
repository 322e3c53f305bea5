// Alarms: the times at which a client's node wants to be called, named, and collected anew whenever
// something has changed.
#pragma once

#include <cohort/node/node.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// What a timer is for, as people read it. REQUIRES of the name: it is a literal.
struct Alarm {
  Instant at;
  std::string_view name;
  bool is_periodic = false;  ///< Comes again and again by itself: nothing waits for it.
};

class Alarms {
 public:
  void clear() { alarms_.clear(); }
  /// What is due by now was acted on, or waits for something else than time.
  void drop_due(Instant now) {
    std::erase_if(alarms_, [now](const Alarm& alarm) { return alarm.at <= now; });
  }
  /// Nothing for Instant::never().
  void ring(const Alarm& alarm) {
    if (alarm.at != Instant::never()) alarms_.push_back(alarm);
  }

  Instant next() const {
    Instant next = Instant::never();
    for (const Alarm& alarm : alarms_) next = std::min(next, alarm.at);
    return next;
  }
  /// The next one first.
  std::vector<ArmedTimer> all() const;

 private:
  std::vector<Alarm> alarms_;
};

}  // namespace cohort::client
