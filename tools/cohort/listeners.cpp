#include "listeners.hpp"

#include "serve.hpp"

#include <fmt/format.h>

#include <iostream>
#include <system_error>
#include <utility>

namespace cohort::tool {

namespace {

/// The n-th broker's; 0 stays 0.
std::uint16_t port_of_broker(std::uint16_t first, int place) {
  return static_cast<std::uint16_t>(first == 0 ? 0 : first + place);
}

/// Each listener takes up so many ports as there are brokers.
void check_room(const std::vector<broker::ListenerAddress>& addresses, int brokers) {
  for (auto one = addresses.begin(); one != addresses.end(); ++one) {
    if (one->port != 0 && one->port + brokers - 1 > 65535) {
      throw UsageError(
          fmt::format("--brokers {}: not as many ports from {} on", brokers, one->port));
    }
    for (auto other = addresses.begin(); other != one; ++other) {
      const int apart = one->port > other->port ? one->port - other->port : other->port - one->port;
      if (one->port == 0 || other->port == 0 || apart == 0 || apart >= brokers) continue;
      throw UsageError(
          fmt::format("--brokers {}: the ports of the listeners {} and {} overlap, "
                      "since each takes {} of them",
                      brokers, other->name, one->name, brokers));
    }
  }
}

std::uint16_t listen(net::Host& host, const std::string& address, std::uint16_t port) {
  if (!address.empty()) return host.listen(address, port);
  try {
    return host.listen("::", port);
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::address_family_not_supported) throw;
    return host.listen("0.0.0.0", port);  // A machine without IPv6.
  }
}

std::vector<broker::ListenerAddress> checked_listeners(const broker::Config& config) {
  try {
    return broker::broker_listeners(config);
  } catch (const broker::ConfigError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

std::vector<broker::ListenerAddress> listener_addresses(broker::Config& config,
                                                        const ServeOptions& options) {
  const bool is_given = options.host || options.port;
  const bool is_set = config.properties.contains("listeners");
  std::vector<broker::ListenerAddress> addresses;
  if (is_given || !is_set) {
    const std::string host = host_of(options);
    const std::uint16_t port = options.port.value_or(default_port);
    config.set("listeners", "PLAINTEXT://" + host_and_port(host, port));
    if (is_set) {
      std::cerr << "cohort: --host or --port is given: listeners and advertised.listeners are "
                   "passed over\n";
      config.properties.erase("advertised.listeners");
      addresses.push_back({.name = "PLAINTEXT", .host = host, .port = port});
    }
  }
  if (addresses.empty()) addresses = checked_listeners(config);
  check_room(addresses, config.brokers);
  return addresses;
}

OpenListeners open_listeners(net::Host& host, const std::vector<broker::ListenerAddress>& addresses,
                             const broker::Config& config) {
  OpenListeners open;
  for (int place = 0; place < config.brokers; ++place) {
    for (const broker::ListenerAddress& first : addresses) {
      broker::ListenerAddress address = first;
      address.port = port_of_broker(first.port, place);
      if (address.advertised) {
        address.advertised->port = port_of_broker(address.advertised->port, place);
      }
      const std::uint16_t port = listen(host, address.host, address.port);
      open.listeners.push_back({.node_id = config.node_id + place,
                                .name = address.name,
                                .advertised = broker::advertised_endpoint(address, port)});
      if (&first != &addresses.front()) continue;
      if (place > 0) open.bootstrap += ',';
      open.bootstrap += host_and_port(reachable(address.host), port);
    }
  }
  return open;
}

std::string host_of(const ServeOptions& options) {
  std::string host = options.host.value_or(std::string(default_host));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return host;
}

std::string reachable(const std::string& host) {
  return broker::is_wildcard(host) ? "127.0.0.1" : host;
}

std::string host_and_port(const std::string& host, std::uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? fmt::format("[{}]", host) : host) + ":" + std::to_string(port);
}

}  // namespace cohort::tool
