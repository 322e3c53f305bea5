// Matcher: compares an answer with what a case expects.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/codec/message_schema.hpp"
#include "conformance/play/variables.hpp"

#include <string>
#include <vector>

namespace cohort::conform {

class Matcher {
 public:
  /// The rules (`ignore`, `unordered`, `check_throttle`) are the step's. REQUIRES: both outlive it.
  Matcher(const Variables& variables, const Json& step, int version);

  /// None if the answer is as expected.
  std::vector<Difference> differences(const Json& want, const Json& got,
                                      const std::string& path = "") const;

 private:
  using Differences = std::vector<Difference>;

  bool is_ignored(const std::string& name, const std::string& path) const;
  bool is_unordered(const std::string& path) const;
  Differences any_of(const Json& wants, const Json& got, const std::string& path) const;
  Differences objects(const Json& want, const Json& got, const std::string& path) const;
  Differences arrays(const Json& want, const Json& got, const std::string& path) const;
  Differences in_any_order(const Json& want, const Json& got, const std::string& path) const;

  const Variables& variables_;
  std::vector<std::string> ignored_;
  std::vector<std::string> unordered_;
  int version_;
};

/// The expectation without the fields that this version of the answer has not.
Json pruned(const Json& want, const std::vector<Field>& fields, int version);

}  // namespace cohort::conform
