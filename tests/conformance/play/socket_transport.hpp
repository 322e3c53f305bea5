// SocketTransport: a broker at an address, and real time.
#pragma once

#include "conformance/play/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

struct Address {
  std::string host;
  std::uint16_t port = 0;
  bool operator==(const Address&) const = default;
};

/// `HOST:PORT` or `[IPV6]:PORT`. Throws std::invalid_argument.
Address parse_address(std::string_view text);
std::string text_of(const Address& address);

/// Nothing waits for longer than it is told, and nothing at all goes on behind the time limit: what
/// does is a Failure. For one thread.
class SocketTransport final : public Transport {
 public:
  /// `limit`: how long it may be used.
  SocketTransport(Address address, Duration limit);
  ~SocketTransport() override;
  SocketTransport(const SocketTransport&) = delete;
  SocketTransport& operator=(const SocketTransport&) = delete;

  /// Throws Failure if nobody listens.
  ConnectionId connect() override;
  void send(ConnectionId connection, const Bytes& bytes) override;
  void close(ConnectionId connection) override;
  Reading read_frame(ConnectionId connection, Duration within) override;
  void wait(Duration time) override;
  Instant now() const override;

 private:
  struct Sockets;
  struct Connection;

  Connection& connection(ConnectionId id);
  /// `within`, cut to what is left of the limit. Throws Failure if nothing is.
  Duration allowed(Duration within) const;

  Address address_;
  Duration limit_;
  Instant deadline_;
  std::unique_ptr<Sockets> sockets_;
};

}  // namespace cohort::conform
