// Instantiates the schema dump for every message.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/message_traits.hpp"
#include "protocol/codec/schema_rows.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/schema_dump.hpp>

namespace cohort {

template <class Message>
std::vector<SchemaRow> schema_dump() {
  detail::SchemaRows rows(detail::versions_of<Message>());
  const Message defaults;
  Message::fields(rows, defaults);
  return rows.take();
}

namespace detail {

template <class Message>
struct Dump {
  std::vector<SchemaRow> (*schema_dump)() = &cohort::schema_dump<Message>;
};

template struct AddressesOf<Dump, RequestList>;
template struct AddressesOf<Dump, ResponseList>;
template struct AddressesOf<Dump, ConsumerProtocolList>;

}  // namespace detail

}  // namespace cohort
