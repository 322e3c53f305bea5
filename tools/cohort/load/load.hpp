// cohort load: measures any Kafka broker with this project's client, and compares what was
// measured.
#pragma once

#include "load/load_options.hpp"

namespace cohort::tool {

/// Adds the command and its options.
CLI::App& add_load(CLI::App& app, load::LoadOptions& options);

/// Returns the exit status: 1 when something failed. Throws UsageError and client::ConfigError, or
/// client::Error.
int run_load(const load::LoadOptions& options);

}  // namespace cohort::tool
