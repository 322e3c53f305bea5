// LastPoll: what the last async_poll() of a consumer took, until it is known to have arrived.
#pragma once

#include "consumer/consumer_node.hpp"
#include <cohort/client/facade/async_consumer.hpp>
#include <cohort/client/topic_partition.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>

namespace cohort::client {

/// A poll that is canceled may have taken what its handler then does not get. Then it is as if it
/// had not: the records come again, and are not committed before, and so does the rebalance. All
/// but discard() belongs to the turns of the node.
class AsyncConsumer::LastPoll {
 public:
  /// The next begins: whoever polls again has dealt with what the last one told, if that arrived.
  void begin_next(ConsumerNode& node, Instant now);
  /// What was just taken.
  void took(const ConsumerNode& node, const PollResult& result);
  /// Nobody got it.
  void discard() { is_discarded_ = true; }
  /// Before the next call that builds on it: if nobody got the records, the positions go back.
  void put_back(ConsumerNode& node, Instant now);

  /// The rebalance that is still to be told, unless the group was left since.
  bool has_rebalance(const ConsumerNode& node) const {
    return rebalance_is_due_ && node.is_call_under_way();
  }
  /// REQUIRES: has_rebalance().
  PollResult take_rebalance(ConsumerNode& node);

 private:
  struct Passed {
    std::int64_t first = 0;
    std::optional<Position> behind{};
  };

  std::atomic<bool> is_discarded_ = false;
  std::map<TopicPartition, Passed> records_;
  PollResult rebalance_;  ///< Without records.
  bool rebalance_is_due_ = false;
};

}  // namespace cohort::client
