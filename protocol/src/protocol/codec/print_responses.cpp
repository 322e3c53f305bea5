// Instantiates printing for every response.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/printer.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>

namespace cohort {

template <class Message>
std::string print(const Message& message) {
  detail::Printer printer;
  printer.append(name(Message::api.key));
  printer.append("Response");
  printer.print(message);
  return printer.take();
}

namespace detail {

template <class Message>
struct PrintResponse {
  std::string (*print)(const Message&) = &cohort::print<Message>;
};

template struct AddressesOf<PrintResponse, ResponseList>;

}  // namespace detail

}  // namespace cohort
