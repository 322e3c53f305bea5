#include "load/pace.hpp"

#include <sys/prctl.h>

#include <thread>

namespace cohort::load {

void sleep_exactly_until(Clock::time_point time) {
  constexpr unsigned long one_nanosecond = 1;
  // Of this thread alone, and cheap beside the sleep (PR_SET_TIMERSLACK of prctl(2)).
  ::prctl(PR_SET_TIMERSLACK, one_nanosecond, 0, 0, 0);
  std::this_thread::sleep_until(time);
}

}  // namespace cohort::load
