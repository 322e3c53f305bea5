// LoadWorkload: one kind of load, which can be run several times.
#pragma once

#include "load/load_stage.hpp"

#include <memory>

namespace cohort::load {

class LoadWorkload {
 public:
  virtual ~LoadWorkload() = default;
  LoadWorkload(const LoadWorkload&) = delete;
  LoadWorkload& operator=(const LoadWorkload&) = delete;

  /// What went wrong is among the round's failures; thrown is what keeps it from being run at all.
  virtual Round run(const RoundLimits& limits) = 0;

 protected:
  LoadWorkload() = default;
};

// Each REQUIRES that the stage outlives it.

/// As fast as it goes.
std::unique_ptr<LoadWorkload> produce_workload(LoadStage& stage);
/// Fills a topic the first time; each round reads it from the beginning.
std::unique_ptr<LoadWorkload> consume_workload(LoadStage& stage);
/// An open loop: when a record is due does not depend on what became of those before.
std::unique_ptr<LoadWorkload> latency_workload(LoadStage& stage);
/// A group forms, one joins, one leaves, one dies.
std::unique_ptr<LoadWorkload> rebalance_workload(LoadStage& stage);
/// Sends and reads in a group that changes, and checks every record.
std::unique_ptr<LoadWorkload> soak_workload(LoadStage& stage);

}  // namespace cohort::load
