// HttpServer: the broker's HTTP interface, on the thread of the host that runs the broker.
#pragma once

#include <cohort/net/host.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace cohort::broker {

/// Serves until it is destroyed. JSON in and out; an error is `{"error": "…"}` with a 4xx status.
/// Bodies are at most 1 MB. Requests whose Host is a name other than localhost, or whose Origin is
/// another site, are refused, so that no web page can reach it. REQUIRES: destroyed before the
/// host, and not while the host runs.
class HttpServer {
 public:
  /// Port 0 picks a free one. Throws std::system_error, whose text names the address, when it
  /// cannot listen.
  HttpServer(net::Host& host, const std::string& address, std::uint16_t port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;

 private:
  class Listener;
  std::shared_ptr<Listener> listener_;
};

}  // namespace cohort::broker
