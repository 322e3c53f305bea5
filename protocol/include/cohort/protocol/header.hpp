// Request and response headers, and whole frames: length, header and body in one gather-write.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/decode_error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// What stands before the body of every request. Source: KIP-482 for v2.
struct RequestHeader {
  ApiKey api_key{};
  std::int16_t api_version = 0;
  std::int32_t correlation_id = 0;
  std::optional<std::string> client_id;  ///< Null: the client names itself nothing.

  bool operator==(const RequestHeader&) const = default;
};

/// 1, or 2 from the API's first flexible version on; null for an API that is not in RequestList. A
/// version that the API does not have counts as the next one it may get, so that ApiVersions v99
/// can be answered (KIP-35).
std::optional<int> request_header_version(ApiKey key, int api_version);

/// 0, or 1 from the API's first flexible version on, but always 0 for ApiVersions, whose answer
/// must be readable before the versions are known (KIP-511); null for an API that is not in
/// ResponseList.
std::optional<int> response_header_version(ApiKey key, int api_version);

struct DecodedRequestHeader {
  RequestHeader header;
  std::size_t size = 0;  ///< The body starts at this byte of the frame.
};

/// Reads the header at the start of a frame (without its length).
Result<DecodedRequestHeader> decode_request_header(const Buffer& frame);

struct DecodedResponseHeader {
  std::int32_t correlation_id = 0;
  std::size_t size = 0;  ///< The body starts at this byte of the frame.
};

/// Reads the header of the answer to a request of this API and version.
Result<DecodedResponseHeader> decode_response_header(const Buffer& frame, ApiKey key,
                                                     int api_version);

/// A whole request frame, length included. The header's API and version are the message's.
/// Empty if it can't be written, as a response. REQUIRES: the header's api_key is Message::api.key,
/// and api_version one of its versions.
template <class Message>
Buffers encode_request(const RequestHeader& header, const Message& message);

/// A whole response frame, length included. Empty if it can't be written: as encode(), or 2 GB
/// long.
template <class Message>
Buffers encode_response(std::int32_t correlation_id, const Message& message, int version);

/// A whole frame, length included, around a request body that is encoded (or broken on purpose)
/// already.
Buffers frame_request(const RequestHeader& header, const Buffers& body);

}  // namespace cohort
