#include "races/race_client.hpp"

#include <cohort/protocol/messages/find_coordinator.hpp>

namespace cohort::testing {

void RaceClient::reconnect() {
  const std::string connection = name_ + "/" + std::to_string(connections_.size() + 1);
  sim::Simulation& world = world_->broker.world();
  WireClient asking(world, connection + " asks for the coordinator");
  const auto found =
      asking.ask<FindCoordinatorResponse>(FindCoordinatorRequest{.key = RaceWorld::group}, 3);
  const auto port = static_cast<std::uint16_t>(found.value().port);
  connections_.push_back({.wire = WireClient(world, connection, port, name_)});
}

void RaceClient::read() {
  for (Connection& connection : connections_) {
    while (!connection.unanswered.empty() && connection.unanswered.front()(connection.wire)) {
      connection.unanswered.pop_front();
    }
  }
}

}  // namespace cohort::testing
