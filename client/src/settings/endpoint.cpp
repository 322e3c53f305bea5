#include "settings/setting_error.hpp"
#include "settings/setting_value.hpp"
#include <cohort/client/endpoint.hpp>

#include <algorithm>
#include <charconv>

namespace cohort::client {
namespace {

bool is_host_letter(char c) {
  constexpr std::string_view others = "-%._";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         others.find(c) != std::string_view::npos;
}

bool is_host_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_host_letter);
}

bool is_address_in_brackets(std::string_view text) {
  return text.size() > 2 && text.front() == '[' && text.back() == ']' &&
         std::ranges::all_of(text.substr(1, text.size() - 2),
                             [](char c) { return c == ':' || is_host_letter(c); });
}

}  // namespace

std::string to_string(const Endpoint& endpoint) {
  const bool is_bare = endpoint.host.find(':') == std::string::npos;
  const std::string host = is_bare ? endpoint.host : "[" + endpoint.host + "]";
  return host + ":" + std::to_string(endpoint.port);
}

std::string to_string(const std::vector<Endpoint>& endpoints) {
  std::string text;
  for (const Endpoint& endpoint : endpoints) {
    if (!text.empty()) text.append(",");
    text.append(to_string(endpoint));
  }
  return text;
}

std::optional<Endpoint> parsed_endpoint(std::string_view entry) {
  if (const std::size_t scheme = entry.find("://"); scheme != std::string_view::npos) {
    if (!std::ranges::all_of(entry.substr(0, scheme), is_host_letter)) return std::nullopt;
    entry.remove_prefix(scheme + 3);
  }
  const std::size_t colon = entry.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;

  const std::string_view digits = entry.substr(colon + 1);
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || port == 0) {
    return std::nullopt;
  }
  std::string_view host = entry.substr(0, colon);
  if (is_address_in_brackets(host)) {
    host = host.substr(1, host.size() - 2);
  } else if (!is_host_name(host)) {
    // Kafka takes ::1:9092, but what fe80::1 would mean nobody can tell.
    return std::nullopt;
  }
  return Endpoint{std::string(host), port};
}

std::vector<Endpoint> parse_bootstrap(std::string_view text) {
  std::vector<Endpoint> endpoints;
  if (const auto fault = read(trimmed_value(text), any_value, endpoints)) {
    throw wrong_value("bootstrap.servers", *fault, allowed(any_value, endpoints));
  }
  return endpoints;
}

}  // namespace cohort::client
