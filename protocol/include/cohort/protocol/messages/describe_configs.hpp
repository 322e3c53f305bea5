// DescribeConfigs: the settings of topics and brokers.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// A resource and the settings wanted; null for all.
struct DescribeConfigsResource {
  std::int8_t resource_type = 0;  ///< 2: topic, 4: broker.
  std::string resource_name;
  std::optional<std::vector<std::string>> configuration_keys{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
    field("configuration_keys", m.configuration_keys, always, not_null);
  }
  bool operator==(const DescribeConfigsResource&) const = default;
};

/// Asks for settings of topics and brokers. Source: KIP-133, KIP-226 (v1), KIP-569 (v3),
/// KIP-482 (v4).
struct DescribeConfigsRequest {
  static constexpr Api api{ApiKey::describe_configs, {0, 4}, /*flexible_from=*/4};

  std::vector<DescribeConfigsResource> resources;
  bool include_synonyms = false;
  bool include_documentation = false;

  static constexpr void fields(auto& field, auto& m) {
    field("resources", m.resources);
    field("include_synonyms", m.include_synonyms, since(1));
    field("include_documentation", m.include_documentation, since(3));
  }
  bool operator==(const DescribeConfigsRequest&) const = default;
};

/// One of the settings that a value may come from, in order of precedence.
struct DescribeConfigsSynonym {
  std::string name;
  std::optional<std::string> value = "";
  std::int8_t source = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(1));
    field("value", m.value, since(1), not_null);
    field("source", m.source, since(1));
  }
  bool operator==(const DescribeConfigsSynonym&) const = default;
};

/// One setting.
struct DescribeConfigsResourceResult {
  std::string name;
  std::optional<std::string> value = "";
  bool read_only = false;
  bool is_default = false;
  std::int8_t config_source = -1;
  bool is_sensitive = false;
  std::vector<DescribeConfigsSynonym> synonyms;
  std::int8_t config_type = 0;
  std::optional<std::string> documentation = "";

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("value", m.value, always, not_null);
    field("read_only", m.read_only);
    field("is_default", m.is_default, between(0, 0));
    field("config_source", m.config_source, since(1).ignorable(), -1);
    field("is_sensitive", m.is_sensitive);
    field("synonyms", m.synonyms, since(1).ignorable());
    field("config_type", m.config_type, since(3).ignorable());
    field("documentation", m.documentation, since(3).ignorable(), not_null);
  }
  bool operator==(const DescribeConfigsResourceResult&) const = default;
};

/// The settings of one resource.
struct DescribeConfigsResult {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::int8_t resource_type = 0;  ///< 2: topic, 4: broker.
  std::string resource_name;
  std::vector<DescribeConfigsResourceResult> configs;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
    field("configs", m.configs);
  }
  bool operator==(const DescribeConfigsResult&) const = default;
};

/// The settings of each resource.
struct DescribeConfigsResponse {
  static constexpr Api api{ApiKey::describe_configs, {0, 4}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  std::vector<DescribeConfigsResult> results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("results", m.results);
  }
  bool operator==(const DescribeConfigsResponse&) const = default;
};

}  // namespace cohort
