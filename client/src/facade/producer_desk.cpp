#include "facade/producer_desk.hpp"

#include "misuse.hpp"
#include "producer/transaction_operations.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace cohort::client {

namespace {

ProducerNode& producer_node(Node& node) { return static_cast<ProducerNode&>(node); }

std::string milliseconds_text(Duration duration) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(duration).count()) + " ms";
}

}  // namespace

Producer::Desk::Desk(const ProducerConfig& config, Runtime* runtime, ProducerOptions options)
    : config_(config), keeps_deliveries_(options.keeps_deliveries) {
  check(config);
  if (runtime == nullptr) {
    own_runtime_ = std::make_unique<SocketRuntime>();
    runtime = own_runtime_.get();
  }
  const Partitioner partitioner{.kind = config.partitioner,
                                .custom = std::move(options.partitioner)};
  driver_ = runtime->run(std::make_unique<ProducerNode>(config, partitioner));
}

void Producer::Desk::turn(const NodeWork& work) {
  driver_->turn([&](Node& node, Instant now) {
    outbox_.hand_over(producer_node(node), now);
    work(producer_node(node), now);
  });
}

bool Producer::Desk::run_until(const NodeCondition& holds, Instant deadline) {
  return driver_->run_until(
      [&](Node& node, Instant) {
        const ProducerNode& producer = producer_node(node);
        return producer.fatal_failure().has_value() || holds(producer);
      },
      deadline);
}

Instant Producer::Desk::deadline_after(Duration timeout) {
  return driver_->now() + std::max(timeout, Duration::zero());
}

void Producer::Desk::give_up(const std::string& what, Duration timeout) {
  std::string waited_for;
  turn([&](ProducerNode& node, Instant) {
    waited_for = node.describe_unfinished() + "; " + node.describe_connections();
  });
  throw TimedOut({.kind = FailureKind::timed_out,
                  .message = what + " timed out after " + milliseconds_text(timeout) +
                             ": waited for " + waited_for});
}

void Producer::Desk::check_open() const {
  if (!is_closed_) return;
  throw Error({.kind = FailureKind::closed, .message = "the producer was closed"});
}

void Producer::Desk::await_partition(const std::string& topic, std::int32_t partition,
                                     Instant deadline) {
  const auto known = partition_counts_.find(topic);
  if (known != partition_counts_.end() && partition < known->second) return;
  const auto has_partition = [&](const ProducerNode& node) {
    return node.partition_count(topic).value_or(0) > partition;
  };
  std::optional<Failure> failure;
  std::int32_t count = 0;
  std::string waited_for;
  const auto look = [&](ProducerNode& node, Instant) {
    failure = node.fatal_failure();
    if (!failure) failure = node.topic_failure(topic);
    count = node.partition_count(topic).value_or(0);
    waited_for = node.describe_topic(topic) + "; " + node.describe_connections();
  };
  turn([&](ProducerNode& node, Instant now) { node.want_partition({topic, partition}, now); });
  run_until(
      [&](const ProducerNode& node) {
        return has_partition(node) || node.topic_failure(topic).has_value();
      },
      deadline);
  turn(look);
  if (count <= partition) {
    turn([&](ProducerNode& node, Instant) { node.give_up_topic(topic); });
  }
  if (failure) std::rethrow_exception(to_exception(*failure));
  if (count > partition) {
    partition_counts_.insert_or_assign(topic, count);
    return;
  }
  const std::string wanted = partition == 0
                                 ? "topic " + topic
                                 : "partition " + to_string(TopicPartition{topic, partition});
  throw TimedOut({.kind = FailureKind::timed_out,
                  .message = wanted + " was not found within " +
                             milliseconds_text(config_.max_block) + ": waited for " + waited_for});
}

