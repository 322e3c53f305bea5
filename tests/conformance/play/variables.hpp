// Variables: what a run knows by name, and what it puts in the place of a case's placeholders.
#pragma once

#include "conformance/codec/json.hpp"

#include <map>
#include <string>

namespace cohort::conform {

class Variables {
 public:
  /// `suffix` is this run's own, in the place of `{run}`.
  explicit Variables(std::string suffix) : suffix_(std::move(suffix)) {}

  void set(const std::string& name, Json value) { values_[name] = std::move(value); }
  /// Null if it is not set.
  const Json* find(const std::string& name) const;
  const std::string& suffix() const { return suffix_; }

  /// The value with `$name`, `{run}`, `{v}`, `repeat` and `add` replaced.
  Json fill(const Json& value, int version = 0) const;

 private:
  Json fill_text(const std::string& text, int version) const;

  std::string suffix_;
  std::map<std::string, Json> values_;
};

}  // namespace cohort::conform
