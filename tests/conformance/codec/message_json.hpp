// Messages between JSON and bytes, by their schema alone: nulls and tags go where a case puts them,
// whether the broker's own codec could write them or not.
#pragma once

#include "conformance/codec/bytes.hpp"
#include "conformance/codec/json.hpp"
#include "conformance/codec/message_schema.hpp"

#include <optional>
#include <string_view>

namespace cohort::conform {

/// The body of a message. Fields left out have their defaults; those that the version has not are
/// not written; one that the message has not is a Failure.
Bytes encode_json(const MessageSchema& message, int version, const Json& body);

/// Reads a body: bytes become Json's binary values, records their own form, unknown tagged fields
/// `_tags`. Bytes may be left in the reader.
Json decode_json(const MessageSchema& message, int version, ByteReader& reader);

/// Any of the forms that bytes have in a case; null for null.
std::optional<Bytes> bytes_from_json(const Json& value);

}  // namespace cohort::conform
