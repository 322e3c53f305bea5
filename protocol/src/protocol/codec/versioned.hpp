// The bodies of encode_versioned() and decode_versioned(), for the units that instantiate them.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include <cohort/protocol/messages.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

template <class Message>
Buffer encode_versioned(const Message& message, int version) {
  detail::Encoder encoder = detail::encoder_for<Message>(version);
  encoder.put(static_cast<std::int16_t>(version));
  encoder.put(message);
  return encoder.finish().joined();
}

template <class Message>
Result<Versioned<Message>> decode_versioned(const Buffer& bytes) {
  std::int16_t version = 0;
  detail::Decoder prefix(bytes, 0, /*is_flexible=*/false);
  prefix.get(version);
  if (prefix.has_failed()) return *prefix.error();
  // Newer members append fields only, so what is known of a later version reads as the highest
  // known one (ConsumerProtocol.deserializeSubscription). Records have no such promise.
  constexpr bool reads_later_versions = is_in<Message, ConsumerProtocolList>;
  const int known = reads_later_versions ? std::min<int>(version, Message::versions.last) : version;
  Result<Decoded<Message>> decoded = decode_prefix<Message>(bytes.slice(sizeof version), known);
  if (!decoded) {
    DecodeError error = decoded.error();
    error.offset += sizeof version;
    return error;
  }
  return Versioned<Message>{.version = version, .message = std::move(decoded->message)};
}

}  // namespace cohort
