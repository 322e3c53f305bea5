#include "session/alarms.hpp"

namespace cohort::client {

std::vector<ArmedTimer> Alarms::all() const {
  std::vector<ArmedTimer> timers;
  timers.reserve(alarms_.size());
  for (const Alarm& alarm : alarms_) {
    timers.push_back(
        {.name = std::string(alarm.name), .deadline = alarm.at, .is_periodic = alarm.is_periodic});
  }
  std::ranges::stable_sort(timers, {}, &ArmedTimer::deadline);
  return timers;
}

}  // namespace cohort::client
