// Json: the values that cases are made of, and the two ways in which a case does not pass.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

namespace cohort::conform {

using Json = nlohmann::json;

/// An answer or a step is not as the case tells.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The case can't be played against this broker.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One line for people; bytes that are no text are replaced.
inline std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cohort::conform
