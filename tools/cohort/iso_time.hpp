// iso_time: points in time and lengths of time as ISO 8601 writes them, on a command line.
#pragma once

#include <cohort/node/instant.hpp>

#include <string_view>

namespace cohort::tool {

/// "2024-01-01", "2024-01-01T10:30:00", "2024-01-01T10:30:00.250Z", "2024-01-01T10:30:00+02:00".
/// UTC unless it says where. Throws UsageError, which names `option`.
Instant parse_iso_time(std::string_view option, std::string_view text);

/// "P1D", "PT1H30M", "P7DT12H0M5S". Throws UsageError, which names `option`.
Duration parse_iso_duration(std::string_view option, std::string_view text);

}  // namespace cohort::tool
