// ProcessPlayer: cases against broker processes that it starts as the cases need them.
#pragma once

#include "conformance/suite/broker_process.hpp"
#include "conformance/suite/player.hpp"
#include "conformance/suite/run_names.hpp"
#include "conformance/suite/tested_broker.hpp"

#include <map>
#include <memory>
#include <string>

namespace cohort::conform {

/// A process serves one case after another, until one needs other properties, or does not pass:
/// what a case broke, or killed, is no other's fault.
class ProcessPlayer final : public Player {
 public:
  /// `declared` as for a broker that is there already. REQUIRES: `names` outlives it.
  ProcessPlayer(BrokerCommand command, std::map<std::string, std::string> declared, RunNames& names)
      : command_(std::move(command)), declared_(std::move(declared)), names_(names) {}

  Verdict play(const Case& played) override;

 private:
  /// Throws Failure, and std::runtime_error if none has started yet.
  void start(const std::map<std::string, std::string>& properties);

  BrokerCommand command_;
  std::map<std::string, std::string> declared_;
  RunNames& names_;
  std::unique_ptr<BrokerProcess> process_;
  std::map<std::string, std::string> properties_;  ///< Of the process.
  TestedBroker broker_;
  bool has_started_ = false;
  /// Why it does not start with these properties.
  std::map<std::map<std::string, std::string>, std::string> failed_;
};

}  // namespace cohort::conform
