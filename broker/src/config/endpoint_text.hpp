// EndpointText: one entry of a property such as `listeners`: NAME://HOST:PORT.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

struct EndpointText {
  std::string name;  ///< In capitals.
  std::string host;  ///< Empty: none. Without the brackets of an IPv6 address.
  std::uint16_t port = 0;
};

/// Only of characters that a host name or an address may have? An empty text is. Source:
/// Utils.validHostPattern.
bool is_host_text(std::string_view text);

std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);

/// The entries of a list with commas. Throws ConfigError, naming the property, for one that can't
/// be read, and for two of one name. Source: SocketServerConfigs.listenerListToEndPoints,
/// CoreUtils.listenerListToEndPoints.
std::vector<EndpointText> parsed_endpoints(std::string_view property, std::string_view text);

/// No two may have one port, but for an IPv4 and an IPv6 address. Throws ConfigError.
/// Source: CoreUtils.listenerListToEndPoints.
void check_ports(const std::vector<EndpointText>& endpoints, std::string_view text);

/// NAME:PROTOCOL,NAME:PROTOCOL, both in capitals. Throws ConfigError. Source:
/// KafkaConfig.effectiveListenerSecurityProtocolMap.
std::map<std::string, std::string> parsed_protocol_map(std::string_view text);

}  // namespace cohort::broker
