// ProbeClient: a client's node that does only what a test tells it, to look at what all clients
// share.
#pragma once

#include "session/client_node.hpp"
#include "session/coordinator_finder.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

class ProbeClient final : public ClientNode {
 public:
  explicit ProbeClient(const ClientNodeOptions& options) : ClientNode(options) {}

  using ClientNode::cache;
  using ClientNode::session;
  using ClientNode::settle;

  /// Runs in each drive().
  std::function<void(ProbeClient&, Instant, Alarms&)> on_drive{};
  std::optional<CoordinatorFinder> finder{};
  std::vector<Answered> answers{};
  std::vector<Lost> losses{};

  std::unique_ptr<Node> clone() const override { return std::make_unique<ProbeClient>(*this); }

 protected:
  void answered(const Answered& answer, Instant now) override {
    if (finder && finder->is_pending(answer.id)) {
      finder->answered(answer, session(), now, rng());
    } else {
      answers.push_back(answer);
    }
  }
  void lost(const Lost& loss, Instant now) override {
    if (finder && finder->is_pending(loss.id)) {
      finder->lost(loss, now, rng());
    } else {
      losses.push_back(loss);
    }
  }
  void drive(Instant now, Alarms& alarms) override {
    if (finder) finder->drive(session(), request_timeout(), now, alarms);
    if (on_drive) on_drive(*this, now, alarms);
  }
};

}  // namespace cohort::client
