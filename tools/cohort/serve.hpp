// cohort serve: the broker as a program, for clients in any language.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 has that name.
class App;
}  // namespace CLI

namespace cohort::tool {

/// The command line asks for something that can't be: exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::string_view default_host = "127.0.0.1";
inline constexpr std::uint16_t default_port = 9092;

struct ServeOptions {
  std::optional<std::string> host;    ///< An IPv6 address may stand in brackets.
  std::optional<std::uint16_t> port;  ///< Of the first broker, the others' follow; 0: free ones.
  std::string http = "0";             ///< A port, 0 for a free one, or "off".
  std::vector<std::string> topics;
  std::vector<std::string> settings;  ///< KEY=VALUE, of -c.
  std::string config_file;
  std::string seed;
  std::string clock = "real";
  std::string as_version = "3.9";  ///< The release to answer as.
  int brokers = 1;
  std::vector<std::string> racks;  ///< Of the brokers in order; one for each, or none.
  std::string memory_limit = "0";  ///< Bytes of records in all; 0: no limit.
  std::string output = "table";    ///< Of `-o`; nothing that serve prints depends on it.
  bool uses_kafka_defaults = false;
  bool is_traced = false;
};

/// Adds the command and its options.
CLI::App& add_serve(CLI::App& app, ServeOptions& options);

/// Serves until SIGINT or SIGTERM; returns the exit status. Throws UsageError, or std::exception
/// when a port is in use.
int serve(const ServeOptions& options);

}  // namespace cohort::tool
