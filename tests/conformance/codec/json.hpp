// Json: the values that cases are made of, and the two ways in which a case does not pass.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cohort::conform {

using Json = nlohmann::json;

/// One line for people; bytes that are no text are replaced.
inline std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A value of an answer that is not as a case tells.
struct Difference {
  std::string path;      ///< `topics[0].partitions[1].offset`; empty: the whole answer.
  std::string expected;  ///< A value as JSON, or words such as `any int`.
  std::string got;       ///< Likewise.
  bool operator==(const Difference&) const = default;
};

/// `path: expected this, got that`
inline std::string text_of(const Difference& difference) {
  return difference.path + ": expected " + difference.expected + ", got " + difference.got;
}

/// An answer or a step is not as the case tells.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& why, std::vector<Difference> differences = {})
      : std::runtime_error(why), differences_(std::move(differences)) {}

  const std::vector<Difference>& differences() const { return differences_; }

 private:
  std::vector<Difference> differences_;
};

/// A Failure at a step of a case, counted from 1.
class StepFailure : public Failure {
 public:
  StepFailure(int step, const std::string& why, std::vector<Difference> differences = {})
      : Failure(why, std::move(differences)), step_(step) {}

  int step() const { return step_; }

 private:
  int step_;
};

/// The case can't be played against this broker.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace cohort::conform
