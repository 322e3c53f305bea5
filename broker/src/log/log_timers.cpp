#include "log_timers.hpp"

namespace cohort::broker {
namespace {

/// The first of `first`, `first + period`, … that lies behind `now`.
Instant tick_behind(Instant first, Duration period, Instant now) {
  if (now < first) return first;
  const Duration passed = now - first;
  return now - passed % period + period;
}

}  // namespace

bool LogTimers::take(Instant& timer, Instant now) {
  if (timer > now) return false;
  timer = Instant::never();
  return true;
}

std::vector<std::pair<std::string_view, Instant>> LogTimers::armed() const {
  std::vector<std::pair<std::string_view, Instant>> timers;
  if (retention_ != Instant::never()) {
    timers.emplace_back("log.retention.check.interval.ms", retention_);
  }
  if (cleaning_ != Instant::never()) timers.emplace_back("log.cleaner.backoff.ms", cleaning_);
  return timers;
}

void LogTimers::arm(const LogConfig& config, const LogWork& work, Instant now) {
  if (!work.has_records) {
    retention_ = Instant::never();
  } else if (retention_ == Instant::never()) {
    retention_ =
        tick_behind(started_ + config.initial_task_delay, config.retention_check_interval, now);
  }
  if (!work.may_need_cleaner || !config.is_cleaner_enabled) {
    cleaning_ = Instant::never();
  } else if (cleaning_ == Instant::never()) {
    // A pause of 0 would never let time go on.
    const Duration backoff = std::max<Duration>(config.cleaner_backoff, milliseconds(1));
    cleaning_ = tick_behind(started_, backoff, now);
  }
}

}  // namespace cohort::broker
