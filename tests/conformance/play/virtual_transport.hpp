// VirtualTransport: a broker of its own in a simulation; no sockets, no waiting.
#pragma once

#include "conformance/play/transport.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/sim/probe.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace cohort::conform {

class VirtualTransport final : public Transport {
 public:
  VirtualTransport(const broker::Config& config, const sim::Faults& faults);
  VirtualTransport(const VirtualTransport&) = delete;
  VirtualTransport& operator=(const VirtualTransport&) = delete;

  ConnectionId connect() override;
  void send(ConnectionId connection, const Bytes& bytes) override;
  void close(ConnectionId connection) override;
  Reading read_frame(ConnectionId connection, Duration within) override;
  void wait(Duration time) override { broker_.advance(time); }
  Instant now() const override { return broker_.now(); }

  broker::Control& control() { return broker_.control(); }
  /// Of everything that was delivered.
  std::string digest() const { return broker_.world().digest().hex(); }

 private:
  sim::Probe& probe(ConnectionId connection) {
    return probes_.at(static_cast<std::size_t>(connection));
  }

  broker::VirtualBroker broker_;
  std::vector<sim::Probe> probes_;
};

}  // namespace cohort::conform
