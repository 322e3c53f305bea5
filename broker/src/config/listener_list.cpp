#include "config/config_description.hpp"
#include "config/config_key.hpp"
#include "config/endpoint_text.hpp"
#include "config/java_text.hpp"
#include <cohort/broker/listener_list.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace cohort::broker {
namespace {

using ListenerNames = std::set<std::string, std::less<>>;

[[noreturn]] void refuse_listeners(const std::string& why) {
  throw ConfigError(ConfigError::Reason::bad_value, why);
}

std::string property_text(std::string_view name, const Config& config) {
  return property_in_effect(name, config).value_or("");
}

ListenerNames names_in(std::string_view name, const Config& config) {
  ListenerNames names;
  const std::string text = property_text(name, config);
  for (const std::string_view each : split(text, ',')) {
    if (!each.empty()) names.emplace(each);
  }
  return names;
}

ListenerNames names_of(const std::vector<EndpointText>& endpoints) {
  ListenerNames names;
  for (const EndpointText& endpoint : endpoints) names.insert(endpoint.name);
  return names;
}

std::string in_words(const ListenerNames& names) {
  return fmt::format("{}", fmt::join(names, ","));
}

/// Which protocols the listeners speak: Kafka's, as far as there are any here.
class Protocols {
 public:
  explicit Protocols(const Config& config)
      : is_given_(config.properties.contains("listener.security.protocol.map")),
        map_(parsed_protocol_map(property_text("listener.security.protocol.map", config))) {}

  void check_is_mapped(const std::string& name) const {
    if (map_.contains(name) || !is_given_) return;
    refuse_listeners(
        fmt::format("No security protocol defined for listener {}: it is not in "
                    "listener.security.protocol.map",
                    name));
  }

  void check_is_plain(const std::string& name) const {
    check_is_mapped(name);
    const auto found = map_.find(name);
    if (found == map_.end() || found->second == "PLAINTEXT") return;
    refuse_listeners(
        fmt::format("listeners: {} is a {} listener, and Cohort has PLAINTEXT ones "
                    "only: TLS and SASL are not there",
                    name, found->second));
  }

 private:
  bool is_given_;
  std::map<std::string, std::string> map_;
};

/// What the roles of a KRaft process demand of its listeners. Source: KafkaConfig.validateValues.
void check_roles(const Config& config, const std::vector<EndpointText>& listeners) {
  const ListenerNames roles = names_in("process.roles", config);
  if (roles.empty()) return;
  const ListenerNames controllers = names_in("controller.listener.names", config);
  if (!property_text("control.plane.listener.name", config).empty()) {
    refuse_listeners("control.plane.listener.name is not supported in KRaft mode.");
  }
  if (controllers.empty()) {
    refuse_listeners(
        "controller.listener.names must contain at least one value when process.roles "
        "is set");
  }
  const ListenerNames names = names_of(listeners);
  const bool is_controller = roles.contains("controller");
  for (const std::string& controller : controllers) {
    if (is_controller && !names.contains(controller)) {
      refuse_listeners(
          fmt::format("controller.listener.names must only contain names that appear "
                      "in listeners: {} does not",
                      controller));
    }
    if (!is_controller && names.contains(controller)) {
      refuse_listeners(
          fmt::format("listeners must not contain {}, which is in "
                      "controller.listener.names, when process.roles=broker",
                      controller));
    }
  }
}

void check_advertised(const std::vector<EndpointText>& advertised, const ListenerNames& names,
                      const Config& config) {
  const ListenerNames told = names_of(advertised);
  if (told.empty()) {
    refuse_listeners(
        "There must be at least one broker advertised listener: all of them appear in "
        "controller.listener.names, or there are none");
  }
  const std::string between = inter_broker_listener(config);
  if (!told.contains(between)) {
    refuse_listeners(
        fmt::format("inter.broker.listener.name must be one of the advertised "
                    "listeners, which are {}: it is {}",
                    in_words(told), between));
  }
  for (const EndpointText& endpoint : advertised) {
    if (!names.contains(endpoint.name)) {
      refuse_listeners(
          fmt::format("advertised.listeners may only name listeners, which are {}: "
                      "{} is none",
                      in_words(names), endpoint.name));
    }
    if (config.properties.contains("advertised.listeners") && endpoint.host == "0.0.0.0") {
      refuse_listeners("advertised.listeners can't be 0.0.0.0, which nobody can connect to");
    }
  }
}

void check_early_start(const Config& config, const ListenerNames& names) {
  const ListenerNames controllers = names_in("controller.listener.names", config);
  for (const std::string& early : names_in("early.start.listeners", config)) {
    if (names.contains(early) || controllers.contains(early)) continue;
    refuse_listeners(
        fmt::format("early.start.listeners contains {}, which is neither in listeners "
                    "nor in controller.listener.names",
                    early));
  }
}

std::vector<EndpointText> without_controllers(std::vector<EndpointText> endpoints,
                                              const Config& config) {
  const ListenerNames controllers = names_in("controller.listener.names", config);
  std::erase_if(endpoints,
                [&](const EndpointText& endpoint) { return controllers.contains(endpoint.name); });
  return endpoints;
}

}  // namespace

bool is_wildcard(const std::string& host) {
  return host.empty() || host == "0.0.0.0" || host == "::";
}

Endpoint advertised_endpoint(const ListenerAddress& address, std::uint16_t port) {
  if (!address.advertised) {
    return {.host = is_wildcard(address.host) ? "" : address.host, .port = port};
  }
  Endpoint endpoint = *address.advertised;
  if (endpoint.port == 0) endpoint.port = port;
  return endpoint;
}

std::vector<ListenerAddress> broker_listeners(const Config& config) {
  const std::string text = property_text("listeners", config);
  const auto told_text = property_in_effect("advertised.listeners", config);
  const std::vector<EndpointText> all = parsed_endpoints("listeners", text);
  const std::vector<EndpointText> all_told =
      told_text ? parsed_endpoints("advertised.listeners", *told_text) : all;
  check_ports(all, text);
  check_roles(config, all);
  const ListenerNames names = names_of(all);
  const Protocols protocols(config);
  for (const EndpointText& told : all_told) protocols.check_is_mapped(told.name);
  const std::vector<EndpointText> advertised = without_controllers(all_told, config);
  const std::vector<EndpointText> own = without_controllers(all, config);
  for (const EndpointText& endpoint : own) protocols.check_is_plain(endpoint.name);
  check_advertised(advertised, names, config);
  check_early_start(config, names);

  std::vector<ListenerAddress> listeners;
  for (const EndpointText& endpoint : own) {
    ListenerAddress& listener = listeners.emplace_back();
    listener.name = endpoint.name;
    listener.host = endpoint.host;
    listener.port = endpoint.port;
    if (!told_text) continue;
    const auto told = std::ranges::find(advertised, endpoint.name, &EndpointText::name);
    if (told != advertised.end()) {
      listener.advertised = Endpoint{.host = told->host, .port = told->port};
    }
  }
  return listeners;
}

std::string inter_broker_listener(const Config& config) {
  const auto name = property_in_effect("inter.broker.listener.name", config);
  if (name && !name->empty()) return upper_case(*name);
  return upper_case(property_text("security.inter.broker.protocol", config));
}

}  // namespace cohort::broker
