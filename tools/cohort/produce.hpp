// cohort produce: the lines of standard input as records of a topic.
#pragma once

#include "client_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::tool {

struct ProduceOptions {
  ClientOptions client;  ///< The timeout is that of a record's delivery.
  std::string topic;
  std::optional<std::string> key_separator;  ///< With escapes. None: records have no key.
  std::optional<std::int32_t> partition;     ///< None: the partitioner chooses.
  std::vector<std::string> headers;          ///< NAME=VALUE, or NAME for a null value.
  std::optional<std::string> compression;
  std::optional<std::string> acks;
  bool empty_is_null = false;
};

/// Adds the command and its options.
CLI::App& add_produce(CLI::App& app, ProduceOptions& options);

/// Sends until the end of the input, or until a signal, and waits for all deliveries. Returns the
/// exit status. Throws UsageError and client::ConfigError, or std::exception when a record was not
/// delivered.
int produce(const ProduceOptions& options);

}  // namespace cohort::tool
