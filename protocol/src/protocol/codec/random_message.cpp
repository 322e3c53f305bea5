// Instantiates random_message() for every message.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/message_traits.hpp"
#include "protocol/codec/random_fields.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/random_message.hpp>

namespace cohort {

template <class Message>
Message random_message(Draw& draw, int version) {
  COHORT_ASSERT(detail::versions_of<Message>().contains(version));
  detail::RandomFields fields(draw, version);
  Message message;
  fields(/*name=*/"", message);
  return message;
}

namespace detail {

template <class Message>
struct Random {
  Message (*random_message)(Draw&, int) = &cohort::random_message<Message>;
};

template struct AddressesOf<Random, RequestList>;
template struct AddressesOf<Random, ResponseList>;
template struct AddressesOf<Random, ConsumerProtocolList>;

}  // namespace detail

}  // namespace cohort