void Producer::Desk::await_room(const ProducerRecord& record, std::size_t size, Instant deadline) {
  const auto most = static_cast<std::size_t>(
      std::min<std::int64_t>(config_.max_request_size, config_.buffer_memory));
  if (size > most) {
    const bool is_request = config_.max_request_size <= config_.buffer_memory;
    throw Error({.kind = FailureKind::refused,
                 .code = ErrorCode::message_too_large,
                 .message = "a record of topic " + record.topic + " takes " + std::to_string(size) +
                            " bytes, " + (is_request ? "max.request.size" : "buffer.memory") +
                            " is " + std::to_string(most)});
  }
  const auto memory = static_cast<std::size_t>(config_.buffer_memory);
  if (outbox_.used_bytes() + size <= memory) return;
  // Who waits for room lets nothing linger (BufferPool.queued, in RecordAccumulator.ready).
  turn([](ProducerNode& node, Instant now) { node.flush(now); });
  run_until([&](const ProducerNode& node) { return node.used_bytes() + size <= memory; }, deadline);
  std::optional<Failure> failure;
  bool has_room = false;
  std::string waited_for;
  turn([&](ProducerNode& node, Instant) {
    failure = node.fatal_failure();
    has_room = node.used_bytes() + size <= memory;
    if (!has_room) waited_for = node.describe_unfinished() + "; " + node.describe_connections();
  });
  if (failure) std::rethrow_exception(to_exception(*failure));
  if (has_room) return;
  throw Error({.kind = FailureKind::buffer_full,
               .message = "no room in buffer.memory within " +
                          milliseconds_text(config_.max_block) + ": waited for " + waited_for});
}

void Producer::Desk::make_room(const ProducerRecord& record, std::size_t size) {
  try {
    const Instant deadline = deadline_after(config_.max_block);
    await_partition(record.topic, record.partition.value_or(0), deadline);
    await_room(record, size, deadline);
  } catch (const Error& error) {
    turn([&](ProducerNode& node, Instant) { node.lose_record(error.failure()); });
    throw;
  }
}

DeliveryId Producer::Desk::put(ProducerRecord record, bool is_reported) {
  check_open();
  check_record(record);
  if (transaction_failure_) std::rethrow_exception(to_exception(*transaction_failure_));
  if (config_.transactional_id && !is_in_transaction_) {
    throw std::logic_error("send: no transaction is open; begin_transaction() opens one");
  }
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  const auto known = partition_counts_.find(record.topic);
  const bool is_known =
      known != partition_counts_.end() && record.partition.value_or(0) < known->second;
  const auto memory = static_cast<std::size_t>(config_.buffer_memory);
  const bool is_small = size <= static_cast<std::size_t>(config_.max_request_size);
  if (!is_known || !is_small || outbox_.used_bytes() + size > memory) {
    make_room(record, size);
  }
  const DeliveryId id{++last_id_};
  const bool is_first =
      outbox_.put({.id = id, .is_reported = is_reported, .record = std::move(record)}, size);
  if (is_first) {
    driver_->post([this](Node& node, Instant now) { outbox_.hand_over(producer_node(node), now); });
  }
  return id;
}

DeliveryId Producer::Desk::send(ProducerRecord record, Callback on_delivery) {
  const bool is_reported = keeps_deliveries_ || static_cast<bool>(on_delivery);
  const DeliveryId id = put(std::move(record), is_reported);
  // Deliveries come to this thread only, and later.
  if (on_delivery) callbacks_.emplace(id, std::move(on_delivery));
  return id;
}

Delivery Producer::Desk::deliver(ProducerRecord record) {
  const DeliveryId id = put(std::move(record), true);
  // Shared: what another callback throws ends this call before its own.
  const auto delivery = std::make_shared<std::optional<Delivery>>();
  callbacks_.emplace(id, [delivery](const Delivery& told) { *delivery = told; });
  turn([](ProducerNode& node, Instant now) { node.flush(now); });
  // The node lets it fail by then.
  const Instant deadline = deadline_after(config_.delivery_timeout) + milliseconds(1);
  while (!*delivery) {
    const bool has_some = driver_->run_until(
        [](Node& node, Instant) { return producer_node(node).has_deliveries(); }, deadline);
    fetch_deliveries();
    hand_out_deliveries();
    if (*delivery || has_some) continue;
    callbacks_.erase(id);
    give_up("deliver", config_.delivery_timeout);
  }
  if (!(*delivery)->failure) return **delivery;
  // What it means for the transaction is what its caller has to know.
  Failure failure = *(*delivery)->failure;
  turn(
      [&](ProducerNode& node, Instant) { failure = node.transaction_failure().value_or(failure); });
  std::rethrow_exception(to_exception(failure));
}

void Producer::Desk::flush(Duration timeout) {
  check_open();
  const Instant deadline = deadline_after(timeout);
  turn([](ProducerNode& node, Instant now) { node.flush(now); });
  const bool is_done = driver_->run_until(
      [](Node& node, Instant) { return producer_node(node).unfinished_records() == 0; }, deadline);
  fetch_deliveries();
  hand_out_deliveries();
  if (!is_done) give_up("flush", timeout);
}

