// SaslAuthenticate: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// DOC SaslAuthenticateRequest
struct SaslAuthenticateRequest {
  static constexpr Api api{ApiKey::sasl_authenticate, {0, 2}, /*flexible_from=*/2};

  Buffer auth_bytes;

  static constexpr void fields(auto& field, auto& m) { field("auth_bytes", m.auth_bytes); }
  bool operator==(const SaslAuthenticateRequest&) const = default;
};

/// DOC SaslAuthenticateResponse
struct SaslAuthenticateResponse {
  static constexpr Api api{ApiKey::sasl_authenticate, {0, 2}, /*flexible_from=*/2};

  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  Buffer auth_bytes;
  std::int64_t session_lifetime_ms = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("auth_bytes", m.auth_bytes);
    field("session_lifetime_ms", m.session_lifetime_ms, since(1).ignorable());
  }
  bool operator==(const SaslAuthenticateResponse&) const = default;
};
}  // namespace cohort
