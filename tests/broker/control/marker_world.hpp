// MarkerWorld: a broker with rules for the markers of its transactions, and a producer.
#pragma once

#include "broker/control/transactional_producer.hpp"

namespace cohort::broker {

using std::chrono::seconds;

using MarkerAction = decltype(FaultRule::action);

class MarkerWorld : public ControlWorld {
 protected:
  explicit MarkerWorld(std::int32_t brokers = 1) : ControlWorld(control_options(brokers)) {}

  RuleId rule_for_markers(MarkerAction action, std::optional<std::uint64_t> times = std::nullopt) {
    return control().add_rule(
        {.match = {.api = ApiKey::write_txn_markers}, .times = times, .action = action});
  }
  RuleId rule_for_partition(std::int32_t index, MarkerAction action) {
    return control().add_rule(
        {.match = {.api = ApiKey::write_txn_markers, .topic = "t", .partition = index},
         .action = action});
  }
  TransactionView view() { return control().transaction("x").value(); }
  std::int64_t end_of(std::int32_t index) { return partition(index).end_offset; }
  bool is_held_back(std::int32_t index) {
    return partition(index).last_stable_offset < partition(index).end_offset;
  }
  void release_first() {
    control().release(control().held().at(0).number);
    broker.settle();
  }

  TransactionalProducer producer{broker, "x"};
};

}  // namespace cohort::broker
