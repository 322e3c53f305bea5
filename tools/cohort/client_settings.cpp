#include "client_settings.hpp"

#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

namespace cohort::tool {

void add_client_options(CLI::App& command, ClientOptions& options, const std::string& output) {
  command.add_option("--bootstrap", options.bootstrap, "HOST:PORT[,HOST:PORT]… of brokers")
      ->required();
  command
      .add_option("-X", options.settings,
                  "KEY=VALUE, a client's setting by Kafka's or librdkafka's name")
      ->allow_extra_args(false);
  command.add_option("-o", options.output, output)
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json"}));
}

ClientSettings::ClientSettings(const ClientOptions& options, client::Role role) : role_(role) {
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("-X {}: KEY=VALUE", setting));
    }
    properties_[setting.substr(0, equals)] = setting.substr(equals + 1);
  }
  give("--bootstrap", "bootstrap.servers", options.bootstrap);
  // One run of a program is not the next: its keyless records start at another partition, and its
  // attempts do not coincide with those of its siblings. The core would begin with the same seed.
  std::random_device chance;
  prefer("cohort.seed", std::to_string(chance() >> 1));
}

void ClientSettings::give(std::string_view option, const std::string& key, std::string value) {
  if (has(key)) throw UsageError(fmt::format("{} and -X {}: both set the same", option, key));
  properties_[key] = std::move(value);
}

void ClientSettings::prefer(const std::string& key, std::string value) {
  if (!has(key)) properties_[key] = std::move(value);
}

bool ClientSettings::has(const std::string& key) const {
  if (properties_.contains(key)) return true;
  for (const client::SettingDescription& setting : client::describe_settings(role_)) {
    if (setting.key != key) continue;
    return !setting.alias.empty() && properties_.contains(setting.alias);
  }
  return false;
}

}  // namespace cohort::tool
