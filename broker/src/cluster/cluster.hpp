// Cluster: the brokers that share one state, with their racks, their listeners, and which of them
// run.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/broker/listener.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// One broker, running or not.
struct ClusterNode {
  std::int32_t id = 1;
  std::string rack;  ///< Empty: none.
  bool is_running = true;

  /// As Metadata answers it.
  std::optional<std::string> rack_or_null() const {
    return rack.empty() ? std::nullopt : std::optional(rack);
  }
};

/// By which door a client came in: what it is told of others depends on it.
struct Entrance {
  std::string listener = "PLAINTEXT";  ///< Its name.
  std::string host;                    ///< The address of ours that it connected to.
};

/// A broker that runs, as the clients of one entrance reach it.
struct ReachableBroker {
  std::int32_t node_id = -1;
  Endpoint endpoint;
  std::optional<std::string> rack;
};

/// A value. There is always at least one broker, and at least one listener.
class Cluster {
 public:
  /// As many as `config.brokers`, from `config.node_id` on, all of them running.
  explicit Cluster(const Config& config);

  /// Replaces the listeners. REQUIRES: at least one; every node id is one of the cluster's.
  void advertise(std::vector<Listener> listeners);

  /// Ascending by id.
  const std::vector<ClusterNode>& nodes() const { return nodes_; }
  std::vector<std::int32_t> ids() const;
  /// Null when there is no such broker.
  const ClusterNode* find(std::int32_t id) const;
  bool is_running(std::int32_t id) const;
  /// Ascending; of those that run.
  std::vector<std::int32_t> running() const;
  /// REQUIRES: there is such a broker.
  void set_running(std::int32_t id, bool is_running);

  /// The broker that is told to be the controller: the first that runs; -1 if none does. In KRaft
  /// any broker forwards to the controllers, and Kafka names a random one that is alive
  /// (KRaftMetadataCache.getControllerId).
  std::int32_t controller() const;

  const std::vector<Listener>& listeners() const { return listeners_; }
  /// By its place among the host's listeners; places that nothing was told of count as the first.
  const Listener& listener(std::size_t place) const;

  /// Nothing when there is no such broker, it does not run, or it has no listener of that name.
  /// Source: BrokerRegistration.node, MetadataCache.getAliveBrokerNode.
  std::optional<ReachableBroker> reach(std::int32_t id, const Entrance& entrance) const;
  /// All of them, ascending by id.
  std::vector<ReachableBroker> reachable(const Entrance& entrance) const;

 private:
  friend struct DigestOf<Cluster>;
  std::vector<ClusterNode> nodes_;
  std::vector<Listener> listeners_;
};

}  // namespace cohort::broker
