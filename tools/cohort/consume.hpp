// cohort consume: records of topics on standard output.
#pragma once

#include "client_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::tool {

struct ConsumeOptions {
  ClientOptions client;             ///< The timeout is that of each question to a broker.
  std::vector<std::string> topics;  ///< With a group also ^REGEX.
  std::optional<std::string> group;
  std::vector<std::int32_t> partitions;  ///< Empty: all.
  bool from_beginning = false;
  std::optional<std::string> offset;
  std::optional<std::uint64_t> count;
  std::optional<std::string> idle_exit;
  std::optional<std::string> format;
};

/// Adds the command and its options.
CLI::App& add_consume(CLI::App& app, ConsumeOptions& options);

/// Prints records until one of the ends that the options name, until a signal, or until nobody
/// reads standard output any more. Returns the exit status. Throws UsageError and
/// client::ConfigError, or std::exception when reading fails.
int consume(const ConsumeOptions& options);

}  // namespace cohort::tool
