// Connecting, and choosing whom to connect to.
#include "session/session.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace cohort::client {

namespace {

/// Above this nothing more is handed to a connection; the bytes would only pile up with the host.
constexpr std::size_t most_unsent_bytes = std::size_t{1} << 20;

std::string place_of(const Connection& connection) {
  std::string text;
  if (connection.to.node_id >= 0) {
    text.append("broker ").append(std::to_string(connection.to.node_id)).append(" at ");
  }
  return text.append(connection.host).append(":").append(std::to_string(connection.port));
}

}  // namespace

Session::Session(SessionOptions options, Rng rng) : options_(std::move(options)), rng_(rng) {
  for (const BrokerAddress& server : options_.bootstrap) brokers_.emplace(server.node_id, server);
  if (!options_.bootstrap.empty()) {
    Rng order = rng_.fork("bootstrap order");
    turn_ = static_cast<std::size_t>(order.below(options_.bootstrap.size()));
  }
}

void Session::set_brokers(const std::vector<BrokerAddress>& brokers, Instant now) {
  std::erase_if(brokers_, [](const auto& entry) { return entry.first >= 0; });
  for (const BrokerAddress& broker : brokers) {
    if (broker.node_id < 0) continue;
    learn_broker(broker, now);
  }
}

void Session::learn_broker(const BrokerAddress& broker, Instant now) {
  brokers_.insert_or_assign(broker.node_id, broker);
  adopt_bootstrap(broker);
  for (auto& [to, connection] : connections_) {
    const bool has_moved = to.node_id == broker.node_id &&
                           (connection.host != broker.host || connection.port != broker.port);
    if (!has_moved) continue;
    if (connection.state != ConnectionState::idle) {
      give_up(connection, LossKind::disconnected, place_of(connection) + " has moved", now);
    }
    connection.host = broker.host;
    connection.port = broker.port;
    connection.not_before = now;
  }
}

void Session::adopt_bootstrap(const BrokerAddress& broker) {
  const Destination there{broker.node_id, Lane::requests};
  if (connections_.contains(there)) return;
  const auto found = std::ranges::find_if(connections_, [&](const auto& entry) {
    return entry.first.node_id < 0 && entry.second.is_open() && entry.second.host == broker.host &&
           entry.second.port == broker.port;
  });
  if (found == connections_.end()) return;
  auto entry = connections_.extract(found);
  entry.key() = there;
  entry.mapped().to = there;
  links_.insert_or_assign(entry.mapped().link, there);
  connections_.insert(std::move(entry));
}

std::optional<BrokerAddress> Session::find_broker(std::int32_t node_id) const {
  const auto found = brokers_.find(node_id);
  if (found == brokers_.end()) return std::nullopt;
  return found->second;
}

Connection* Session::find(LinkId link) {
  const auto found = links_.find(link);
  return found == links_.end() ? nullptr : find(found->second);
}

Connection* Session::find(const Destination& to) {
  const auto found = connections_.find(to);
  return found == connections_.end() ? nullptr : &found->second;
}

const Connection* Session::find(const Destination& to) const {
  const auto found = connections_.find(to);
  return found == connections_.end() ? nullptr : &found->second;
}

bool Session::is_ready(const Destination& to) const {
  const Connection* connection = find(to);
  return connection != nullptr && connection->is_ready() &&
         connection->in_flight.size() < options_.max_in_flight &&
         connection->unsent_bytes < most_unsent_bytes;
}

bool Session::is_broken(const Destination& to) const {
  const Connection* connection = find(to);
  return connection != nullptr && connection->state == ConnectionState::idle &&
         connection->failures > 0 && !connection->is_wanted;
}

void Session::connect(const Destination& to, Instant now) {
  Connection* connection = find(to);
  if (connection == nullptr) {
    const auto broker = find_broker(to.node_id);
    if (!broker) return;
    connection =
        &connections_.emplace(to, Connection{.to = to, .host = broker->host, .port = broker->port})
             .first->second;
  }
  if (connection->state != ConnectionState::idle) return;
  connection->is_wanted = true;
  if (connection->not_before <= now) dial(*connection, now);
}

void Session::dial(Connection& connection, Instant now) {
  connection.state = ConnectionState::dialling;
  connection.since = now;
  connection.is_wanted = false;
  connection.tag = DialTag{next_tag_++};
  actions_.emplace_back(
      Dial{.host = connection.host, .port = connection.port, .tag = connection.tag});
}

bool Session::may_dial(std::int32_t node_id, Instant now) const {
  const Connection* connection = find(Destination{node_id, Lane::requests});
  return connection == nullptr || connection->not_before <= now;
}

