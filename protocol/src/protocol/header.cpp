#include "protocol/codec/decoder.hpp"
#include <cohort/protocol/apis.hpp>
#include <cohort/protocol/header.hpp>

namespace cohort {

std::optional<int> request_header_version(ApiKey key, int api_version) {
  const Api* api = find_api(key);
  if (api == nullptr) return std::nullopt;
  return api->is_flexible(api_version) ? 2 : 1;
}

std::optional<int> response_header_version(ApiKey key, int api_version) {
  const Api* api = find_api(key);
  if (api == nullptr) return std::nullopt;
  // A client that asked with too new a version must be able to read the answer (KIP-511).
  if (key == ApiKey::api_versions) return 0;
  return api->is_flexible(api_version) ? 1 : 0;
}

Result<DecodedRequestHeader> decode_request_header(const Buffer& frame) {
  detail::Decoder decoder(frame, 0, /*is_flexible=*/false);
  RequestHeader header;
  decoder("api_key", header.api_key);
  decoder("api_version", header.api_version);
  const std::optional<int> header_version =
      request_header_version(header.api_key, header.api_version);
  if (!header_version.has_value()) decoder.fail(DecodeFault::unknown_api_key);
  decoder("correlation_id", header.correlation_id);
  decoder("client_id", header.client_id);
  if (header_version == 2) decoder.skip_tags();
  if (decoder.has_failed()) return *decoder.error();
  return DecodedRequestHeader{.header = std::move(header), .size = decoder.position()};
}

Result<DecodedResponseHeader> decode_response_header(const Buffer& frame, ApiKey key,
                                                     int api_version) {
  detail::Decoder decoder(frame, 0, /*is_flexible=*/false);
  DecodedResponseHeader header;
  const std::optional<int> header_version = response_header_version(key, api_version);
  if (!header_version.has_value()) decoder.fail(DecodeFault::unknown_api_key);
  decoder("correlation_id", header.correlation_id);
  if (header_version == 1) decoder.skip_tags();
  if (decoder.has_failed()) return *decoder.error();
  header.size = decoder.position();
  return header;
}

}  // namespace cohort
