// Where `cohort serve` listens: by `listeners` of the properties, or by --host and --port.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/broker/listener_list.hpp>
#include <cohort/net/host.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::tool {

struct ServeOptions;

/// Of the first broker. --host and --port make one PLAINTEXT listener; where they are given,
/// `listeners` and `advertised.listeners` are passed over if both are set, and stderr says so. The
/// property is set to what is listened on. Throws UsageError when Kafka would not start with these,
/// or when there are not as many ports as --brokers needs.
std::vector<broker::ListenerAddress> listener_addresses(broker::Config& config,
                                                        const ServeOptions& options);

struct OpenListeners {
  std::vector<broker::Listener> listeners;  ///< As the host counts them.
  std::string bootstrap;  ///< The first listener of each broker: HOST:PORT,HOST:PORT.
};

/// Opens them for every broker: where the first has the port P the n-th one has P + n - 1.
OpenListeners open_listeners(net::Host& host, const std::vector<broker::ListenerAddress>& addresses,
                             const broker::Config& config);

/// --host without brackets, or the default.
std::string host_of(const ServeOptions& options);
/// What people and clients on this machine can connect to: a wildcard is no address.
std::string reachable(const std::string& host);
/// "127.0.0.1:9092", "[::1]:9092".
std::string host_and_port(const std::string& host, std::uint16_t port);

}  // namespace cohort::tool
