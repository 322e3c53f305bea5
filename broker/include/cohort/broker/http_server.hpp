// HttpServer: the broker's HTTP interface, on the thread of the host that runs the broker.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/broker/journal.hpp>
#include <cohort/net/host.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace cohort::broker {

/// What it is an interface to. All of it outlives the server.
struct HttpSubject {
  net::Host& host;
  Broker& broker;
  const Journal& journal;
  net::ClockMode clock = net::ClockMode::real;
  /// Everything as it was after the start, with the topics of the start.
  std::function<void()> reset;
};

/// Serves until it is destroyed: the control interface under /v1, /health and /metrics. JSON in and
/// out; an error is `{"error": "…"}` with a 4xx status. Bodies are at most 1 MB. Requests whose
/// Host is a name other than localhost, or whose Origin is another site, are refused, so that no
/// web page can reach it. REQUIRES: destroyed before the host, and not while the host runs.
class HttpServer {
 public:
  class Core;

  /// Port 0 picks a free one. Throws std::system_error, whose text names the address, when it
  /// cannot listen.
  HttpServer(HttpSubject subject, const std::string& address, std::uint16_t port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;

  /// Call it behind each turn of the host, when the journal has the turn's facts: whoever waits
  /// over HTTP looks again.
  void have_turned();

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace cohort::broker
