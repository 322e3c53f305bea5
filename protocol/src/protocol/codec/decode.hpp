// The body of decode_prefix(), for the units that instantiate it.
#pragma once

#include "protocol/codec/decoder.hpp"
#include "protocol/codec/message_traits.hpp"
#include <cohort/protocol/codec.hpp>

namespace cohort {

template <class Message>
Result<Decoded<Message>> decode_prefix(const Buffer& body, int version) {
  if (!detail::versions_of<Message>().contains(version)) {
    return DecodeError{.fault = DecodeFault::unsupported_version};
  }
  detail::Decoder decoder(body, version, detail::is_flexible<Message>(version));
  Decoded<Message> decoded;
  decoder.get(decoded.message);
  if (decoder.has_failed()) return *decoder.error();
  decoded.size = decoder.position();
  decoded.unknown_tags = decoder.unknown_tags();
  return decoded;
}

}  // namespace cohort
