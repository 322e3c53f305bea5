#include "protocol/codec/put_header.hpp"

namespace cohort {

namespace detail {

void put_header(Encoder& encoder, const RequestHeader& header) {
  encoder.put(std::int32_t{0});
  encoder.put(header.api_key);
  encoder.put(header.api_version);
  encoder.put(header.correlation_id);
  // Never compact, so that a broker can read it from a client of a later version (KIP-511).
  encoder.put_plain(header.client_id);
  if (request_header_version(header.api_key, header.api_version) == 2)
    encoder.put_unsigned_varint(0);
}

void put_response_header(Encoder& encoder, std::int32_t correlation_id, ApiVersion answered) {
  encoder.put(std::int32_t{0});
  encoder.put(correlation_id);
  if (response_header_version(answered.key, answered.version) == 1) encoder.put_unsigned_varint(0);
}

}  // namespace detail

Buffers frame_request(const RequestHeader& header, const Buffers& body) {
  detail::Encoder encoder(header.api_version, /*is_flexible=*/false);
  detail::put_header(encoder, header);
  encoder.put_raw(body);
  encoder.set_frame_length();
  return encoder.finish();
}

}  // namespace cohort
