// SaslHandshake: chooses a SASL mechanism.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <string>
#include <vector>

namespace cohort {

/// Names the mechanism that the client wants. Source: KIP-43, KIP-152 (v1).
struct SaslHandshakeRequest {
  static constexpr Api api{ApiKey::sasl_handshake, {0, 1}, /*flexible_from=*/never_flexible};

  std::string mechanism;

  static constexpr void fields(auto& field, auto& m) { field("mechanism", m.mechanism); }
  bool operator==(const SaslHandshakeRequest&) const = default;
};

/// The mechanisms there are.
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
