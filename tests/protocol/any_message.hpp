// Messages by name: what tests and fuzz targets need of a message whose type they learn at run
// time.
#pragma once

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>
#include <cohort/protocol/random_message.hpp>
#include <cohort/protocol/representable.hpp>
#include <cohort/protocol/schema_dump.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// What became of some bytes that were decoded and encoded again.
struct Recoded {
  std::optional<DecodeError> error;
  std::size_t size = 0;  ///< Bytes decoded.
  std::size_t unknown_tags = 0;
  std::string printed;
  Buffer bytes;  ///< Encoded again.
  std::size_t encoded_size = 0;
  bool decodes_to_same = false;  ///< Whether `bytes` decode to what the first bytes did.
  std::optional<std::string> unrepresentable;
};

/// One message with functions that hide its type.
struct AnyMessage {
  std::string name;  ///< For example `JoinGroupRequest`.
  Versions versions;
  std::int16_t flexible_from;
  std::optional<ApiKey> key;  ///< Null for the consumer protocol.
  bool is_request;
  Recoded (*recode)(const Buffer& body, int version);
  /// A random message, encoded.
  Buffers (*random)(Draw& draw, int version);
  std::vector<SchemaRow> (*schema)();
};

template <class Message>
Recoded recode(const Buffer& body, int version) {
  Recoded result;
  const Result<Decoded<Message>> first = decode_prefix<Message>(body, version);
  if (!first) {
    result.error = first.error();
    return result;
  }
  result.size = first->size;
  result.unknown_tags = first->unknown_tags;
  result.printed = print(first->message);
  result.bytes = encode(first->message, version).joined();
  result.encoded_size = encoded_size(first->message, version);
  const Result<Message> second = decode<Message>(result.bytes, version);
  result.decodes_to_same = second.has_value() && *second == first->message;
  result.unrepresentable = representable(first->message, version);
  return result;
}

template <class Message>
AnyMessage any_message() {
  AnyMessage any{
      .recode = &recode<Message>,
      .random = [](Draw& draw,
                   int version) { return encode(random_message<Message>(draw, version), version); },
      .schema = &schema_dump<Message>};
  const std::string printed = print(Message{});
  any.name = printed.substr(0, printed.find('{'));
  any.is_request = is_in<Message, RequestList>;
  if constexpr (requires { Message::api; }) {
    any.versions = Message::api.versions;
    any.flexible_from = Message::api.flexible_from;
    any.key = Message::api.key;
  } else {
    any.versions = Message::versions;
    any.flexible_from = never_flexible;
  }
  return any;
}

template <class... Messages>
std::vector<AnyMessage> any_messages(TypeList<Messages...>) {
  return {any_message<Messages>()...};
}

/// Every message there is.
const std::vector<AnyMessage>& every_message();

}  // namespace cohort::testing
