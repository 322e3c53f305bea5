// Instantiates encoding for every request.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/put_header.hpp"
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

namespace cohort {

template <class Message>
Buffers encode_request(const RequestHeader& header, const Message& message) {
  COHORT_ASSERT(header.api_key == Message::api.key);
  detail::Encoder encoder = detail::encoder_for<Message>(header.api_version);
  detail::put_header(encoder, header);
  encoder.put(message);
  encoder.set_frame_length();
  return encoder.finish();
}

namespace detail {

template <class Message>
struct EncodeRequest {
  Buffers (*body)(const Message&, int) = &encode<Message>;
  std::size_t (*size)(const Message&, int) = &encoded_size<Message>;
  Buffers (*frame)(const RequestHeader&, const Message&) = &encode_request<Message>;
};

template struct AddressesOf<EncodeRequest, RequestList>;

}  // namespace detail

}  // namespace cohort
