// Properties: what the broker under test is set to, as far as anybody tells.
#pragma once

#include "conformance/play/target.hpp"
#include "conformance/play/transport.hpp"
#include "conformance/suite/case.hpp"

#include <map>
#include <optional>
#include <string>

namespace cohort::conform {

class Properties {
 public:
  /// `declared` counts more than what the broker tells.
  explicit Properties(std::map<std::string, std::string> declared = {})
      : declared_(std::move(declared)) {}

  /// Asks the broker for its configs, on a connection that is closed afterwards. Without
  /// DescribeConfigs, or where it fails, which is noted, they stay unknown.
  void ask(Transport& transport, Target& target);

  /// Why the case is skipped; null if all that it needs is so.
  std::optional<std::string> unmet(const Case& played, const Target& target) const;

 private:
  std::optional<std::string> find(const std::string& key, const Target& target) const;

  std::map<std::string, std::string> declared_;
  std::map<std::string, std::string> told_;
};

/// What the cases were recorded with, and what this one needs instead.
std::map<std::string, std::string> properties_for(const Case& played);

}  // namespace cohort::conform
