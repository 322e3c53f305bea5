// time_after: where a clock that is moved by hand stands then.
#pragma once

#include <cohort/node/instant.hpp>

namespace cohort {

/// Throws std::invalid_argument if that is before `now`, or not before Instant::never() (the year
/// 2262), where no timer could be told from none.
Instant time_after(Instant now, Duration by);

}  // namespace cohort
