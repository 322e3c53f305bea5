#include "load/latency_round.hpp"
#include "load/workload.hpp"

namespace cohort::load {

namespace {

class LatencyWorkload final : public LoadWorkload {
 public:
  explicit LatencyWorkload(LoadStage& stage) : stage_(stage) {}

  Round run(const RoundLimits& limits) override {
    const std::string topic = stage_.make_topic();
    Round round = LatencyRound(stage_, topic).run(limits);
    stage_.drop_topic(topic);
    return round;
  }

 private:
  LoadStage& stage_;
};

}  // namespace

std::unique_ptr<LoadWorkload> latency_workload(LoadStage& stage) {
  return std::make_unique<LatencyWorkload>(stage);
}

}  // namespace cohort::load
