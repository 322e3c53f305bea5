// NetworkPlayer: cases against a broker at an address, in real time.
#pragma once

#include "conformance/suite/player.hpp"
#include "conformance/suite/run_names.hpp"
#include "conformance/suite/tested_broker.hpp"

namespace cohort::conform {

class NetworkPlayer final : public Player {
 public:
  /// REQUIRES: both outlive it.
  NetworkPlayer(const TestedBroker& broker, RunNames& names) : broker_(broker), names_(names) {}

  Verdict play(const Case& played) override;

 private:
  const TestedBroker& broker_;
  RunNames& names_;
};

}  // namespace cohort::conform
