// AlterConfigs: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Part of AlterConfigsRequest.
struct AlterConfigsAlterableConfig {
  std::string name;
  std::optional<std::string> value = "";

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("value", m.value, always, not_null);
  }
  bool operator==(const AlterConfigsAlterableConfig&) const = default;
};

/// Part of AlterConfigsRequest.
struct AlterConfigsResource {
  std::int8_t resource_type = 0;
  std::string resource_name;
  std::vector<AlterConfigsAlterableConfig> configs;

  static constexpr void fields(auto& field, auto& m) {
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
    field("configs", m.configs);
  }
  bool operator==(const AlterConfigsResource&) const = default;
};

/// DOC AlterConfigsRequest
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

/// Part of AlterConfigsResponse.
struct AlterConfigsResourceResponse {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::int8_t resource_type = 0;
  std::string resource_name;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("resource_type", m.resource_type);
    field("resource_name", m.resource_name);
  }
  bool operator==(const AlterConfigsResourceResponse&) const = default;
};

/// DOC AlterConfigsResponse
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