std::optional<Destination> Session::least_loaded(Instant now) {
  const Connection* best = nullptr;
  bool is_connecting = false;
  for (const auto& [to, connection] : connections_) {
    if (to.lane != Lane::requests) continue;
    is_connecting = is_connecting || (connection.state != ConnectionState::idle &&
                                      connection.state != ConnectionState::ready);
    if (!is_ready(to)) continue;
    const bool is_better = best == nullptr ||
                           connection.in_flight.size() < best->in_flight.size() ||
                           (connection.in_flight.size() == best->in_flight.size() &&
                            best->to.node_id < 0 && to.node_id >= 0);
    if (is_better) best = &connection;
  }
  if (best != nullptr) return best->to;
  if (is_connecting) return std::nullopt;

  // Brokers first, and then, when none of them can be reached, those that the user named: they may
  // know a cluster that has moved (KIP-899).
  std::vector<std::int32_t> candidates;
  candidates.reserve(brokers_.size());
  for (const auto& [node_id, broker] : brokers_) candidates.push_back(node_id);
  const auto first_broker = std::ranges::lower_bound(candidates, 0);
  std::rotate(candidates.begin(), first_broker, candidates.end());
  const auto brokers = static_cast<std::size_t>(
      std::ranges::count_if(candidates, [](std::int32_t node_id) { return node_id >= 0; }));
  const auto try_range = [&](std::size_t begin, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t node_id = candidates[begin + (turn_ + i) % count];
      if (!may_dial(node_id, now)) continue;
      turn_ += i + 1;
      connect({node_id, Lane::requests}, now);
      return true;
    }
    return false;
  };
  if (try_range(0, brokers) || try_range(brokers, candidates.size() - brokers)) return std::nullopt;
  // All have to wait: whoever is first shall ring.
  for (const std::int32_t node_id : candidates) connect({node_id, Lane::requests}, now);
  return std::nullopt;
}

std::optional<Versions> Session::advertised(const Destination& to, ApiKey api) const {
  const Connection* connection = find(to);
  if (connection == nullptr) return std::nullopt;
  const auto found = connection->versions.find(api);
  if (found == connection->versions.end()) return std::nullopt;
  return found->second;
}

std::optional<int> Session::version(const Destination& to, const Api& api, int most) const {
  const auto theirs = advertised(to, api.key);
  if (!theirs) return std::nullopt;
  const int highest = std::min({int{theirs->last}, int{api.versions.last}, most});
  const int lowest = std::max(int{theirs->first}, int{api.versions.first});
  if (highest < lowest) return std::nullopt;
  return highest;
}

std::size_t Session::in_flight(const Destination& to) const {
  const Connection* connection = find(to);
  return connection == nullptr ? 0 : connection->in_flight.size();
}

bool Session::sent(LinkId link, std::size_t unsent_bytes) {
  Connection* connection = find(link);
  if (connection == nullptr) return false;
  const bool was_full = connection->unsent_bytes >= most_unsent_bytes;
  connection->unsent_bytes = unsent_bytes;
  return was_full && unsent_bytes < most_unsent_bytes;
}

void Session::disconnect(const Destination& to, const std::string& reason, Instant now) {
  Connection* connection = find(to);
  if (connection != nullptr && connection->state != ConnectionState::idle) {
    give_up(*connection, LossKind::disconnected, reason, now);
  }
}

void Session::close(const std::string& reason, Instant now) {
  for (auto& [to, connection] : connections_) {
    connection.is_wanted = false;
    if (connection.state != ConnectionState::idle) {
      give_up(connection, LossKind::disconnected, reason, now);
    }
    connection.is_wanted = false;
  }
}

std::string Session::describe() const {
  std::string text;
  for (const auto& [to, connection] : connections_) {
    if (to.lane != Lane::requests && connection.last_trouble.empty()) continue;
    if (!text.empty()) text.append("; ");
    text.append(describe(to));
  }
  return text.empty() ? "no connection was tried" : text;
}

std::string Session::describe(const Destination& to) const {
  const Connection* connection = find(to);
  if (connection == nullptr) {
    const auto broker = find_broker(to.node_id);
    if (!broker) return "broker " + std::to_string(to.node_id) + " is not known";
    return "not connected to " + broker->host + ":" + std::to_string(broker->port);
  }
  const std::string place = place_of(*connection);
  switch (connection->state) {
    case ConnectionState::ready:
      return "connected to " + place;
    case ConnectionState::asking_versions:
      return "asking " + place + " for its versions";
    case ConnectionState::dialling:
    case ConnectionState::idle:
      break;
  }
  std::string text = connection->state == ConnectionState::dialling ? "connecting to " : "";
  text.append(place);
  if (!connection->last_trouble.empty()) text.append(": ").append(connection->last_trouble);
  if (connection->failures > 1) {
    text.append(" (").append(std::to_string(connection->failures)).append(" times)");
  }
  return text;
}

}  // namespace cohort::client
