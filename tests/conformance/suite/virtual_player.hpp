// VirtualPlayer: each case against a Cohort of its own, in virtual time.
#pragma once

#include "conformance/suite/player.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/broker/control.hpp>
#include <cohort/broker/release.hpp>
#include <cohort/sim/faults.hpp>

#include <functional>
#include <string>

namespace cohort::conform {

/// Of a case's broker and network.
struct VirtualConditions {
  sim::Faults faults{};
  broker::Release release = broker::Release::kafka_3_9;
  /// Called before the case, when the broker has told what it is; adds fault rules, say.
  std::function<void(broker::Control&)> prepare{};
};

struct VirtualPlay {
  Verdict verdict;
  std::string digest;  ///< Of everything that went over the simulated network.
};

/// The properties that the cases were recorded with, and those that this one needs. Throws
/// std::invalid_argument for one that Cohort has not.
broker::Config config_for(const Case& played);

VirtualPlay play_in_virtual_time(const Case& played, const VirtualConditions& conditions = {});

class VirtualPlayer final : public Player {
 public:
  explicit VirtualPlayer(VirtualConditions conditions = {}) : conditions_(std::move(conditions)) {}

  Verdict play(const Case& played) override {
    return play_in_virtual_time(played, conditions_).verdict;
  }

 private:
  VirtualConditions conditions_;
};

}  // namespace cohort::conform
