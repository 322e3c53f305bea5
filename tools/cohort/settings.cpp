#include "settings.hpp"

#include "serve.hpp"
#include <cohort/broker/config.hpp>

#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>

namespace cohort::tool {

namespace {

constexpr std::string_view blanks = " \t\r\f";
constexpr std::string_view environment_prefix = "KAFKA_";

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
    if (error.reason() != broker::ConfigError::Reason::unknown_key) throw UsageError(error.what());
    std::cerr << "cohort: " << source << ": " << error.what() << '\n';
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

}  // namespace

std::string property_of_environment(std::string_view name) {
  name.remove_prefix(environment_prefix.size());
  std::string key;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t underscores = 0;
    while (at + underscores < name.size() && name[at + underscores] == '_') ++underscores;
    if (underscores == 0) {
      const char c = name[at++];
      key += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      continue;
    }
    key += underscores == 1 ? '.' : underscores == 2 ? '_' : '-';
    at += underscores;
  }
  return key;
}

std::vector<std::pair<std::string, std::string>> parse_properties(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> properties;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#' || line.front() == '!') continue;
    const std::size_t separator = line.find_first_of("=:");
    if (separator == std::string_view::npos) {
      throw UsageError("--config: line " + std::to_string(number) + " has no '='");
    }
    properties.emplace_back(trimmed(line.substr(0, separator)),
                            trimmed(line.substr(separator + 1)));
  }
  return properties;
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
  for (const auto& [name, value] : environment) {
    if (!name.starts_with(environment_prefix)) continue;
    set_leniently(config, property_of_environment(name), value, name);
  }
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw UsageError("-c " + setting + ": KEY=VALUE");
    try {
      config.set(trimmed(std::string_view(setting).substr(0, equals)),
                 trimmed(std::string_view(setting).substr(equals + 1)));
    } catch (const broker::ConfigError& error) {
      throw UsageError("-c " + setting + ": " + error.what());
    }
  }
  config.memory_limit = options.memory_limit;
  if (!options.seed.empty()) config.seed = seed_of(options.seed);
  return config;
}

}  // namespace cohort::tool
