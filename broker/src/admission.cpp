#include "admission.hpp"

#include "client_host.hpp"
#include "config/config_description.hpp"
#include "config/config_key.hpp"
#include "config/endpoint_text.hpp"
#include "config/java_text.hpp"
#include "state.hpp"
#include <cohort/broker/listener_list.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace cohort::broker {
namespace {

const Listener& listener_of(const BrokerState& state, const Connection& connection) {
  return state.cluster.listener(connection.peer.listener);
}

std::int32_t count_in(const std::map<std::string, std::int32_t>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

void count_down(std::map<std::string, std::int32_t>& counts, const std::string& key) {
  if (--counts.at(key) == 0) counts.erase(key);
}

/// One of several listeners of its broker that brokers reach each other by is never full. Source:
/// ConnectionQuotas.protectedListener.
bool is_protected(const BrokerState& state, const Listener& listener) {
  const auto& listeners = state.cluster.listeners();
  const auto count = std::ranges::count(listeners, listener.node_id, &Listener::node_id);
  return count > 1 && listener.name == inter_broker_listener(state.config);
}

/// A listener's own limit is that of `listener.name.NAME.max.connections`, else the broker's.
/// Source: ConnectionQuotas.ListenerConnectionQuota.
std::int32_t limit_of_listener(const BrokerState& state, const Listener& listener) {
  const std::string key =
      fmt::format("listener.name.{}.max.connections", lower_case(listener.name));
  const auto text = property_in_effect(key, state.config);
  return text ? java_int(trimmed(*text)).value_or(state.config.connection.max)
              : state.config.connection.max;
}

bool has_place(const BrokerState& state, const Listener& listener) {
  const auto found = state.connection_counts.find(listener.node_id);
  if (found == state.connection_counts.end()) return state.config.connection.max > 0;
  const ConnectionCounts& counts = found->second;
  if (count_in(counts.by_listener, listener.name) >= limit_of_listener(state, listener)) {
    return false;
  }
  return is_protected(state, listener) || counts.total < state.config.connection.max;
}

std::int32_t limit_of_address(const ConnectionConfig& config, const std::string& address) {
  for (const auto& [host, limit] : config.max_per_ip_overrides) {
    const std::string_view meant = host == "localhost" ? std::string_view("127.0.0.1") : host;
    if (client_host(meant) == client_host(address)) return limit;
  }
  return config.max_per_ip;
}

void take_place(BrokerState& state, LinkId link, Connection& connection, Instant now) {
  const Listener& listener = listener_of(state, connection);
  ConnectionCounts& counts = state.connection_counts[listener.node_id];
  connection.has_place = true;
  connection.last_active = now;
  ++counts.total;
  ++counts.by_listener[listener.name];
  const std::int32_t limit = limit_of_address(state.config.connection, connection.peer.address);
  if (counts.by_address[connection.peer.address]++ >= limit) {
    refuse_connection(state, link,
                      fmt::format("more than {} connections from there, see "
                                  "max.connections.per.ip",
                                  limit),
                      now);
    return;
  }
  // With 0 at once (Selector.IdleExpiryManager: silent for longer than the limit).
  const Instant due = now + state.config.connections_max_idle;
  if (due != Instant::never()) state.idle_timers.set(link, due);
}

/// Of a broker's connections that may be closed for others, the one that was silent longest.
std::optional<LinkId> longest_silent(const BrokerState& state, std::int32_t node_id) {
  std::optional<LinkId> oldest;
  for (const auto& [link, connection] : state.connections) {
    const Listener& listener = listener_of(state, connection);
    if (!connection.has_place || listener.node_id != node_id || is_protected(state, listener)) {
      continue;
    }
    if (!oldest || connection.last_active < state.connections.at(*oldest).last_active) {
      oldest = link;
    }
  }
  return oldest;
}

void close_excess(BrokerState& state) {
  for (const auto& [node_id, counts] : state.connection_counts) {
    while (counts.total > state.config.connection.max) {
      const auto link = longest_silent(state, node_id);
      if (!link) break;
      close_connection(state, *link, "there are more than max.connections, and it is least used");
    }
  }
}

}  // namespace

void admit(BrokerState& state, LinkId link, Instant now) {
  Connection& connection = state.connections.at(link);
  if (has_place(state, listener_of(state, connection))) {
    take_place(state, link, connection, now);
    return govern_admission(state, now);
  }
  connection.awaits_place = true;
  connection.is_read_paused = true;
  state.awaiting_place.push_back(link);
  state.actions.push_back(PauseRead{link});
  state.facts.push_back(
      {.at = now,
       .kind = FactKind::connection_held,
       .detail = connection.peer.address + ": until another one goes, see max.connections"});
}

void govern_admission(BrokerState& state, Instant now) {
  close_excess(state);
  std::vector<LinkId> waiting = std::exchange(state.awaiting_place, {});
  for (const LinkId link : waiting) {
    Connection& connection = state.connections.at(link);
    if (connection.is_closing) continue;
    if (!has_place(state, listener_of(state, connection))) {
      state.awaiting_place.push_back(link);
      continue;
    }
    connection.awaits_place = false;
    connection.is_read_paused = false;
    take_place(state, link, connection, now);
    if (!connection.is_closing) state.actions.push_back(ResumeRead{link});
  }
}

void close_connection(BrokerState& state, LinkId link, std::string reason) {
  Connection& connection = state.connections.at(link);
  if (connection.is_closing) return;
  connection.is_closing = true;
  release_place(state, link);
  if (!connection.outgoing.empty()) {
    state.actions.push_back(Send{link, std::exchange(connection.outgoing, {})});
  }
  state.actions.push_back(Close{link, std::move(reason)});
}

void refuse_connection(BrokerState& state, LinkId link, const std::string& reason, Instant now) {
  const Connection& connection = state.connections.at(link);
  if (connection.is_closing) return;
  state.facts.push_back({.at = now,
                         .kind = FactKind::connection_refused,
                         .detail = connection.peer.address + ": " + reason});
  close_connection(state, link, reason);
}

void release_place(BrokerState& state, LinkId link) {
  Connection& connection = state.connections.at(link);
  if (std::exchange(connection.awaits_place, false)) std::erase(state.awaiting_place, link);
  if (!std::exchange(connection.has_place, false)) return;
  const Listener& listener = listener_of(state, connection);
  ConnectionCounts& counts = state.connection_counts.at(listener.node_id);
  --counts.total;
  count_down(counts.by_listener, listener.name);
  count_down(counts.by_address, connection.peer.address);
}

}  // namespace cohort::broker
