// duration: a length of time as it stands on a command line.
#pragma once

#include <cohort/node/instant.hpp>

#include <string_view>

namespace cohort::tool {

/// "500ms", "3s", "2m", "1h": a whole number and its unit. Throws UsageError, which names `option`.
Duration parse_duration(std::string_view option, std::string_view text);

}  // namespace cohort::tool
