#include "topics.hpp"

#include "admin_command.hpp"
#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

namespace cohort::tool {

namespace {

namespace json = boost::json;

std::string text_of(const Uuid& id) { return id.is_zero() ? "" : to_base64(id); }

int list(AdminCommand& command, const TopicsOptions& options) {
  const auto listed = command.admin().list_topics({.with_internal = options.with_internal});
  if (command.prints_json()) {
    json::array topics;
    for (const client::ListedTopic& topic : listed) {
      topics.push_back(json::object{{"topic", topic.name},
                                    {"id", text_of(topic.id)},
                                    {"internal", topic.is_internal},
                                    {"partitions", topic.partitions}});
    }
    return command.print(json::object{{"topics", topics}});
  }
  Table table({"TOPIC", "PARTITIONS", "ID"});
  for (const client::ListedTopic& topic : listed) {
    table.add({topic.name, std::to_string(topic.partitions), text_of(topic.id)});
  }
  return command.print(table);
}

/// "1:2,2:3": partition 0 on brokers 1 and 2, partition 1 on 2 and 3; as kafka-topics has it.
std::map<std::int32_t, std::vector<std::int32_t>> parse_assignments(const std::string& text) {
  std::map<std::int32_t, std::vector<std::int32_t>> assignments{{0, {}}};
  std::int32_t partition = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int32_t node_id = -1;
    const auto [stopped_at, error] = std::from_chars(at, end, node_id);
    const bool is_good = error == std::errc{} && node_id >= 0 &&
                         (stopped_at == end || *stopped_at == ':' || *stopped_at == ',');
    if (!is_good) {
      throw UsageError(
          fmt::format("--replica-assignment {}: brokers of each partition, such as 1:2,2:3", text));
    }
    assignments[partition].push_back(node_id);
    if (stopped_at == end) return assignments;
    if (*stopped_at == ',') ++partition;
    at = stopped_at + 1;
  }
}

client::NewTopic new_topic(const TopicsOptions& options, const std::string& name) {
  client::NewTopic topic{.name = name};
  if (options.replica_assignment) {
    if (options.partitions || options.replication_factor) {
      throw UsageError("--replica-assignment says how many partitions and replicas there are");
    }
    topic.assignments = parse_assignments(*options.replica_assignment);
  }
  topic.partitions = options.partitions.value_or(-1);
  topic.replication_factor = static_cast<std::int16_t>(options.replication_factor.value_or(-1));
  for (const std::string& setting : options.settings) {
    topic.configs.insert(parse_setting("--config", setting));
  }
  return topic;
}

/// Brokers before 2.4 do not tell these numbers.
std::string count_text(std::int32_t count) {
  return count < 0 ? std::string(1, '-') : std::to_string(count);
}

int create(AdminCommand& command, const TopicsOptions& options) {
  std::vector<client::NewTopic> wanted;
  wanted.reserve(options.topics.size());
  for (const std::string& name : options.topics) wanted.push_back(new_topic(options, name));
  const auto created =
      command.admin().create_topics(wanted, {.validate_only = options.validate_only});
  Table table({"TOPIC", "PARTITIONS", "REPLICATION", "ID"});
  json::array topics;
  for (const auto& [name, outcome] : created) {
    const bool is_there =
        !outcome && outcome.error().code == ErrorCode::topic_already_exists && options.is_tolerant;
    if (is_there) continue;
    const client::CreatedTopic* topic = command.take("topic " + name, outcome);
    if (topic == nullptr) continue;
    table.add({name, count_text(topic->partitions), count_text(topic->replication_factor),
               text_of(topic->id)});
    topics.push_back(json::object{{"topic", name},
                                  {"partitions", topic->partitions},
                                  {"replication_factor", topic->replication_factor},
                                  {"id", text_of(topic->id)}});
  }
  if (command.prints_json()) return command.print(json::object{{"topics", topics}});
  return table.is_empty() ? command.status() : command.print(table);
}

/// The settings that the topic has of its own.
std::map<std::string, std::string> own_settings(const std::vector<client::ConfigEntry>& entries) {
  std::map<std::string, std::string> settings;
  for (const client::ConfigEntry& entry : entries) {
    if (entry.source == client::ConfigSource::topic) {
      settings.emplace(entry.name, entry.value.value_or(""));
    }
  }
  return settings;
}

struct ShownTopic {
  client::TopicDescription topic;
  std::map<std::string, std::string> settings;
};

json::object to_json(const ShownTopic& shown) {
  json::array partitions;
  for (const client::PartitionDescription& partition : shown.topic.partitions) {
    partitions.push_back(json::object{{"partition", partition.partition},
                                      {"leader", partition.leader},
                                      {"leader_epoch", partition.leader_epoch},
                                      {"replicas", json::value_from(partition.replicas)},
                                      {"isr", json::value_from(partition.in_sync_replicas)}});
  }
  json::object configs;
  for (const auto& [key, value] : shown.settings) configs[key] = value;
  return {{"topic", shown.topic.name},
          {"id", text_of(shown.topic.id)},
          {"internal", shown.topic.is_internal},
          {"configs", configs},
          {"partitions", partitions}};
}

std::string to_text(const ShownTopic& shown) {
  const auto& partitions = shown.topic.partitions;
  std::string text = fmt::format("{}  id={}  partitions={}  replication={}", shown.topic.name,
                                 text_of(shown.topic.id), partitions.size(),
                                 partitions.empty() ? 0 : partitions.front().replicas.size());
  for (const auto& [key, value] : shown.settings) text.append(fmt::format("  {}={}", key, value));
  text.push_back('\n');
  Table table({"PARTITION", "LEADER", "EPOCH", "REPLICAS", "ISR"});
  for (const client::PartitionDescription& partition : partitions) {
    table.add({std::to_string(partition.partition),
               partition.leader < 0 ? "none" : std::to_string(partition.leader),
               std::to_string(partition.leader_epoch), joined(partition.replicas),
               joined(partition.in_sync_replicas)});
  }
  return text + table.text();
}

int describe(AdminCommand& command, const TopicsOptions& options) {
  std::vector<std::string> names = options.topics;
  if (names.empty()) {
    for (const auto& topic :
         command.admin().list_topics({.with_internal = options.with_internal})) {
      names.push_back(topic.name);
    }
  }
  std::vector<client::ConfigResource> resources;
  std::vector<ShownTopic> shown;
  for (const auto& [name, outcome] : command.admin().describe_topics(names)) {
    const client::TopicDescription* topic = command.take("topic " + name, outcome);
    if (topic == nullptr) continue;
    shown.push_back({.topic = *topic, .settings = {}});
    resources.push_back(client::topic_resource(name));
  }
  const auto configs = command.admin().describe_configs(resources);
  for (ShownTopic& each : shown) {
    const auto* entries = command.take("settings of topic " + each.topic.name,
                                       configs.at(client::topic_resource(each.topic.name)));
    if (entries != nullptr) each.settings = own_settings(*entries);
  }
  if (command.prints_json()) {
    json::array topics;
    for (const ShownTopic& each : shown) topics.push_back(to_json(each));
    return command.print(json::object{{"topics", topics}});
  }
  std::string text;
  for (const ShownTopic& each : shown) {
    text.append(text.empty() ? "" : "\n").append(to_text(each));
  }
  return command.print(text);
}

int alter(AdminCommand& command, const TopicsOptions& options) {
  if (!options.partitions && options.settings.empty() && options.unset.empty()) {
    throw UsageError("topics alter: --partitions, --config or --delete-config");
  }
  std::vector<client::ConfigAlteration> changes;
  for (const std::string& setting : options.settings) {
    auto [key, value] = parse_setting("--config", setting);
    changes.push_back({.name = std::move(key), .value = std::move(value)});
  }
  for (const std::string& key : options.unset) {
    changes.push_back({.name = key, .operation = client::AlterOperation::remove});
  }
  std::map<client::ConfigResource, std::vector<client::ConfigAlteration>> alterations;
  std::map<std::string, client::NewPartitions> growths;
  for (const std::string& name : options.topics) {
    if (!changes.empty()) alterations.emplace(client::topic_resource(name), changes);
    if (options.partitions)
      growths.emplace(name, client::NewPartitions{.total = *options.partitions});
  }
  const client::CreateTopicsOptions how{.validate_only = options.validate_only};
  for (const auto& [name, outcome] : command.admin().create_partitions(growths, how)) {
    static_cast<void>(command.take("topic " + name, outcome));
  }
  for (const auto& [resource, outcome] :
       command.admin().incremental_alter_configs(alterations, how)) {
    static_cast<void>(command.take(to_string(resource), outcome));
  }
  return command.prints_json() ? command.print(json::object{}) : command.status();
}

int remove(AdminCommand& command, const TopicsOptions& options) {
  json::array topics;
  for (const auto& [name, outcome] : command.admin().delete_topics(options.topics)) {
    const bool is_gone = !outcome && options.is_tolerant &&
                         outcome.error().code == ErrorCode::unknown_topic_or_partition;
    if (is_gone) continue;
    if (command.take("topic " + name, outcome) != nullptr) topics.push_back(json::string(name));
  }
  return command.prints_json() ? command.print(json::object{{"deleted", topics}})
                               : command.status();
}

CLI::App& add_verb(CLI::App& parent, TopicsOptions& options, TopicsVerb verb,
                   const std::pair<std::string, std::string>& name_and_help) {
  CLI::App& command = *parent.add_subcommand(name_and_help.first, name_and_help.second);
  command.fallthrough();
  command.callback([&options, verb] { options.verb = verb; });
  return command;
}

void add_names(CLI::App& verb, TopicsOptions& options, bool is_required) {
  verb.add_option("TOPIC", options.topics, "Names of topics")->required(is_required);
}

void add_settings(CLI::App& verb, TopicsOptions& options) {
  verb.add_option("--config", options.settings, "KEY=VALUE, a setting of the topic")
      ->allow_extra_args(false);
  verb.add_flag("--validate-only", options.validate_only, "See whether it could be done");
}

void add_create(CLI::App& topics, TopicsOptions& options) {
  CLI::App& create = add_verb(topics, options, TopicsVerb::create, {"create", "Make topics."});
  add_names(create, options, true);
  create.add_option("--partitions", options.partitions, "How many (default: the broker's)")
      ->check(CLI::Range(1, std::numeric_limits<std::int32_t>::max()));
  create
      .add_option("--replication-factor", options.replication_factor,
                  "Replicas of each partition (default: the broker's)")
      ->check(CLI::Range(1, int{std::numeric_limits<std::int16_t>::max()}));
  create.add_option("--replica-assignment", options.replica_assignment,
                    "Brokers of each partition, such as 1:2,2:3");
  add_settings(create, options);
  create.add_flag("--if-not-exists", options.is_tolerant, "Do nothing about those that exist");
}

}  // namespace

