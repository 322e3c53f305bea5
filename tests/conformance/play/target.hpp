// Target: what the broker under test tells of itself before cases are played.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/play/transport.hpp"
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::conform {

struct Target {
  std::map<std::int16_t, Versions> apis;  ///< By API key.
  std::int32_t node = 0;
  Json cluster;  ///< Its id, null if it has none.
  std::size_t brokers = 1;
  /// What went wrong when it was asked, in words; cases tell more.
  std::vector<std::string> notes;

  /// Asks the broker, and waits for its coordinators, on connections that are closed afterwards.
  /// Throws Failure if it does not answer ApiVersions; of the rest it makes notes.
  static Target of(Transport& transport);

  /// Null if the broker has not the API.
  std::optional<Versions> versions_of(const std::string& api) const;
  /// The version that is next to the wanted one. Throws Unsupported if it has not the API.
  int version_near(const std::string& api, int wanted) const;
  /// Whether it has all versions that the step sends, or one of those that it may choose from.
  bool supports(const Json& step) const;
};

/// The range that a case writes as `3`, `3+` or `3-5`.
Versions versions_in(const std::string& text);

}  // namespace cohort::conform
