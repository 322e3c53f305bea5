#include "consumer_subscription.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>

namespace cohort::broker {

std::optional<std::vector<std::string>> subscribed_topics(const Buffer& metadata) {
  const auto decoded = decode_versioned<ConsumerProtocolSubscription>(metadata);
  if (!decoded) return std::nullopt;
  return decoded->message.topics;
}

}  // namespace cohort::broker
