// Instantiates the codec for what group members tell each other, and its version number in front.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include <cohort/protocol/messages.hpp>

#include <algorithm>

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
  // known one (ConsumerProtocol.deserializeSubscription).
  const int known = std::min<int>(version, Message::versions.last);
  Result<Decoded<Message>> decoded = decode_prefix<Message>(bytes.slice(sizeof version), known);
  if (!decoded) {
    DecodeError error = decoded.error();
    error.offset += sizeof version;
    return error;
  }
  return Versioned<Message>{.version = version, .message = std::move(decoded->message)};
}

namespace detail {

template <class Message>
struct ConsumerProtocolCodec {
  Buffers (*body)(const Message&, int) = &encode<Message>;
  std::size_t (*size)(const Message&, int) = &encoded_size<Message>;
  Result<Decoded<Message>> (*prefix)(const Buffer&, int) = &decode_prefix<Message>;
  Buffer (*versioned)(const Message&, int) = &encode_versioned<Message>;
  Result<Versioned<Message>> (*from_versioned)(const Buffer&) = &decode_versioned<Message>;
};

template struct AddressesOf<ConsumerProtocolCodec, ConsumerProtocolList>;

}  // namespace detail

}  // namespace cohort
