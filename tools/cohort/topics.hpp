// cohort topics: lists, makes, shows, changes and deletes topics.
#pragma once

#include "client_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::tool {

enum class TopicsVerb : std::uint8_t { list, create, describe, alter, remove };

struct TopicsOptions {
  ClientOptions client{};
  TopicsVerb verb = TopicsVerb::list;
  std::vector<std::string> topics{};
  bool with_internal = false;
  std::optional<std::int32_t> partitions{};
  std::optional<std::int32_t> replication_factor{};
  std::optional<std::string> replica_assignment{};  ///< "1:2,2:3": brokers of each partition.
  std::vector<std::string> settings{};              ///< KEY=VALUE
  std::vector<std::string> unset{};                 ///< Keys.
  bool is_tolerant = false;                         ///< --if-exists, --if-not-exists
  bool validate_only = false;
};

/// Adds the command and its options.
CLI::App& add_topics(CLI::App& app, TopicsOptions& options);

/// Returns the exit status. Throws UsageError and client::ConfigError, or client::Error.
int topics(const TopicsOptions& options);

}  // namespace cohort::tool
