// SaslHandshake v0-v1.
// Not here: SASL. Every listener is plain, so the answer is the one of Kafka's plaintext listener.
#include "api/handlers.hpp"
#include <cohort/protocol/messages/sasl_handshake.hpp>

namespace cohort::broker {

std::optional<SaslHandshakeResponse> sasl_handshake(RequestContext& /*context*/,
                                                    const SaslHandshakeRequest& /*request*/) {
  return SaslHandshakeResponse{.error_code = ErrorCode::illegal_sasl_state};
}

}  // namespace cohort::broker