std::size_t Producer::Desk::poll(Duration timeout) {
  fetch_deliveries();
  if (arrived_.empty() && timeout > Duration::zero() && !is_closed_) {
    driver_->run_until([](Node& node, Instant) { return producer_node(node).has_deliveries(); },
                       deadline_after(timeout));
    fetch_deliveries();
  }
  return hand_out_deliveries();
}

void Producer::Desk::fetch_deliveries() {
  std::vector<Delivery> taken;
  turn([&](ProducerNode& node, Instant) { taken = node.take_deliveries(); });
  arrived_.insert(arrived_.end(), std::make_move_iterator(taken.begin()),
                  std::make_move_iterator(taken.end()));
}

std::size_t Producer::Desk::hand_out_deliveries() {
  std::size_t count = 0;
  while (!arrived_.empty()) {
    Delivery delivery = std::move(arrived_.front());
    arrived_.pop_front();
    ++count;
    const auto called = callbacks_.extract(delivery.id);
    if (!called.empty()) {
      called.mapped()(delivery);
    } else if (keeps_deliveries_) {
      kept_.push_back(std::move(delivery));
    }
  }
  return count;
}

std::vector<Delivery> Producer::Desk::take_deliveries() {
  if (!is_closed_) fetch_deliveries();
  hand_out_deliveries();
  return std::exchange(kept_, {});
}

std::vector<PartitionDescription> Producer::Desk::partitions_for(const std::string& topic) {
  check_open();
  check_topic("partitions_for", topic);
  await_partition(topic, 0, deadline_after(config_.max_block));
  std::vector<PartitionDescription> partitions;
  turn([&](ProducerNode& node, Instant) { partitions = node.describe_partitions(topic); });
  return partitions;
}

std::size_t Producer::Desk::unfinished() {
  std::size_t count = 0;
  turn([&](ProducerNode& node, Instant) { count = node.unfinished_records(); });
  return count;
}

void Producer::Desk::init_transactions() { run(operations::end(TransactionCall::init)); }

void Producer::Desk::begin_transaction() {
  check_open();
  turn([](ProducerNode& node, Instant) { node.begin_transaction(); });
  is_in_transaction_ = true;
  transaction_failure_.reset();
}

void Producer::Desk::send_offsets(OffsetsToCommit offsets, GroupMembership membership) {
  run(operations::send_offsets(std::move(offsets), std::move(membership)));
}

void Producer::Desk::end_transaction(TransactionCall call) { run(operations::end(call)); }

void Producer::Desk::run(Operation<ProducerNode, operations::TransactionToken, void> operation) {
  check_open();
  // The node has to have all records before.
  turn([](ProducerNode&, Instant) {});
  const auto look = [&](ProducerNode& node, Instant) {
    is_in_transaction_ = node.has_open_transaction();
    transaction_failure_ = node.transaction_failure();
  };
  Outcome<void> outcome = boost::system::in_place_value;
  try {
    outcome = call(*driver_, std::move(operation), config_.max_block);
  } catch (...) {
    turn(look);
    throw;
  }
  turn(look);
  fetch_deliveries();
  hand_out_deliveries();
  if (!outcome) std::rethrow_exception(to_exception(outcome.error()));
}

void Producer::Desk::end_open_transaction(Instant deadline) {
  const auto has_ended = [](const ProducerNode& node) { return !node.is_ending_transaction(); };
  // A commit whose end nobody waited for may leave something to abort.
  run_until(has_ended, deadline);
  turn([](ProducerNode& node, Instant now) {
    if (node.has_open_transaction()) node.start(TransactionCall::abort, now);
  });
  run_until(has_ended, deadline);
}

void Producer::Desk::close(Duration timeout) {
  if (is_closed_) return;
  const Instant deadline = deadline_after(timeout);
  turn([](ProducerNode& node, Instant now) { node.flush(now); });
  driver_->run_until(
      [](Node& node, Instant) { return producer_node(node).unfinished_records() == 0; }, deadline);
  end_open_transaction(deadline);
  turn([](ProducerNode& node, Instant now) { node.close(now); });
  is_closed_ = true;
  fetch_deliveries();
  hand_out_deliveries();
}

}  // namespace cohort::client
