// ClientSettings: what the command line says of a client, as properties.
#pragma once

#include <cohort/client/client_config.hpp>
#include <cohort/client/config.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

/// The options of every command that talks to brokers.
struct ClientOptions {
  std::string bootstrap;
  std::vector<std::string> settings;   ///< KEY=VALUE, of -X.
  std::optional<std::string> timeout;  ///< Means something else for each command.
  std::string output = "table";
};

/// --bootstrap, -X and -o. `output` tells what -o means for the command.
void add_client_options(CLI::App& command, ClientOptions& options, const std::string& output);

/// Put together from --bootstrap, -X, and from options that stand for a key.
class ClientSettings {
 public:
  /// Throws UsageError for a -X without "=".
  ClientSettings(const ClientOptions& options, client::Role role);

  /// What an option of its own says. Throws UsageError if -X says something of the same key.
  void give(std::string_view option, const std::string& key, std::string value);
  /// Unless it has been set: this command's own default.
  void prefer(const std::string& key, std::string value);
  bool has(const std::string& key) const;

  const client::Properties& properties() const { return properties_; }

 private:
  client::Properties properties_;
  client::Role role_;
};

}  // namespace cohort::tool
