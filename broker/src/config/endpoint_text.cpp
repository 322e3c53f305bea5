#include "config/endpoint_text.hpp"

#include "config/config_key.hpp"
#include "config/java_text.hpp"
#include <cohort/broker/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace cohort::broker {
namespace {

constexpr std::string_view host_punctuation = "-%._:";

[[noreturn]] void refuse_list(std::string_view property, std::string_view text,
                              std::string_view why) {
  throw ConfigError(ConfigError::Reason::bad_value, fmt::format("{}={}: {}", property, text, why));
}

bool is_in_host(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         host_punctuation.find(c) != std::string_view::npos;
}

std::string_view without_brackets(std::string_view host) {
  if (host.starts_with('[')) host.remove_prefix(1);
  if (host.ends_with(']')) host.remove_suffix(1);
  return host;
}

/// Nothing if the entry is not NAME://HOST:PORT. The host may be empty, and in brackets.
std::optional<EndpointText> parsed_endpoint(std::string_view entry) {
  const std::size_t slashes = entry.rfind("://");
  const std::size_t colon = entry.rfind(':');
  if (slashes == std::string_view::npos || colon < slashes + 3) return std::nullopt;
  const std::string_view host = without_brackets(entry.substr(slashes + 3, colon - slashes - 3));
  const std::optional<std::int32_t> port = java_int(entry.substr(colon + 1));
  if (!port || *port < 0 || *port > 65535 || !is_host_text(host)) {
    return std::nullopt;
  }
  return EndpointText{.name = upper_case(entry.substr(0, slashes)),
                      .host = std::string(host),
                      .port = static_cast<std::uint16_t>(*port)};
}

bool is_ipv6(const std::string& host) { return host.find(':') != std::string::npos; }
bool is_ipv4(const std::string& host) {
  return !host.empty() && host.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

bool is_host_text(std::string_view text) { return std::ranges::all_of(text, is_in_host); }

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::vector<EndpointText> parsed_endpoints(std::string_view property, std::string_view text) {
  std::vector<EndpointText> endpoints;
  std::set<std::string> names;
  for (const std::string_view entry : split(trimmed(text), ',')) {
    if (entry.empty()) continue;
    const auto endpoint = parsed_endpoint(entry);
    if (!endpoint) {
      refuse_list(property, text, fmt::format("'{}' is not NAME://HOST:PORT", entry));
    }
    if (!names.insert(endpoint->name).second) {
      refuse_list(property, text, "Each listener must have a different name");
    }
    endpoints.push_back(*endpoint);
  }
  return endpoints;
}

void check_ports(const std::vector<EndpointText>& endpoints, std::string_view text) {
  for (auto one = endpoints.begin(); one != endpoints.end(); ++one) {
    for (auto other = endpoints.begin(); other != one; ++other) {
      if (one->port == 0 || one->port != other->port) continue;
      const bool are_of_two_kinds = (is_ipv4(one->host) && is_ipv6(other->host)) ||
                                    (is_ipv6(one->host) && is_ipv4(other->host));
      if (!are_of_two_kinds) {
        refuse_list("listeners", text,
                    "Each listener must have a different port, unless one has an IPv4 address and "
                    "the other an IPv6 address");
      }
    }
  }
}

std::map<std::string, std::string> parsed_protocol_map(std::string_view text) {
  constexpr std::string_view property = "listener.security.protocol.map";
  constexpr auto protocols =
      std::to_array<std::string_view>({"PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"});
  std::map<std::string, std::string> map;
  for (const std::string_view entry : split(trimmed(text), ',')) {
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) {
      refuse_list(property, text, fmt::format("'{}' is not NAME:PROTOCOL", entry));
    }
    std::string protocol = upper_case(trimmed(entry.substr(colon + 1)));
    if (std::ranges::find(protocols, protocol) == protocols.end()) {
      refuse_list(property, text, fmt::format("Invalid security protocol '{}'", protocol));
    }
    map.insert_or_assign(upper_case(trimmed(entry.substr(0, colon))), std::move(protocol));
  }
  return map;
}

}  // namespace cohort::broker
