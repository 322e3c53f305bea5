// Instantiates encoding for every response.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/put_header.hpp"
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

namespace cohort {

template <class Message>
Buffers encode_response(std::int32_t correlation_id, const Message& message, int version) {
  detail::Encoder encoder = detail::encoder_for<Message>(version);
  detail::put_response_header(encoder, correlation_id, {Message::api.key, version});
  encoder.put(message);
  encoder.set_frame_length();
  return encoder.finish();
}

namespace detail {

template <class Message>
struct EncodeResponse {
  Buffers (*body)(const Message&, int) = &encode<Message>;
  std::size_t (*size)(const Message&, int) = &encoded_size<Message>;
  Buffers (*frame)(std::int32_t, const Message&, int) = &encode_response<Message>;
};

template struct AddressesOf<EncodeResponse, ResponseList>;

}  // namespace detail

}  // namespace cohort
