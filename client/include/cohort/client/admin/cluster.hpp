// ClusterDescription: the brokers of a cluster, and who controls it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct BrokerDescription {
  std::int32_t node_id = -1;
  std::string host;
  std::uint16_t port = 0;
  std::optional<std::string> rack{};
  bool operator==(const BrokerDescription&) const = default;
};

struct ClusterDescription {
  std::string cluster_id;
  std::int32_t controller = -1;  ///< A node id; -1: nobody now.
  std::vector<BrokerDescription> brokers{};
  bool operator==(const ClusterDescription&) const = default;
};

}  // namespace cohort::client
