// Instantiates printing for the consumer protocol.
#include "protocol/codec/printer.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>

namespace cohort {

template <>
std::string print(const ConsumerProtocolSubscription& message) {
  detail::Printer printer;
  printer.append("ConsumerProtocolSubscription");
  printer.print(message);
  return printer.take();
}

template <>
std::string print(const ConsumerProtocolAssignment& message) {
  detail::Printer printer;
  printer.append("ConsumerProtocolAssignment");
  printer.print(message);
  return printer.take();
}

}  // namespace cohort
