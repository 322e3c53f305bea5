// Instantiates decoding for every request.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/decode.hpp"
#include <cohort/protocol/messages.hpp>

namespace cohort::detail {

template <class Message>
struct DecodeRequest {
  Result<Decoded<Message>> (*decode)(const Buffer&, int) = &decode_prefix<Message>;
};

template struct AddressesOf<DecodeRequest, RequestList>;

}  // namespace cohort::detail
