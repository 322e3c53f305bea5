#include "consumer/assignors_of.hpp"
#include "consumer/consumer_operations.hpp"
#include "facade/last_poll.hpp"
#include "misuse.hpp"
#include <cohort/client/facade/async_consumer.hpp>

#include <stdexcept>
#include <utility>

namespace cohort::client {

namespace {

ConsumerNode& consumer_node(Node& node) { return static_cast<ConsumerNode&>(node); }

RebalanceNews news_of(RebalanceCallKind kind) {
  switch (kind) {
    case RebalanceCallKind::assigned:
      return RebalanceNews::assigned;
    case RebalanceCallKind::revoked:
      return RebalanceNews::revoked;
    case RebalanceCallKind::lost:
      break;
  }
  return RebalanceNews::lost;
}

/// The same operation with another value made of what it gives.
template <class To, class Token, class From, class Change>
operations::Of<Token, To> changed(operations::Of<Token, From> operation, Change change) {
  return {.start = std::move(operation.start),
          .is_done = std::move(operation.is_done),
          .take = [take = std::move(operation.take), change = std::move(change)](
                      ConsumerNode& node, const Token& token, Instant now) -> Outcome<To> {
            Outcome<From> outcome = take(node, token, now);
            if (!outcome) return outcome.error();
            return change(std::move(*outcome));
          },
          .abandon = std::move(operation.abandon),
          .describe = std::move(operation.describe)};
}

/// Begins the rebalance that a poll found.
Outcome<PollResult> taken(ConsumerNode& node, Outcome<operations::Polled> polled, Instant now) {
  if (!polled) return polled.error();
  if (polled->news != PollNews::call) return PollResult{.records = std::move(polled->records)};
  const RebalanceCall call = node.begin_call(now);
  return PollResult{.rebalance = news_of(call.kind), .partitions = call.partitions};
}

}  // namespace

AsyncConsumer::AsyncConsumer(const boost::asio::any_io_executor& executor,
                             const ConsumerConfig& config, Assignors assignors)
    : config_(config), executor_(executor), last_poll_(std::make_shared<LastPoll>()) {
  check(config_);
  driver_ = std::make_unique<AsyncDriver>(
      std::make_unique<ConsumerNode>(config_, assignors_of(config_, std::move(assignors))));
}

AsyncConsumer::~AsyncConsumer() {
  const auto leave = [](Node& node, Instant now) {
    consumer_node(node).leave_unheard({.reason = "the consumer is gone", .is_for_good = true}, now);
  };
  const auto has_left = [](Node& node, Instant) { return consumer_node(node).has_left(); };
  constexpr Duration patience = std::chrono::seconds(1);
  const Instant deadline = driver_->now() + patience;
  if (driver_->is_own_thread()) {
    // A handler that runs there can't wait: the driver stays until the group is left.
    AsyncDriver& driver = *driver_;
    driver.post(leave);
    driver.wait(has_left, deadline, [left = driver_.release()](const Waited&) {
      AsyncDriver::retire(std::unique_ptr<AsyncDriver>(left));
    });
    return;
  }
  try {
    driver_->turn(leave);
    driver_->run_until(has_left, deadline);
  } catch (...) {  // NOLINT(bugprone-empty-catch): a destructor has nobody to tell.
  }
}

void AsyncConsumer::subscribe(const std::set<std::string>& topics) {
  if (topics.empty()) {
    throw std::invalid_argument("subscribe: no topics; async_leave() ends a subscription");
  }
  for (const std::string& topic : topics) check_topic("subscribe", topic);
  require_group("subscribe", config_);
  driver_->turn([&](Node& node, Instant now) { consumer_node(node).subscribe(topics, now); });
}

void AsyncConsumer::subscribe_pattern(const std::string& regex) {
  const TopicPattern pattern(regex, config_.exclude_internal_topics);
  require_group("subscribe", config_);
  driver_->turn([&](Node& node, Instant now) { consumer_node(node).subscribe(pattern, now); });
}

void AsyncConsumer::assign(const PartitionSet& partitions) {
  check_partitions("assign", partitions);
  driver_->turn([&](Node& node, Instant now) {
    ConsumerNode& consumer = consumer_node(node);
    if (!consumer.has_left()) {
      throw std::logic_error("assign: the consumer is subscribed; async_leave() comes first");
    }
    last_poll_->put_back(consumer, now);
    consumer.assign(partitions, now);
  });
}

PartitionSet AsyncConsumer::assignment() {
  PartitionSet assigned;
  driver_->turn(
      [&](Node& node, Instant) { assigned = consumer_node(node).positions().assigned(); });
  return assigned;
}

void AsyncConsumer::seek(const TopicPartition& partition, std::int64_t offset) {
  check_offset("seek", offset);
  driver_->turn([&](Node& node, Instant now) {
    consumer_node(node).seek(partition, Position{.offset = offset}, now);
  });
}

void AsyncConsumer::seek_to_beginning(const PartitionSet& partitions) {
  driver_->turn([&](Node& node, Instant now) {
    consumer_node(node).seek(partitions, Sought{.kind = SoughtKind::beginning}, now);
  });
}

void AsyncConsumer::seek_to_end(const PartitionSet& partitions) {
  driver_->turn([&](Node& node, Instant now) {
    consumer_node(node).seek(partitions, Sought{.kind = SoughtKind::end}, now);
  });
}

void AsyncConsumer::seek_to_time(const PartitionSet& partitions, Instant time) {
  check_time("seek_to_time", time);
  driver_->turn([&](Node& node, Instant now) {
    consumer_node(node).seek(
        partitions, Sought{.kind = SoughtKind::timestamp, .timestamp_ms = time.unix_ms()}, now);
  });
}

void AsyncConsumer::pause(const PartitionSet& partitions) {
  driver_->turn([&](Node& node, Instant now) { consumer_node(node).pause(partitions, now); });
}

void AsyncConsumer::resume(const PartitionSet& partitions) {
  driver_->turn([&](Node& node, Instant now) { consumer_node(node).resume(partitions, now); });
}

GroupMembership AsyncConsumer::membership() {
  GroupMembership membership;
  driver_->turn([&](Node& node, Instant) { membership = consumer_node(node).group_membership(); });
  return membership;
}

ErasedOperation<PollResult> AsyncConsumer::poll_operation() {
  operations::Of<operations::Begun, operations::Polled> poll = operations::poll();
  return erased(operations::Of<operations::Begun, PollResult>{
      .start =
          [start = poll.start, last = last_poll_](ConsumerNode& node, Instant now) {
            last->begin_next(node, now);
            return start(node, now);
          },
      .is_done =
          [is_done = poll.is_done, last = last_poll_](const ConsumerNode& node,
                                                      const operations::Begun& begun) {
            return last->has_rebalance(node) || is_done(node, begun);
          },
      .take = [take = poll.take, last = last_poll_](ConsumerNode& node,
                                                    const operations::Begun& begun,
                                                    Instant now) -> Outcome<PollResult> {
        Outcome<PollResult> result = last->has_rebalance(node)
                                         ? last->take_rebalance(node)
                                         : taken(node, take(node, begun, now), now);
        if (result) last->took(node, *result);
        return result;
      },
      .abandon = poll.abandon,
      .at_timeout = [] { return Outcome<PollResult>(PollResult()); },
      .discard = [last = last_poll_](const operations::Begun&) { last->discard(); }});
}

template <class Operation>
Operation AsyncConsumer::settled(Operation operation) const {
  operation.start = [start = std::move(operation.start), last = last_poll_](ConsumerNode& node,
                                                                            Instant now) {
    last->put_back(node, now);
    return start(node, now);
  };
  return operation;
}

ErasedOperation<void> AsyncConsumer::commit_operation(std::optional<OffsetsToCommit> offsets) {
  require_group("async_commit", config_);
  if (offsets) check_offsets("async_commit", *offsets);
  return erased(settled(operations::commit(std::move(offsets))));
}

ErasedOperation<CommittedOffsets> AsyncConsumer::committed_operation(PartitionSet partitions) {
  require_group("async_committed", config_);
  return erased(operations::committed(std::move(partitions)));
}

ErasedOperation<std::int64_t> AsyncConsumer::position_operation(TopicPartition partition) {
  return erased(settled(operations::position(std::move(partition))));
}

ErasedOperation<std::map<TopicPartition, std::int64_t>> AsyncConsumer::ends_operation(
    const PartitionSet& partitions, bool are_beginnings) {
  using Ends = std::map<TopicPartition, std::int64_t>;
  std::map<TopicPartition, std::int64_t> timestamps;
  for (const TopicPartition& partition : partitions) {
    timestamps.emplace(partition, are_beginnings ? earliest_timestamp : latest_timestamp);
  }
  return erased(changed<Ends>(operations::find_offsets(std::move(timestamps)),
                              [](const std::map<TopicPartition, FoundOffset>& found) {
                                Ends ends;
                                for (const auto& [partition, offset] : found) {
                                  ends.emplace(partition, offset.offset);
                                }
                                return ends;
                              }));
}

ErasedOperation<std::map<TopicPartition, OffsetAndTimestamp>> AsyncConsumer::times_operation(
    const std::map<TopicPartition, Instant>& times) {
  std::map<TopicPartition, std::int64_t> timestamps;
  for (const auto& [partition, time] : times) {
    check_time("async_offsets_for_times", time);
    timestamps.emplace(partition, time.unix_ms());
  }
  return erased(changed<std::map<TopicPartition, OffsetAndTimestamp>>(
      operations::find_offsets(std::move(timestamps)), operations::found_by_time));
}

ErasedOperation<void> AsyncConsumer::leave_operation() {
  return erased(operations::Of<operations::Begun, void>{
      .start =
          [](ConsumerNode& node, Instant now) {
            node.leave_unheard({.reason = "the consumer unsubscribed from all topics"}, now);
            return operations::Begun();
          },
      .is_done = [](const ConsumerNode& node, const operations::Begun&) { return node.has_left(); },
      .take = [](ConsumerNode&, const operations::Begun&, Instant) -> Outcome<void> {
        return boost::system::in_place_value;
      },
      .describe = [](const ConsumerNode& node,
                     const operations::Begun&) { return node.describe_waiting(); }});
}

}  // namespace cohort::client
