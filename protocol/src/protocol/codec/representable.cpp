// Instantiates representable() for every message.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/message_traits.hpp"
#include "protocol/codec/representable_check.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/representable.hpp>

namespace cohort {

template <class Message>
std::optional<std::string> representable(const Message& message, int version) {
  if (!detail::versions_of<Message>().contains(version)) {
    return "there is no version " + std::to_string(version);
  }
  detail::RepresentableCheck check(version);
  Message::fields(check, message);
  return check.take_reason();
}

namespace detail {

template <class Message>
struct Representable {
  std::optional<std::string> (*representable)(const Message&,
                                              int) = &cohort::representable<Message>;
};

template struct AddressesOf<Representable, RequestList>;
template struct AddressesOf<Representable, ResponseList>;
template struct AddressesOf<Representable, ConsumerProtocolList>;

}  // namespace detail

}  // namespace cohort
