// SaslHandshake: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <string>
#include <vector>

namespace cohort {

/// DOC SaslHandshakeRequest
struct SaslHandshakeRequest {
  static constexpr Api api{ApiKey::sasl_handshake, {0, 1}, /*flexible_from=*/never_flexible};

  std::string mechanism;

  static constexpr void fields(auto& field, auto& m) { field("mechanism", m.mechanism); }
  bool operator==(const SaslHandshakeRequest&) const = default;
};

/// DOC SaslHandshakeResponse
struct SaslHandshakeResponse {
  static constexpr Api api{ApiKey::sasl_handshake, {0, 1}, /*flexible_from=*/never_flexible};

  ErrorCode error_code = ErrorCode::none;
  std::vector<std::string> mechanisms;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("mechanisms", m.mechanisms);
  }
  bool operator==(const SaslHandshakeResponse&) const = default;
};
}  // namespace cohort
