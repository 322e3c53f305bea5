// ListenerAddress: where a broker listens and what its clients are told, as its properties say.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/broker/listener.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// One entry of `listeners`.
struct ListenerAddress {
  std::string name;        ///< In capitals.
  std::string host;        ///< As it was written; empty: every address of the machine.
  std::uint16_t port = 0;  ///< 0: a free one.
  /// Of `advertised.listeners`; a port of 0 stands for the one listened on. Nothing: the host is
  /// told as it was written or, when that is a wildcard, as the address that the client came by,
  /// which an empty host here means too.
  std::optional<Endpoint> advertised;
  bool operator==(const ListenerAddress&) const = default;
};

/// Does the text stand for every address of the machine?
bool is_wildcard(const std::string& host);

/// What the clients of the listener are told, once it listens on the port.
Endpoint advertised_endpoint(const ListenerAddress& address, std::uint16_t port);

/// The entries of `listeners` that are the broker's own, in their order: those of
/// `controller.listener.names` are left out, since nothing has to be told to a controller. Goes by
/// listener.security.protocol.map, advertised.listeners, inter.broker.listener.name,
/// early.start.listeners and process.roles too. Throws ConfigError with Kafka's reason where Kafka
/// would not start, and for a listener that wants TLS or SASL. Beyond Kafka's rules, a name that no
/// map was given for is PLAINTEXT, and 0.0.0.0 needs no advertised.listeners.
/// Source: KafkaConfig.validateValues, SocketServerConfigs.listenerListToEndPoints.
std::vector<ListenerAddress> broker_listeners(const Config& config);

/// Of the listener by which brokers reach each other, in capitals: `inter.broker.listener.name`, or
/// `security.inter.broker.protocol`.
std::string inter_broker_listener(const Config& config);

}  // namespace cohort::broker
