// The bodies of encode() and encoded_size(), for the units that instantiate them.
#pragma once

#include "protocol/codec/encoder.hpp"
#include "protocol/codec/message_traits.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>

namespace cohort {

namespace detail {

template <class Message>
Encoder encoder_for(int version, Encoder::Purpose purpose = Encoder::Purpose::write) {
  COHORT_ASSERT(versions_of<Message>().contains(version));
  return {version, is_flexible<Message>(version), purpose};
}

}  // namespace detail

template <class Message>
Buffers encode(const Message& message, int version) {
  detail::Encoder encoder = detail::encoder_for<Message>(version);
  encoder.put(message);
  return encoder.finish();
}

template <class Message>
std::size_t encoded_size(const Message& message, int version) {
  auto encoder = detail::encoder_for<Message>(version, detail::Encoder::Purpose::measure);
  encoder.put(message);
  return encoder.size();
}

}  // namespace cohort
