#include "conformance/play/virtual_transport.hpp"

#include <optional>

namespace cohort::conform {

VirtualTransport::VirtualTransport(const broker::Config& config, const sim::Faults& faults)
    : broker_({.config = config, .world = {.faults = faults}}) {}

ConnectionId VirtualTransport::connect() {
  const std::string name = "client-" + std::to_string(probes_.size());
  probes_.emplace_back(broker_.world(), name, broker::VirtualBroker::host,
                       broker::VirtualBroker::first_port);
  return ConnectionId{static_cast<std::uint32_t>(probes_.size() - 1)};
}

void VirtualTransport::send(ConnectionId connection, const Bytes& bytes) {
  probe(connection).send(bytes);
}

void VirtualTransport::close(ConnectionId connection) { probe(connection).close(); }

Reading VirtualTransport::read_frame(ConnectionId connection, Duration within) {
  sim::Probe& end = probe(connection);
  std::optional<Buffer> frame = end.take_frame();
  if (!frame) {
    broker_.run_until(
        [&] {
          frame = end.take_frame();
          return frame || end.is_closed();
        },
        within);
  }
  if (frame) return {.outcome = Reading::Outcome::frame, .frame = Bytes(frame->text())};
  return {.outcome = end.is_closed() ? Reading::Outcome::closed : Reading::Outcome::nothing,
          .frame = {}};
}

}  // namespace cohort::conform
