#include "groups.hpp"

#include "admin_command.hpp"
#include "group_report.hpp"
#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <utility>

namespace cohort::tool {

namespace {

namespace json = boost::json;

int list(AdminCommand& command, const GroupsOptions& options) {
  const client::GroupListing listing = command.admin().list_groups({.states = options.states});
  for (const auto& [node_id, failure] : listing.failures) {
    command.fail(fmt::format("broker {}", node_id), failure);
  }
  Table table({"GROUP", "TYPE", "PROTOCOL-TYPE", "STATE", "COORDINATOR"});
  json::array groups;
  for (const client::ListedGroup& group : listing.groups) {
    table.add({group.group_id, group.type, group.protocol_type, group.state,
               std::to_string(group.coordinator)});
    groups.push_back(json::object{{"group", group.group_id},
                                  {"type", group.type},
                                  {"protocol_type", group.protocol_type},
                                  {"state", group.state},
                                  {"coordinator", group.coordinator}});
  }
  if (command.prints_json()) return command.print(json::object{{"groups", groups}});
  return command.print(table);
}

/// Those that are there; the others fail.
std::vector<GroupReport> reports_of(AdminCommand& command, const GroupsOptions& options) {
  std::vector<GroupReport> reports;
  for (const auto& [id, outcome] : command.admin().describe_groups(options.groups)) {
    const client::GroupDescription* group = command.take("group " + id, outcome);
    if (group == nullptr) continue;
    if (group->state == "Dead") {
      command.fail("group " + id,
                   {.code = ErrorCode::group_id_not_found, .message = "there is no such group"});
      continue;
    }
    reports.emplace_back(*group);
  }
  return reports;
}

int describe(AdminCommand& command, const GroupsOptions& options) {
  std::vector<GroupReport> reports = reports_of(command, options);
  const bool shows_offsets =
      options.shows_offsets || (!options.shows_members && !options.shows_state);
  json::array groups;
  for (GroupReport& report : reports) {
    if (shows_offsets || command.prints_json()) report.read_offsets(command);
    groups.push_back(report.json());
  }
  if (command.prints_json()) return command.print(json::object{{"groups", groups}});
  std::string text;
  const auto append = [&](Table table, void (GroupReport::*add)(Table&) const) {
    for (const GroupReport& report : reports) (report.*add)(table);
    if (table.is_empty()) return;
    text.append(text.empty() ? "" : "\n").append(table.text());
  };
  if (options.shows_state) append(GroupReport::state_table(), &GroupReport::add_state);
  if (options.shows_members) append(GroupReport::members_table(), &GroupReport::add_members);
  if (shows_offsets) append(GroupReport::offsets_table(), &GroupReport::add_offsets);
  for (const GroupReport& report : reports) {
    if (report.group().members.empty()) {
      command.warn(fmt::format("group {} has no members", report.group().group_id));
    }
  }
  return command.print(text);
}

int remove(AdminCommand& command, const GroupsOptions& options) {
  json::array groups;
  for (const auto& [id, outcome] : command.admin().delete_groups(options.groups)) {
    if (command.take("group " + id, outcome) != nullptr) groups.push_back(json::string(id));
  }
  return command.prints_json() ? command.print(json::object{{"deleted", groups}})
                               : command.status();
}

int delete_offsets(AdminCommand& command, const GroupsOptions& options) {
  const client::PartitionSet partitions = selected_partitions(command, options.reset);
  json::array deleted;
  for (const auto& [partition, outcome] :
       command.admin().delete_group_offsets(options.reset.group, partitions)) {
    if (command.take(to_string(partition), outcome) == nullptr) continue;
    deleted.push_back(json::object{{"topic", partition.topic}, {"partition", partition.partition}});
  }
  return command.prints_json() ? command.print(json::object{{"deleted", deleted}})
                               : command.status();
}

CLI::App& add_group_verb(CLI::App& parent, GroupsOptions& options, GroupsVerb verb,
                         const std::pair<std::string, std::string>& name_and_help) {
  CLI::App& command = *parent.add_subcommand(name_and_help.first, name_and_help.second);
  command.fallthrough();
  command.callback([&options, verb] { options.verb = verb; });
  return command;
}

}  // namespace

CLI::App& add_groups(CLI::App& app, GroupsOptions& options) {
  CLI::App& groups =
      *app.add_subcommand("groups", "List, show and delete groups, and set where they go on.");
  add_client_options(groups, options.client, "table for people, json for programs");
  groups.add_option("--timeout", options.client.timeout,
                    "So long each question may take, such as 500ms or 3s (default 1m)");
  groups.require_subcommand(1);
  CLI::App& list =
      add_group_verb(groups, options, GroupsVerb::list, {"list", "The groups of all brokers."});
  list.add_option("--state", options.states, "Those in this state, such as Stable; or several")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(
          CLI::IsMember({"Empty", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead"},
                        CLI::ignore_case));
  CLI::App& describe = add_group_verb(groups, options, GroupsVerb::describe,
                                      {"describe", "Offsets and lag, members, state."});
  describe.add_option("GROUP", options.groups, "Ids of groups")->required();
  describe.add_flag("--offsets", options.shows_offsets, "Committed offsets and lag (default)");
  describe.add_flag("--members", options.shows_members, "Members, and what they read");
  describe.add_flag("--state", options.shows_state, "State, coordinator and assignor");
  CLI::App& removal = add_group_verb(groups, options, GroupsVerb::remove,
                                     {"delete", "Delete groups that have no members."});
  removal.add_option("GROUP", options.groups, "Ids of groups")->required();
  CLI::App& reset = add_group_verb(
      groups, options, GroupsVerb::reset_offsets,
      {"reset-offsets", "Set where a group without members goes on; without --execute only show."});
  add_reset_options(reset, options.reset);
  CLI::App& forgetting = add_group_verb(groups, options, GroupsVerb::delete_offsets,
                                        {"delete-offsets", "Forget what a group has committed."});
  forgetting.add_option("GROUP", options.reset.group, "Id of the group")->required();
  forgetting.add_option("--topic", options.reset.topics, "TOPIC, or TOPIC:0,2")
      ->required()
      ->allow_extra_args(false);
  return groups;
}

int groups(const GroupsOptions& options) {
  AdminCommand command(options.client);
  switch (options.verb) {
    case GroupsVerb::list:
      return list(command, options);
    case GroupsVerb::describe:
      return describe(command, options);
    case GroupsVerb::remove:
      return remove(command, options);
    case GroupsVerb::reset_offsets:
      return reset_offsets(command, options.reset);
    case GroupsVerb::delete_offsets:
      return delete_offsets(command, options);
  }
  return 0;
}

}  // namespace cohort::tool
