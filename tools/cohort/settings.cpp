#include "settings.hpp"

#include "properties_file.hpp"
#include "serve.hpp"
#include <cohort/broker/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <regex>
#include <string>

namespace cohort::tool {

namespace {

constexpr std::string_view blanks = " \t\r\f";
constexpr std::string_view environment_prefix = "KAFKA_";

/// Variables of Kafka's container image that are for its scripts and its virtual machine.
/// Source: KafkaDockerWrapper.ExcludeServerPropsEnv.
constexpr auto other_variables = std::to_array<std::string_view>(
    {"KAFKA_VERSION", "KAFKA_HEAP_OPTS", "KAFKA_LOG4J_OPTS", "KAFKA_OPTS", "KAFKA_JMX_OPTS",
     "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_GC_LOG_OPTS", "KAFKA_LOG4J_ROOT_LOGLEVEL",
     "KAFKA_LOG4J_LOGGERS", "KAFKA_TOOLS_LOG4J_LOGLEVEL", "KAFKA_JMX_HOSTNAME"});

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.peek();  // A folder can be opened, but not read.
  if (file.fail() && !file.eof()) throw UsageError("--config: cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Sets what is known; an unknown key is a warning, since files and environments are written for
/// Kafka.
void set_leniently(broker::Config& config, const std::string& key, const std::string& value,
                   std::string_view source) {
  try {
    config.set(key, value);
  } catch (const broker::ConfigError& error) {
    const std::string told = std::string(source) + ": " + error.what();
    if (error.reason() != broker::ConfigError::Reason::unknown_key) throw UsageError(told);
    std::cerr << "cohort: " << told << "; it is passed over\n";
  }
}

std::uint64_t seed_of(const std::string& text) {
  if (text == "random") {
    std::random_device entropy;
    const std::uint64_t high = entropy();
    const std::uint64_t seed = high << 32 | entropy();
    std::cerr << "cohort: seed " << seed << '\n';
    return seed;
  }
  std::uint64_t seed = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (failed != std::errc{} || end != text.data() + text.size()) {
    throw UsageError("--seed " + text + ": a number from 0 to 2^64-1, or random");
  }
  return seed;
}

std::int64_t memory_limit_of(const std::string& text) {
  std::int64_t limit = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (failed != std::errc{} || end != text.data() + text.size() || limit < 0) {
    throw UsageError("--memory-limit " + text + ": a whole number of bytes; 0 for no limit");
  }
  return limit;
}

/// Source: KafkaConfig.validateValues.
void check_ids(const broker::Config& config) {
  const auto node = config.properties.find("node.id");
  const auto broker = config.properties.find("broker.id");
  if (node == config.properties.end() || broker == config.properties.end()) return;
  if (trimmed(node->second) == trimmed(broker->second)) return;
  throw UsageError(fmt::format("node.id={} and broker.id={}: they must be the same", node->second,
                               broker->second));
}

/// Where only advertised listeners are given, the container image listens on their ports at every
/// address. Source: the image's script `configure`.
std::map<std::string, std::string> with_listeners(std::map<std::string, std::string> environment) {
  const auto value_of = [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
  };
  const std::string advertised = value_of("KAFKA_ADVERTISED_LISTENERS");
  if (!advertised.empty() && value_of("KAFKA_LISTENERS").empty() &&
      value_of("KAFKA_PROCESS_ROLES") != "controller") {
    environment["KAFKA_LISTENERS"] =
        std::regex_replace(advertised, std::regex("://[^:]*:"), "://0.0.0.0:");
  }
  return environment;
}

void set_brokers(broker::Config& config, const ServeOptions& options) {
  const auto count = static_cast<std::size_t>(options.brokers);
  if (!options.racks.empty() && options.racks.size() != count) {
    throw UsageError(fmt::format("--racks: {} for {} brokers; one for each", options.racks.size(),
                                 options.brokers));
  }
  if (config.node_id > std::numeric_limits<std::int32_t>::max() - options.brokers) {
    throw UsageError(fmt::format("--brokers {}: not as many ids from node.id {} on",
                                 options.brokers, config.node_id));
  }
  config.brokers = options.brokers;
  config.racks = options.racks;
}

}  // namespace

std::optional<std::string> property_of_environment(std::string_view name) {
  if (!name.starts_with(environment_prefix)) return std::nullopt;
  if (std::ranges::find(other_variables, name) != other_variables.end()) return std::nullopt;
  std::string key(name);
  replace_all(key, environment_prefix, "");
  for (char& c : key) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  replace_all(key, "_", ".");
  replace_all(key, "...", "-");
  replace_all(key, "..", "_");
  return key;
}

std::pair<std::string, std::int32_t> parse_topic(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {std::string(text), -1};
  const std::string_view count = text.substr(colon + 1);
  std::int32_t partitions = 0;
  const auto [end, failed] = std::from_chars(count.data(), count.data() + count.size(), partitions);
  if (failed != std::errc{} || end != count.data() + count.size() || partitions < 1) {
    throw UsageError("--topic " + std::string(text) +
                     ": NAME:PARTITIONS, with 1 or more partitions");
  }
  return {std::string(text.substr(0, colon)), partitions};
}

broker::Config gather_config(const ServeOptions& options,
                             const std::map<std::string, std::string>& environment) {
  broker::Config config =
      options.uses_kafka_defaults ? broker::Config::kafka_defaults() : broker::Config{};
  if (!options.config_file.empty()) {
    for (const auto& [key, value] : parse_properties(read_file(options.config_file))) {
      set_leniently(config, key, value, options.config_file);
    }
  }
  for (const auto& [name, value] : with_listeners(environment)) {
    const auto key = property_of_environment(name);
    if (key) set_leniently(config, *key, value, name);
  }
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw UsageError("-c " + setting + ": expected KEY=VALUE");
    try {
      config.set(trimmed(std::string_view(setting).substr(0, equals)),
                 trimmed(std::string_view(setting).substr(equals + 1)));
    } catch (const broker::ConfigError& error) {
      throw UsageError(std::string("-c ") + error.what());
    }
  }
  if (options.clock == "manual") config = broker::for_manual_clock(std::move(config));
  config.memory_limit = memory_limit_of(options.memory_limit);
  const std::optional<broker::Release> release = broker::release_from_name(options.as_version);
  if (!release) throw UsageError("--as-version " + options.as_version + ": 2.4 or 3.9");
  config.release = *release;
  check_ids(config);
  set_brokers(config, options);
  if (!options.seed.empty()) config.seed = seed_of(options.seed);
  return config;
}

}  // namespace cohort::tool
