#include "progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::tool {

namespace {

constexpr std::chrono::milliseconds long_work(500);
constexpr std::chrono::milliseconds refresh(200);

}  // namespace

std::string progress_text(const std::string& verb, std::uint64_t records, std::uint64_t bytes,
                          std::chrono::duration<double> time) {
  constexpr double mega = 1e6;
  const double seconds = std::max(time.count(), 1e-3);
  const double rate = static_cast<double>(records) / seconds;
  const double megabytes = static_cast<double>(bytes) / mega;
  return fmt::format("{} {} records, {:.1f} MB in {:.1f} s: {} records/s, {:.1f} MB/s", verb,
                     with_commas(records), megabytes, seconds,
                     with_commas(static_cast<std::uint64_t>(rate)), megabytes / seconds);
}

ProgressLine::ProgressLine(std::string verb, bool is_wanted)
    : verb_(std::move(verb)), line_(is_wanted) {}

ProgressLine::~ProgressLine() {
  if (line_.is_shown()) show(last_);
}

void ProgressLine::add(std::uint64_t records, std::uint64_t bytes) {
  if (!line_.is_wanted() || records == 0) return;
  records_ += records;
  bytes_ += bytes;
  last_ = Clock::now();
  if (first_) return;
  first_ = last_;
  next_ = last_ + long_work;
}

void ProgressLine::tick() {
  if (!first_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  show(now);
  next_ = now + refresh;
}

void ProgressLine::show(Clock::time_point now) {
  line_.show(progress_text(verb_, records_, bytes_, now - *first_));
}

}  // namespace cohort::tool
