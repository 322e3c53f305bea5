// AlterConfigs: replaces all settings of a resource.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// One setting and its value; null for the default.
struct AlterConfigsAlterableConfig {
  std::string name;
  std::optional<std::string> value = "";

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("value", m.value, always, not_null);
  }
  bool operator==(const AlterConfigsAlterableConfig&) const = default;
};

/// A resource and all settings it shall have.
struct AlterConfigsResource {
  std::int8_t resource_type = 0;  ///< 2: topic, 4: broker.
  std::string resource_name;
  std::vector<AlterConfigsAlterableConfig> configs;

  static constexpr void fields(auto& field, auto& m) {
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
    field("configs", m.configs);
  }
  bool operator==(const AlterConfigsResource&) const = default;
};

/// Replaces the settings of each resource; settings not named go back to their defaults.
/// Source: KIP-133, KIP-482 (v2).
struct AlterConfigsRequest {
  static constexpr Api api{ApiKey::alter_configs, {0, 2}, /*flexible_from=*/2};

  std::vector<AlterConfigsResource> resources;
  bool validate_only = false;

  static constexpr void fields(auto& field, auto& m) {
    field("resources", m.resources);
    field("validate_only", m.validate_only);
  }
  bool operator==(const AlterConfigsRequest&) const = default;
};

/// The outcome for one resource.
struct AlterConfigsResourceResponse {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::int8_t resource_type = 0;  ///< 2: topic, 4: broker.
  std::string resource_name;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
  }
  bool operator==(const AlterConfigsResourceResponse&) const = default;
};

/// One outcome for each resource.
struct AlterConfigsResponse {
  static constexpr Api api{ApiKey::alter_configs, {0, 2}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  std::vector<AlterConfigsResourceResponse> responses;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("responses", m.responses);
  }
  bool operator==(const AlterConfigsResponse&) const = default;
};

}  // namespace cohort
