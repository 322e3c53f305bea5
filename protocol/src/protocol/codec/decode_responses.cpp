// Instantiates decoding for every response.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/decode.hpp"
#include <cohort/protocol/messages.hpp>

namespace cohort::detail {

template <class Message>
struct DecodeResponse {
  Result<Decoded<Message>> (*decode)(const Buffer&, int) = &decode_prefix<Message>;
};

template struct AddressesOf<DecodeResponse, ResponseList>;

}  // namespace cohort::detail
