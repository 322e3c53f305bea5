// ApiVersions: the first question of a connection: which APIs and versions there are.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Asks which APIs and versions the broker has. From v3 on the client introduces itself.
/// Source: KIP-35, KIP-482, KIP-511 and KIP-584 (v3).
struct ApiVersionsRequest {
  static constexpr Api api{ApiKey::api_versions, {0, 4}, /*flexible_from=*/3};

  std::string client_software_name;
  std::string client_software_version;

  static constexpr void fields(auto& field, auto& m) {
    field("client_software_name", m.client_software_name, since(3).ignorable());
    field("client_software_version", m.client_software_version, since(3).ignorable());
  }
  bool operator==(const ApiVersionsRequest&) const = default;
};

/// One API and its versions.
struct ApiVersionsApiVersion {
  ApiKey api_key = ApiKey{};
  std::int16_t min_version = 0;
  std::int16_t max_version = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("api_key", m.api_key);
    field("min_version", m.min_version);
    field("max_version", m.max_version);
  }
  bool operator==(const ApiVersionsApiVersion&) const = default;
};

/// A feature and the levels this broker can take.
struct ApiVersionsSupportedFeatureKey {
  std::string name;
  std::int16_t min_version = 0;
  std::int16_t max_version = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(3));
    field("min_version", m.min_version, since(3));
    field("max_version", m.max_version, since(3));
  }
  bool operator==(const ApiVersionsSupportedFeatureKey&) const = default;
};

/// A feature and the levels the cluster has settled on.
struct ApiVersionsFinalizedFeatureKey {
  std::string name;
  std::int16_t max_version_level = 0;
  std::int16_t min_version_level = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(3));
    field("max_version_level", m.max_version_level, since(3));
    field("min_version_level", m.min_version_level, since(3));
  }
  bool operator==(const ApiVersionsFinalizedFeatureKey&) const = default;
};

/// What the broker has. Sent as v0 with UNSUPPORTED_VERSION and the list when the request is
/// too new.
struct ApiVersionsResponse {
  static constexpr Api api{ApiKey::api_versions, {0, 4}, /*flexible_from=*/3};

  ErrorCode error_code = ErrorCode::none;
  std::vector<ApiVersionsApiVersion> api_keys;
  std::int32_t throttle_time_ms = 0;
  std::vector<ApiVersionsSupportedFeatureKey> supported_features;
  std::int64_t finalized_features_epoch = -1;
  std::vector<ApiVersionsFinalizedFeatureKey> finalized_features;
  bool zk_migration_ready = false;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("api_keys", m.api_keys);
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("supported_features", m.supported_features, tagged(0, since(3)).ignorable());
    field("finalized_features_epoch", m.finalized_features_epoch, tagged(1, since(3)).ignorable(),
          -1);
    field("finalized_features", m.finalized_features, tagged(2, since(3)).ignorable());
    field("zk_migration_ready", m.zk_migration_ready, tagged(3, since(3)).ignorable());
  }
  bool operator==(const ApiVersionsResponse&) const = default;
};

}  // namespace cohort
