// LoadOptions: what the command line says of a load.
#pragma once

#include "client_settings.hpp"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::load {

enum class Workload : std::uint8_t { produce, consume, latency, rebalance, soak, compare };

std::string_view name(Workload workload);

/// Nothing: the workload's own default.
struct LoadOptions {
  tool::ClientOptions client{};
  Workload workload = Workload::produce;
  std::string name{};  ///< What comparisons call the result.

  std::optional<std::string> topic{};  ///< One that is there; nothing: one of each round's own.
  std::int32_t partitions = 6;
  bool keeps = false;  ///< The topics and groups that it makes.

  std::optional<std::uint64_t> records{};
  std::optional<double> seconds{};
  std::size_t record_size = 100;
  std::optional<std::uint64_t> batch_records{};
  std::optional<std::string> compression{};
  std::optional<std::string> acks{};
  int producers = 1;
  std::optional<int> consumers{};
  std::optional<double> rate{};  ///< Records a second.
  double most_behind = 1;        ///< Seconds of the rate.

  std::string session_timeout = "6s";
  std::string heartbeat_interval = "100ms";
  double change_every = 10;  ///< Seconds; 0: the soak's group stays as it is.
  double report_every = 10;  ///< Seconds.

  std::optional<int> rounds{};
  double warmup = 1;  ///< Seconds.
  std::vector<pid_t> processes{};

  std::vector<std::string> results{};  ///< Files to compare.
  bool compares_any_settings = false;
};

/// Adds the options and a subcommand for each workload.
void add_load_options(CLI::App& load, LoadOptions& options);

/// With the defaults of its workload. Throws tool::UsageError for what can't be.
LoadOptions completed(LoadOptions options);

}  // namespace cohort::load
