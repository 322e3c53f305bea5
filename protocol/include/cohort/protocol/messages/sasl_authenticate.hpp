// SaslAuthenticate: one step of a SASL exchange.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// Carries bytes of the chosen mechanism to the broker. Source: KIP-152, KIP-368 (v1), KIP-482
/// (v2).
struct SaslAuthenticateRequest {
  static constexpr Api api{ApiKey::sasl_authenticate, {0, 2}, /*flexible_from=*/2};

  Buffer auth_bytes;

  static constexpr void fields(auto& field, auto& m) { field("auth_bytes", m.auth_bytes); }
  bool operator==(const SaslAuthenticateRequest&) const = default;
};

/// Carries bytes of the mechanism back.
struct SaslAuthenticateResponse {
  static constexpr Api api{ApiKey::sasl_authenticate, {0, 2}, /*flexible_from=*/2};

  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  Buffer auth_bytes;
  std::int64_t session_lifetime_ms = 0;  ///< 0: the session does not end.

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("auth_bytes", m.auth_bytes);
    field("session_lifetime_ms", m.session_lifetime_ms, since(1).ignorable());
  }
  bool operator==(const SaslAuthenticateResponse&) const = default;
};

}  // namespace cohort
