// IncrementalAlterConfigs: changes single settings of a resource.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// One change of one setting.
struct IncrementalAlterConfigsAlterableConfig {
  std::string name;
  std::int8_t config_operation = 0;  ///< 0: set, 1: delete, 2: append, 3: subtract.
  std::optional<std::string> value = "";

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("config_operation", m.config_operation);
    field("value", m.value, always, not_null);
  }
  bool operator==(const IncrementalAlterConfigsAlterableConfig&) const = default;
};

/// The changes of one resource.
struct IncrementalAlterConfigsAlterConfigsResource {
  std::int8_t resource_type = 0;  ///< 2: topic, 4: broker.
  std::string resource_name;
  std::vector<IncrementalAlterConfigsAlterableConfig> configs;

  static constexpr void fields(auto& field, auto& m) {
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
    field("configs", m.configs);
  }
  bool operator==(const IncrementalAlterConfigsAlterConfigsResource&) const = default;
};

/// Changes only the settings it names. Source: KIP-339, KIP-482 (v1).
struct IncrementalAlterConfigsRequest {
  static constexpr Api api{ApiKey::incremental_alter_configs, {0, 1}, /*flexible_from=*/1};

  std::vector<IncrementalAlterConfigsAlterConfigsResource> resources;
  bool validate_only = false;

  static constexpr void fields(auto& field, auto& m) {
    field("resources", m.resources);
    field("validate_only", m.validate_only);
  }
  bool operator==(const IncrementalAlterConfigsRequest&) const = default;
};

/// The outcome for one resource.
struct IncrementalAlterConfigsAlterConfigsResourceResponse {
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
  bool operator==(const IncrementalAlterConfigsAlterConfigsResourceResponse&) const = default;
};

/// One outcome for each resource.
struct IncrementalAlterConfigsResponse {
  static constexpr Api api{ApiKey::incremental_alter_configs, {0, 1}, /*flexible_from=*/1};

  std::int32_t throttle_time_ms = 0;
  std::vector<IncrementalAlterConfigsAlterConfigsResourceResponse> responses;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("responses", m.responses);
  }
  bool operator==(const IncrementalAlterConfigsResponse&) const = default;
};

}  // namespace cohort