CLI::App& add_topics(CLI::App& app, TopicsOptions& options) {
  CLI::App& topics = *app.add_subcommand("topics", "List, make, show, change and delete topics.");
  add_client_options(topics, options.client, "table for people, json for programs");
  topics.add_option("--timeout", options.client.timeout,
                    "So long each question may take, such as 500ms or 3s (default 1m)");
  topics.require_subcommand(1);
  CLI::App& list = add_verb(topics, options, TopicsVerb::list, {"list", "All topics."});
  list.add_flag("--internal", options.with_internal, "Kafka's own topics, too");
  add_create(topics, options);
  CLI::App& describe = add_verb(topics, options, TopicsVerb::describe,
                                {"describe", "Partitions, replicas and settings."});
  add_names(describe, options, false);
  describe.add_flag("--internal", options.with_internal, "Kafka's own topics, too");
  CLI::App& alter = add_verb(topics, options, TopicsVerb::alter,
                             {"alter", "Change settings, or make topics wider."});
  add_names(alter, options, true);
  alter.add_option("--partitions", options.partitions, "How many in all")
      ->check(CLI::Range(1, std::numeric_limits<std::int32_t>::max()));
  add_settings(alter, options);
  alter.add_option("--delete-config", options.unset, "KEY, back to what holds without it")
      ->allow_extra_args(false);
  CLI::App& removal = add_verb(topics, options, TopicsVerb::remove, {"delete", "Delete topics."});
  add_names(removal, options, true);
  removal.add_flag("--if-exists", options.is_tolerant, "Do nothing about those that do not exist");
  return topics;
}

int topics(const TopicsOptions& options) {
  AdminCommand command(options.client);
  switch (options.verb) {
    case TopicsVerb::list:
      return list(command, options);
    case TopicsVerb::create:
      return create(command, options);
    case TopicsVerb::describe:
      return describe(command, options);
    case TopicsVerb::alter:
      return alter(command, options);
    case TopicsVerb::remove:
      return remove(command, options);
  }
  return 0;
}

}  // namespace cohort::tool
