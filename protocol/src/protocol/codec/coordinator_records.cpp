// Instantiates the codec for what the coordinators keep in their topics.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/versioned.hpp"

namespace cohort::detail {

template <class Message>
struct CoordinatorRecordCodec {
  Buffer (*versioned)(const Message&, int) = &encode_versioned<Message>;
  Result<Versioned<Message>> (*from_versioned)(const Buffer&) = &decode_versioned<Message>;
};

template struct AddressesOf<CoordinatorRecordCodec, CoordinatorRecordList>;

}  // namespace cohort::detail
