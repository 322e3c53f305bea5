#include "load/bulk_sending.hpp"
#include "load/workload.hpp"

namespace cohort::load {

namespace {

class ProduceWorkload final : public LoadWorkload {
 public:
  explicit ProduceWorkload(LoadStage& stage) : stage_(stage) {}

  Round run(const RoundLimits& limits) override {
    const std::string topic = stage_.make_topic();
    Round round;
    {
      BulkSending sending(stage_, topic);
      const Expense expense(stage_);
      sending.run(limits);
      const Throughput throughput = sending.throughput();
      add_throughput(round, throughput);
      expense.add_to(round, static_cast<double>(throughput.bytes));
      round.add("delivery", sending.delivery_times());
      round.add("failed_records", static_cast<double>(sending.failed()));
      round.failures = sending.failures();
    }
    round.is_stopped = stage_.is_stopped();
    stage_.drop_topic(topic);
    return round;
  }

 private:
  LoadStage& stage_;
};

}  // namespace

std::unique_ptr<LoadWorkload> produce_workload(LoadStage& stage) {
  return std::make_unique<ProduceWorkload>(stage);
}

}  // namespace cohort::load
