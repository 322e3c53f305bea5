#include "real_time.hpp"

namespace cohort::client {

const RealTime& RealTime::clock() {
  static const RealTime anchor{.start = Instant(std::chrono::duration_cast<Duration>(
                                   std::chrono::system_clock::now().time_since_epoch())),
                               .started_at = std::chrono::steady_clock::now()};
  return anchor;
}

Instant RealTime::now() {
  const RealTime& anchor = clock();
  return anchor.start +
         std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - anchor.started_at);
}

}  // namespace cohort::client
