#include "facade/last_poll.hpp"

namespace cohort::client {

void AsyncConsumer::LastPoll::begin_next(ConsumerNode& node, Instant now) {
  put_back(node, now);
  records_.clear();
  if (has_rebalance(node)) return;
  rebalance_ = {};
  rebalance_is_due_ = false;
  if (node.is_call_under_way()) node.finish_call(now);
}

void AsyncConsumer::LastPoll::took(const ConsumerNode& node, const PollResult& result) {
  records_.clear();
  rebalance_ = {.rebalance = result.rebalance, .partitions = result.partitions};
  for (const ConsumerRecord& record : result.records) {
    const TopicPartition partition{record.topic, record.partition};
    records_.try_emplace(
        partition, Passed{.first = record.offset, .behind = node.positions().position(partition)});
  }
}

void AsyncConsumer::LastPoll::put_back(ConsumerNode& node, Instant now) {
  if (!is_discarded_.exchange(false)) return;
  for (const auto& [partition, passed] : records_) {
    const std::optional<Position> position = node.positions().position(partition);
    if (!position || position != passed.behind) continue;  // Taken away, or sought elsewhere.
    node.seek(partition, Position{.offset = passed.first}, now);
  }
  records_.clear();
  rebalance_is_due_ = rebalance_.rebalance != RebalanceNews::none;
}

PollResult AsyncConsumer::LastPoll::take_rebalance(ConsumerNode& node) {
  node.end_poll();
  rebalance_is_due_ = false;
  return rebalance_;
}

}  // namespace cohort::client
