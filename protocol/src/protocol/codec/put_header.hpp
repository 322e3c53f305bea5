// Writing headers with the encoder of the message that follows them.
#pragma once

#include "protocol/codec/encoder.hpp"
#include <cohort/protocol/header.hpp>

#include <cstdint>

namespace cohort::detail {

struct ApiVersion {
  ApiKey key;
  int version;
};

/// Puts room for the frame's length, then the request header.
void put_header(Encoder& encoder, const RequestHeader& header);

/// Puts room for the frame's length, then the response header.
void put_response_header(Encoder& encoder, std::int32_t correlation_id, ApiVersion answered);

}  // namespace cohort::detail
