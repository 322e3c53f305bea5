#include "conformance/virtual_transport.hpp"

#include <cohort/broker/broker.hpp>

#include <memory>
#include <optional>

namespace cohort::conform {

namespace {

constexpr const char* host = "broker";
constexpr std::uint16_t port = 9092;

}  // namespace

VirtualTransport::VirtualTransport(const broker::Config& config, const sim::Faults& faults)
    : simulation_({.faults = faults}) {
  auto node = std::make_unique<broker::Broker>(config, simulation_.now());
  node->advertise({host, port});
  simulation_.add(host, std::move(node));
  simulation_.listen(host, host, port);
}

ConnectionId VirtualTransport::connect() {
  const std::string name = "client-" + std::to_string(probes_.size());
  probes_.emplace_back(simulation_, name, host, port);
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
    simulation_.run_until(
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
