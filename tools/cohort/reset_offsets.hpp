// reset_offsets: where a group shall go on, by place or by time, as kafka-consumer-groups has it.
#pragma once

#include "admin_command.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

struct ResetOptions {
  std::string group{};
  std::vector<std::string> topics{};  ///< TOPIC or TOPIC:0,2
  bool all_topics = false;            ///< All that the group has committed.
  bool to_earliest = false;
  bool to_latest = false;
  bool to_current = false;
  std::optional<std::int64_t> to_offset{};
  std::optional<std::int64_t> shift_by{};
  std::optional<std::string> to_datetime{};
  std::optional<std::string> by_duration{};
  bool executes = false;
};

/// Options of `groups reset-offsets`.
void add_reset_options(CLI::App& command, ResetOptions& options);

/// Shows what would be, or does it. Gives the exit status.
int reset_offsets(AdminCommand& command, const ResetOptions& options);

/// The partitions that --topic names, or of all topics that the group has committed.
client::PartitionSet selected_partitions(AdminCommand& command, const ResetOptions& options);

}  // namespace cohort::tool
