// ConfigFault: why a change of settings is refused, as it is answered.
#pragma once

#include <cohort/protocol/error_code.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

struct ConfigFault {
  ErrorCode error = ErrorCode::none;
  std::optional<std::string> message;
  bool operator==(const ConfigFault&) const = default;
};

}  // namespace cohort::broker
