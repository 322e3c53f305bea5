// The codec: message structs to bytes and back, for every message of RequestList, ResponseList,
// ConsumerProtocolList and CoordinatorRecordList (the last with versions in front only). Declared
// here and instantiated in src/protocol/codec, so that a caller
// compiles none of it.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/decode_error.hpp>

#include <cstddef>
#include <utility>

namespace cohort {

/// Bytes fields of this size and more leave as pieces of their own that share the field's bytes;
/// smaller ones are copied, since a piece costs more than that to send.
inline constexpr std::size_t smallest_shared_piece = 256;

/// The body of a request or response, without header and length. A null that `version` has not is
/// written as empty; `representable` tells. Empty if it can't be written: a string of more than
/// 32767 bytes (Kafka's generated code throws), or more than 256 MB to copy, a bound of our own on
/// memory. REQUIRES: `version` is one of the message's.
template <class Message>
Buffers encode(const Message& message, int version);

/// `encode(message, version).size()` without the bytes.
template <class Message>
std::size_t encoded_size(const Message& message, int version);

/// A message and what else its bytes told.
template <class Message>
struct Decoded {
  Message message;
  std::size_t size = 0;  ///< Bytes read. Kafka ignores what follows a body, and so does decode().
  std::size_t unknown_tags = 0;  ///< Tagged fields that were skipped (KIP-482).
};

/// Reads a body that starts at the first byte. Bytes fields are slices of `body`. Malformed
/// UTF-8 in strings becomes U+FFFD, as in Java.
template <class Message>
Result<Decoded<Message>> decode_prefix(const Buffer& body, int version);

/// As decode_prefix, for whom only the message matters.
template <class Message>
Result<Message> decode(const Buffer& body, int version) {
  Result<Decoded<Message>> decoded = decode_prefix<Message>(body, version);
  if (!decoded) return decoded.error();
  return std::move(decoded->message);
}

/// A ConsumerProtocol message with the version number in front, as in JoinGroup and SyncGroup, or a
/// coordinator's key or value, as in its topic. Empty if it can't be written.
template <class Message>
Buffer encode_versioned(const Message& message, int version);

/// Reads one with its version number in front. For ConsumerProtocol a version above the known ones
/// is read as the highest known, and bytes behind the last known field are ignored (forward
/// compatible); for a coordinator's records it is an error. The version as sent is in
/// `Versioned::version`.
template <class Message>
struct Versioned {
  int version = 0;
  Message message;
};
template <class Message>
Result<Versioned<Message>> decode_versioned(const Buffer& bytes);

}  // namespace cohort
