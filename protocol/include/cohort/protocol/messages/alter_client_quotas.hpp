// AlterClientQuotas: sets and removes quotas of users, client ids and addresses.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// A part of an entity's name.
struct AlterClientQuotasEntity {
  std::string entity_type;                      ///< "user", "client-id" or "ip".
  std::optional<std::string> entity_name = "";  ///< Null for the default.

  static constexpr void fields(auto& field, auto& m) {
    field("entity_type", m.entity_type);
    field("entity_name", m.entity_name, always, not_null);
  }
  bool operator==(const AlterClientQuotasEntity&) const = default;
};

/// One limit to set or to remove.
struct AlterClientQuotasOp {
  std::string key;
  double value = 0;  ///< Of no account when it is removed.
  bool remove = false;

  static constexpr void fields(auto& field, auto& m) {
    field("key", m.key);
    field("value", m.value);
    field("remove", m.remove);
  }
  bool operator==(const AlterClientQuotasOp&) const = default;
};

/// The changes of one entity.
struct AlterClientQuotasRequestEntry {
  std::vector<AlterClientQuotasEntity> entity;
  std::vector<AlterClientQuotasOp> ops;

  static constexpr void fields(auto& field, auto& m) {
    field("entity", m.entity);
    field("ops", m.ops);
  }
  bool operator==(const AlterClientQuotasRequestEntry&) const = default;
};

/// Changes the limits it names. Source: KIP-546.
struct AlterClientQuotasRequest {
  static constexpr Api api{ApiKey::alter_client_quotas, {0, 1}, /*flexible_from=*/1};

  std::vector<AlterClientQuotasRequestEntry> entries;
  bool validate_only = false;

  static constexpr void fields(auto& field, auto& m) {
    field("entries", m.entries);
    field("validate_only", m.validate_only);
  }
  bool operator==(const AlterClientQuotasRequest&) const = default;
};

/// The outcome for one entity.
struct AlterClientQuotasResponseEntry {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::vector<AlterClientQuotasEntity> entity;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("entity", m.entity);
  }
  bool operator==(const AlterClientQuotasResponseEntry&) const = default;
};

/// One outcome for each entity.
struct AlterClientQuotasResponse {
  static constexpr Api api{ApiKey::alter_client_quotas, {0, 1}, /*flexible_from=*/1};

  std::int32_t throttle_time_ms = 0;
  std::vector<AlterClientQuotasResponseEntry> entries;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("entries", m.entries);
  }
  bool operator==(const AlterClientQuotasResponse&) const = default;
};

}  // namespace cohort
