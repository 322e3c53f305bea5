// The waiting face of a consumer.
#include "consumer/consumer_machine.hpp"
#include "consumer/consumer_operations.hpp"
#include "misuse.hpp"
#include <cohort/client/consumer.hpp>

#include <exception>
#include <utility>

namespace cohort::client {

namespace {

std::map<TopicPartition, std::int64_t> all_at(const PartitionSet& partitions,
                                              std::int64_t timestamp) {
  std::map<TopicPartition, std::int64_t> timestamps;
  for (const TopicPartition& partition : partitions) timestamps.emplace(partition, timestamp);
  return timestamps;
}

}  // namespace

Consumer::Consumer(const ConsumerConfig& config, Runtime& runtime, Assignors assignors)
    : machine_(std::make_shared<Machine>(config, runtime, std::move(assignors))) {}

Consumer::~Consumer() {
  if (machine_) machine_->abandon();
}

Consumer::Consumer(Consumer&&) noexcept = default;

Consumer& Consumer::operator=(Consumer&& other) noexcept {
  if (this == &other) return *this;
  if (machine_) machine_->abandon();
  machine_ = std::move(other.machine_);
  return *this;
}

// A listener or a callback may destroy the consumer: the calls that run them keep its machine.

void Consumer::subscribe(const std::set<std::string>& topics, RebalanceListener listener) {
  if (topics.empty()) return unsubscribe();
  for (const std::string& topic : topics) check_topic("subscribe", topic);
  machine_->end_assignment(*this);
  machine_->set_listener(std::move(listener));
  machine_->turn([&](ConsumerNode& node, Instant now) { node.subscribe(topics, now); });
}

void Consumer::subscribe_pattern(const std::string& regex, RebalanceListener listener) {
  const TopicPattern pattern(regex, config().exclude_internal_topics);
  machine_->end_assignment(*this);
  machine_->set_listener(std::move(listener));
  machine_->turn([&](ConsumerNode& node, Instant now) { node.subscribe(pattern, now); });
}

void Consumer::unsubscribe() {
  const std::shared_ptr<Machine> machine = machine_;
  machine->leave(*this, {.reason = "the consumer unsubscribed from all topics"},
                 machine->config().client.default_api_timeout);
}

void Consumer::assign(const PartitionSet& partitions) {
  check_partitions("assign", partitions);
  const std::shared_ptr<Machine> machine = machine_;
  machine->end_subscription(*this);
  machine->turn([&](ConsumerNode& node, Instant now) { node.assign(partitions, now); });
}

PartitionSet Consumer::assignment() const {
  return machine_->look([](const ConsumerNode& node) { return node.positions().assigned(); });
}

std::set<std::string> Consumer::subscription() const {
  return machine_->look([](const ConsumerNode& node) { return node.subscription(); });
}

std::vector<ConsumerRecord> Consumer::poll(Duration timeout) {
  const std::shared_ptr<Machine> machine = machine_;
  return machine->poll(*this, timeout);
}

void Consumer::seek(const TopicPartition& partition, std::int64_t offset) {
  check_offset("seek", offset);
  machine_->turn([&](ConsumerNode& node, Instant now) {
    node.seek(partition, Position{.offset = offset}, now);
  });
}

void Consumer::seek_to_beginning(const PartitionSet& partitions) {
  machine_->turn([&](ConsumerNode& node, Instant now) {
    node.seek(partitions, Sought{.kind = SoughtKind::beginning}, now);
  });
}

void Consumer::seek_to_end(const PartitionSet& partitions) {
  machine_->turn([&](ConsumerNode& node, Instant now) {
    node.seek(partitions, Sought{.kind = SoughtKind::end}, now);
  });
}

void Consumer::seek_to_time(const PartitionSet& partitions, Instant time) {
  check_time("seek_to_time", time);
  machine_->turn([&](ConsumerNode& node, Instant now) {
    node.seek(partitions, Sought{.kind = SoughtKind::timestamp, .timestamp_ms = time.unix_ms()},
              now);
  });
}

void Consumer::pause(const PartitionSet& partitions) {
  machine_->turn([&](ConsumerNode& node, Instant now) { node.pause(partitions, now); });
}

void Consumer::resume(const PartitionSet& partitions) {
  machine_->turn([&](ConsumerNode& node, Instant now) { node.resume(partitions, now); });
}

PartitionSet Consumer::paused() const {
  return machine_->look([](const ConsumerNode& node) { return node.positions().paused(); });
}

std::int64_t Consumer::position(const TopicPartition& partition, std::optional<Duration> timeout) {
  return machine_->wait(operations::position(partition), timeout);
}

std::optional<std::int64_t> Consumer::current_lag(const TopicPartition& partition) const {
  return machine_->look([&](const ConsumerNode& node) {
    return node.positions().lag(partition, node.config().isolation_level);
  });
}

void Consumer::commit(std::optional<Duration> timeout) {
  const std::shared_ptr<Machine> machine = machine_;
  machine->commit(std::nullopt, timeout);
}

void Consumer::commit(const ConsumerRecord& record, std::optional<Duration> timeout) {
  check_record_offset("commit", record.offset);
  commit(OffsetsToCommit{{TopicPartition{record.topic, record.partition},
                          CommittedOffset{.offset = record.offset + 1,
                                          .leader_epoch = record.leader_epoch}}},
         timeout);
}

void Consumer::commit(const OffsetsToCommit& offsets, std::optional<Duration> timeout) {
  check_offsets("commit", offsets);
  const std::shared_ptr<Machine> machine = machine_;
  machine->commit(offsets, timeout);
}

void Consumer::commit_async(CommitCallback callback) {
  machine_->commit_async(std::nullopt, std::move(callback));
}

void Consumer::commit_async(const OffsetsToCommit& offsets, CommitCallback callback) {
  check_offsets("commit_async", offsets);
  machine_->commit_async(offsets, std::move(callback));
}

CommittedOffsets Consumer::committed(const PartitionSet& partitions,
                                     std::optional<Duration> timeout) {
  machine_->require_group("committed");
  check_partitions("committed", partitions);
  return machine_->wait(operations::committed(partitions), timeout);
}

std::map<TopicPartition, OffsetAndTimestamp> Consumer::offsets_for_times(
    const std::map<TopicPartition, Instant>& times, std::optional<Duration> timeout) {
  std::map<TopicPartition, std::int64_t> timestamps;
  for (const auto& [partition, time] : times) {
    check_partitions("offsets_for_times", {partition});
    check_time("offsets_for_times", time);
    timestamps.emplace(partition, time.unix_ms());
  }
  return operations::found_by_time(
      machine_->wait(operations::find_offsets(std::move(timestamps)), timeout));
}

std::map<TopicPartition, std::int64_t> Consumer::beginning_offsets(
    const PartitionSet& partitions, std::optional<Duration> timeout) {
  check_partitions("beginning_offsets", partitions);
  return machine_->ends(all_at(partitions, earliest_timestamp), timeout);
}

std::map<TopicPartition, std::int64_t> Consumer::end_offsets(const PartitionSet& partitions,
                                                             std::optional<Duration> timeout) {
  check_partitions("end_offsets", partitions);
  return machine_->ends(all_at(partitions, latest_timestamp), timeout);
}

PartitionSet Consumer::partitions_for(const std::string& topic, std::optional<Duration> timeout) {
  check_topic("partitions_for", topic);
  return machine_->wait(operations::partitions_for(topic), timeout);
}

GroupMembership Consumer::membership() const {
  return machine_->look([](const ConsumerNode& node) { return node.group_membership(); });
}

void Consumer::enforce_rebalance(const std::string& reason) {
  machine_->require_group("enforce_rebalance");
  machine_->turn([&](ConsumerNode& node, Instant now) { node.enforce_rebalance(reason, now); });
}

void Consumer::wakeup() {
  machine_->turn_anyway([](ConsumerNode& node, Instant) { node.wake_up(); });
}

void Consumer::close(std::optional<Duration> timeout, Leaving leaving) {
  const std::shared_ptr<Machine> machine = machine_;
  machine->close(*this, machine->or_default(timeout), leaving);
}

const ConsumerConfig& Consumer::config() const { return machine_->config(); }

Instant Consumer::now() const { return machine_->runtime().now(); }

Runtime& Consumer::runtime() const { return machine_->runtime(); }

std::string Consumer::describe() const {
  const Instant now = this->now();
  return machine_->look([now](const ConsumerNode& node) { return node.describe(now); });
}

}  // namespace cohort::client
