#include "conformance/suite/tested_broker.hpp"

namespace cohort::conform {

namespace {

/// Its coordinators may take their time to load.
constexpr Duration loading_patience = std::chrono::seconds(60);

}  // namespace

TestedBroker ask_broker(const Address& address,
                        const std::map<std::string, std::string>& declared) {
  SocketTransport transport(address, loading_patience);
  try {
    const Target target = Target::of(transport);
    Properties properties(declared);
    properties.ask(transport, target);
    return {.address = address, .target = target, .properties = std::move(properties)};
  } catch (const Unsupported& reason) {
    throw Failure(std::string("no Kafka broker: ") + reason.what());
  }
}

}  // namespace cohort::conform
