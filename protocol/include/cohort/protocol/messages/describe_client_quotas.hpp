// DescribeClientQuotas: the quotas of users, client ids and addresses.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// One condition on the entities that are asked for.
struct DescribeClientQuotasComponent {
  std::string entity_type;                ///< "user", "client-id" or "ip".
  std::int8_t match_type = 0;             ///< 0: exact name, 1: the default, 2: any name.
  std::optional<std::string> match = "";  ///< Null unless the match is exact.

  static constexpr void fields(auto& field, auto& m) {
    field("entity_type", m.entity_type);
    field("match_type", m.match_type);
    field("match", m.match, always, not_null);
  }
  bool operator==(const DescribeClientQuotasComponent&) const = default;
};

/// Asks for the quotas of every entity that meets all conditions; with `strict`, of those without
/// any other entity type. Source: KIP-546.
struct DescribeClientQuotasRequest {
  static constexpr Api api{ApiKey::describe_client_quotas, {0, 1}, /*flexible_from=*/1};

  std::vector<DescribeClientQuotasComponent> components;
  bool strict = false;

  static constexpr void fields(auto& field, auto& m) {
    field("components", m.components);
    field("strict", m.strict);
  }
  bool operator==(const DescribeClientQuotasRequest&) const = default;
};

/// A part of an entity's name.
struct DescribeClientQuotasEntity {
  std::string entity_type;
  std::optional<std::string> entity_name = "";  ///< Null for the default.

  static constexpr void fields(auto& field, auto& m) {
    field("entity_type", m.entity_type);
    field("entity_name", m.entity_name, always, not_null);
  }
  bool operator==(const DescribeClientQuotasEntity&) const = default;
};

/// One limit.
struct DescribeClientQuotasValue {
  std::string key;
  double value = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("key", m.key);
    field("value", m.value);
  }
  bool operator==(const DescribeClientQuotasValue&) const = default;
};

/// An entity and its limits.
struct DescribeClientQuotasEntry {
  std::vector<DescribeClientQuotasEntity> entity;
  std::vector<DescribeClientQuotasValue> values;

  static constexpr void fields(auto& field, auto& m) {
    field("entity", m.entity);
    field("values", m.values);
  }
  bool operator==(const DescribeClientQuotasEntry&) const = default;
};

/// The entities found; null after an error.
struct DescribeClientQuotasResponse {
  static constexpr Api api{ApiKey::describe_client_quotas, {0, 1}, /*flexible_from=*/1};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::optional<std::vector<DescribeClientQuotasEntry>> entries{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("entries", m.entries, always, not_null);
  }
  bool operator==(const DescribeClientQuotasResponse&) const = default;
};

}  // namespace cohort
