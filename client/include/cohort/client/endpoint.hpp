// Endpoint: where a broker listens, as bootstrap.servers names it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

struct Endpoint {
  std::string host;  ///< A name or an address; an IPv6 address without brackets.
  std::uint16_t port = 0;
  bool operator==(const Endpoint&) const = default;
};

/// `localhost:9092`, `[::1]:9092`.
std::string to_string(const Endpoint& endpoint);
/// `localhost:9092,[::1]:9092`, as `parse_bootstrap` reads it.
std::string to_string(const std::vector<Endpoint>& endpoints);

/// The entries of `HOST:PORT[,HOST:PORT]…`, in their order. A host may have a scheme before it
/// (`PLAINTEXT://`), which counts for nothing, and an IPv6 address brackets around it. Empty
/// entries are passed over. Throws ConfigError, which names the entry, for one that can't be read.
/// Source: ClientUtils.parseAndValidateAddresses, Utils.HOST_PORT_PATTERN.
std::vector<Endpoint> parse_bootstrap(std::string_view text);

}  // namespace cohort::client
