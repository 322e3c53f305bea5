// cohort groups: lists, shows and deletes groups, and sets where they go on.
#pragma once

#include "client_settings.hpp"
#include "reset_offsets.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::tool {

enum class GroupsVerb : std::uint8_t { list, describe, remove, reset_offsets, delete_offsets };

struct GroupsOptions {
  ClientOptions client{};
  GroupsVerb verb = GroupsVerb::list;
  std::vector<std::string> groups{};
  std::vector<std::string> states{};
  bool shows_members = false;
  bool shows_state = false;
  bool shows_offsets = false;
  ResetOptions reset{};
};

/// Adds the command and its options.
CLI::App& add_groups(CLI::App& app, GroupsOptions& options);

/// Returns the exit status. Throws UsageError and client::ConfigError, or client::Error.
int groups(const GroupsOptions& options);

}  // namespace cohort::tool
