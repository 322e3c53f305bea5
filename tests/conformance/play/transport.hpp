// Transport: how a case reaches the broker under test, and whose time its waits take.
#pragma once

#include "conformance/codec/bytes.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>

namespace cohort::conform {

enum class ConnectionId : std::uint32_t {};

/// What came of waiting for a frame.
struct Reading {
  enum class Outcome : std::uint8_t { frame, nothing, closed };
  Outcome outcome = Outcome::nothing;
  Bytes frame;  ///< Without its length.
};

/// Virtual time and a simulated network, or sockets and a clock.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual ConnectionId connect() = 0;
  /// Nothing if the connection is closed: reading tells.
  virtual void send(ConnectionId connection, const Bytes& bytes) = 0;
  virtual void close(ConnectionId connection) = 0;
  /// The next frame, waited for as long as `within`.
  virtual Reading read_frame(ConnectionId connection, Duration within) = 0;

  virtual void wait(Duration time) = 0;
  virtual Instant now() const = 0;

 protected:
  Transport() = default;
  Transport(const Transport&) = default;
  Transport& operator=(const Transport&) = default;
};

}  // namespace cohort::conform
