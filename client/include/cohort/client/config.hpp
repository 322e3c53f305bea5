// SettingDescription: what may be set of a client and to what; with it all of the configuration.
#pragma once

#include <cohort/client/admin_config.hpp>
#include <cohort/client/client_config.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/endpoint.hpp>
#include <cohort/client/producer_config.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

enum class Role : std::uint8_t { any, consumer, producer, admin };

/// "client", "consumer", "producer", "admin client".
std::string_view name(Role role);

struct SettingDescription {
  std::string key;            ///< Kafka's.
  std::string alias;          ///< Another key of the same, librdkafka's mostly; empty: none.
  std::string default_value;  ///< As it would be written; empty: none.
  std::string allowed;        ///< "a whole number from 0 to 2147483647".
  std::string meaning;        ///< A sentence.
  bool operator==(const SettingDescription&) const = default;
};

/// Every key that can be set for a client in this role, those of all clients first.
std::vector<SettingDescription> describe_settings(Role role);

/// The same as a table in Markdown.
std::string settings_table(Role role);

}  // namespace cohort::client
