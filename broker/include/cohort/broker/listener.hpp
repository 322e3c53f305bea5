// Listener: one of the addresses at which clients reach a broker.
#pragma once

#include <cstdint>
#include <string>

namespace cohort::broker {

/// Where clients are told to connect to.
struct Endpoint {
  std::string host{};  ///< Empty: the address of ours that the asking client connected to.
  std::uint16_t port = 0;
  bool operator==(const Endpoint&) const = default;
};

/// A client hears of each broker the listener that has the name of the one it came in by.
struct Listener {
  std::int32_t node_id = 1;
  std::string name = "PLAINTEXT";
  Endpoint advertised{};
  bool operator==(const Listener&) const = default;
};

}  // namespace cohort::broker
