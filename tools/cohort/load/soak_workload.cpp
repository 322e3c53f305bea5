#include "load/soak_run.hpp"
#include "load/workload.hpp"

namespace cohort::load {

namespace {

class SoakWorkload final : public LoadWorkload {
 public:
  explicit SoakWorkload(LoadStage& stage) : stage_(stage) {}

  Round run(const RoundLimits& limits) override {
    const std::string topic = stage_.make_topic();
    Round round = SoakRun(stage_, topic).run(limits.time.value_or(Clock::duration::max()));
    stage_.drop_topic(topic);
    return round;
  }

 private:
  LoadStage& stage_;
};

}  // namespace

std::unique_ptr<LoadWorkload> soak_workload(LoadStage& stage) {
  return std::make_unique<SoakWorkload>(stage);
}

}  // namespace cohort::load
