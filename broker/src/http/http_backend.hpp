// HttpBackend: what the HTTP interface is an interface to.
#pragma once

#include <cohort/broker/control.hpp>
#include <cohort/broker/journal.hpp>
#include <cohort/net/host.hpp>

#include <functional>

namespace cohort::broker {

/// Lives as long as the server. All of it is for the broker's thread.
struct HttpBackend {
  net::Host& host;
  const Broker& broker;
  const Journal& journal;
  Control& control;
  net::ClockMode clock = net::ClockMode::real;
  /// As after the start, with the topics of the start.
  std::function<void()> reset;
};

}  // namespace cohort::broker
