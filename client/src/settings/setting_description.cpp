#include "settings/property_reading.hpp"

#include <fmt/format.h>

namespace cohort::client {
namespace {

template <class Part>
void describe_each(const Part& defaults, std::vector<SettingDescription>& descriptions) {
  descriptions.reserve(descriptions.size() + settings<Part>().size());
  for (const Setting<Part>& setting : settings<Part>()) {
    descriptions.push_back({.key = std::string(setting.key),
                            .alias = std::string(setting.alias),
                            .default_value = written(setting, defaults),
                            .allowed = allowed(setting),
                            .meaning = std::string(setting.meaning)});
  }
}

template <class Config>
std::vector<SettingDescription> described_settings() {
  const Config defaults{};
  std::vector<SettingDescription> descriptions;
  describe_each(defaults.client, descriptions);
  describe_each(defaults, descriptions);
  return descriptions;
}

/// A cell of a table has no bars.
std::string table_cell(std::string_view text) {
  std::string escaped;
  for (const char each : text) {
    if (each == '|') escaped += '\\';
    escaped += each;
  }
  return escaped;
}

}  // namespace

std::string_view name(Role role) {
  switch (role) {
    case Role::any:
      return "client";
    case Role::consumer:
      return "consumer";
    case Role::producer:
      return "producer";
    case Role::admin:
      return "admin client";
  }
  return "unknown";
}

std::vector<SettingDescription> describe_settings(Role role) {
  switch (role) {
    case Role::consumer:
      return described_settings<ConsumerConfig>();
    case Role::producer:
      return described_settings<ProducerConfig>();
    case Role::admin:
      return described_settings<AdminConfig>();
    case Role::any:
      break;
  }
  std::vector<SettingDescription> descriptions;
  describe_each(ClientConfig{}, descriptions);
  return descriptions;
}

std::string settings_table(Role role) {
  std::string table = "| key | default | allowed | meaning |\n|---|---|---|---|\n";
  for (const SettingDescription& each : describe_settings(role)) {
    std::string keys = fmt::format("`{}`", each.key);
    if (!each.alias.empty()) keys += fmt::format(", `{}`", each.alias);
    const std::string shown =
        each.default_value.empty() ? "" : fmt::format("`{}`", each.default_value);
    table += fmt::format("| {} | {} | {} | {} |\n", keys, table_cell(shown),
                         table_cell(each.allowed), table_cell(each.meaning));
  }
  return table;
}

}  // namespace cohort::client
