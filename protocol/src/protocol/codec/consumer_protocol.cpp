// Instantiates the codec for what group members tell each other, and its version number in front.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/versioned.hpp"

namespace cohort {

namespace detail {

template <class Message>
struct ConsumerProtocolCodec {
  Buffers (*body)(const Message&, int) = &encode<Message>;
  std::size_t (*size)(const Message&, int) = &encoded_size<Message>;
  Result<Decoded<Message>> (*prefix)(const Buffer&, int) = &decode_prefix<Message>;
  Buffer (*versioned)(const Message&, int) = &encode_versioned<Message>;
  Result<Versioned<Message>> (*from_versioned)(const Buffer&) = &decode_versioned<Message>;
};

template struct AddressesOf<ConsumerProtocolCodec, ConsumerProtocolList>;

}  // namespace detail

}  // namespace cohort
