// What a producer's owner does with it, and what it waits for.
#include "producer/producer_node.hpp"

#include "session/client_options.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

BatchingOptions batching_options(const ProducerConfig& config, Partitioner partitioner) {
  return {.batch_size = static_cast<std::size_t>(config.batch_size),
          .compression = config.compression_type,
          .partitioner = std::move(partitioner)};
}

std::string counted_records(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " record" : " records");
}

std::size_t records_in(const PartitionQueue& queue) {
  std::size_t count = 0;
  for (const ProducerBatch& batch : queue.batches()) {
    count += static_cast<std::size_t>(batch.record_count());
  }
  return count;
}

}  // namespace

ProducerNode::ProducerNode(const ProducerConfig& config, Partitioner partitioner)
    : ClientNode(client_node_options(config.client, /*may_create_topics=*/true)),
      config_(config),
      accumulator_(batching_options(config, std::move(partitioner)), rng().fork("partitioner")),
      identity_(retry_backoff(config.client)) {
  if (!config.transactional_id) return;
  transactions_.emplace(TransactionOptions{.transactional_id = *config.transactional_id,
                                           .timeout = config.transaction_timeout,
                                           .retry = retry_backoff(config.client),
                                           .request_timeout = config.client.request_timeout});
}

void ProducerNode::want_partition(const TopicPartition& wanted, Instant now) {
  if (topics_.insert(wanted.topic).second) cache().want_topics(topics_);
  wanted_ = wanted;
  settle(now);
}

void ProducerNode::give_up_topic(const std::string& topic) {
  if (wanted_ && wanted_->topic == topic) wanted_.reset();
  const auto is_of_it = [&](QueueIndex index) {
    const PartitionQueue& queue = accumulator_.queue(index);
    return queue.where().topic == topic && !queue.empty();
  };
  const bool is_needed = metadata().find(topic) != nullptr || submissions_.has_topic(topic) ||
                         std::ranges::any_of(accumulator_.active(), is_of_it);
  if (!is_needed && topics_.erase(topic) > 0) cache().want_topics(topics_);
}

std::optional<std::int32_t> ProducerNode::partition_count(const std::string& topic) const {
  const TopicMetadata* known = metadata().find(topic);
  if (known == nullptr || known->partitions.empty()) return std::nullopt;
  return static_cast<std::int32_t>(known->partitions.size());
}

std::optional<Failure> ProducerNode::topic_failure(const std::string& topic) const {
  const TopicMetadata* known = metadata().find_with_error(topic);
  if (known == nullptr) return std::nullopt;
  const bool is_final = known->error == ErrorCode::invalid_topic_exception ||
                        known->error == ErrorCode::topic_authorization_failed;
  if (!is_final) return std::nullopt;
  return Failure{.kind = FailureKind::refused, .code = known->error, .message = "topic " + topic};
}

std::vector<PartitionDescription> ProducerNode::describe_partitions(
    const std::string& topic) const {
  std::vector<PartitionDescription> described;
  const TopicMetadata* known = metadata().find(topic);
  if (known == nullptr) return described;
  described.reserve(known->partitions.size());
  for (const PartitionMetadata& partition : known->partitions) {
    const auto replicas = known->replicas(partition);
    const auto in_sync = known->in_sync_replicas(partition);
    described.push_back({.partition = static_cast<std::int32_t>(described.size()),
                         .leader = partition.leader,
                         .leader_epoch = partition.leader_epoch,
                         .replicas = {replicas.begin(), replicas.end()},
                         .in_sync_replicas = {in_sync.begin(), in_sync.end()}});
  }
  return described;
}

std::string ProducerNode::describe_topic(const std::string& topic) const {
  std::string text = "metadata of topic " + topic;
  const TopicMetadata* known = metadata().find_with_error(topic);
  if (known == nullptr) return text;
  if (known->error != ErrorCode::none) {
    return text.append(" (").append(name(known->error)).append(")");
  }
  return text.append(" (it has ")
      .append(std::to_string(known->partitions.size()))
      .append(known->partitions.size() == 1 ? " partition)" : " partitions)");
}

void ProducerNode::send(std::vector<OutgoingRecord> records, Instant now) {
  bool is_news = false;
  for (OutgoingRecord& outgoing : records) {
    if (fatal_failure_) {
      reports_.refused(outgoing, *fatal_failure_, now);
      continue;
    }
    if (const auto closed = transactions_ ? transactions_->why_closed() : std::nullopt) {
      reports_.refused(outgoing, *closed, now);
      continue;
    }
    const auto appended = accumulator_.append(outgoing, metadata(), now);
    if (!appended) {
      reports_.refused(outgoing, appended.error(), now);
      lose_record(appended.error());
      continue;
    }
    is_news = is_news || appended->is_news;
  }
  // A record for a batch that lingers changes nothing of what is to be done when.
  if (is_news) settle(now);
}

void ProducerNode::flush(Instant now) {
  accumulator_.close_batches();
  settle(now);
}

void ProducerNode::close(Instant now) {
  if (std::exchange(is_closed_, true)) return;
  fail_everything({.kind = FailureKind::closed, .message = "the producer was closed"});
  close_connections("the producer was closed", now);
  settle(now);
}

std::string ProducerNode::describe_waiting(const PartitionQueue& queue) const {
  const ProducerBatch& first = queue.batches().front();
  const auto rules = rules_for(queue);
  if (first.request) return "an answer of broker " + std::to_string(first.to.node_id);
  if (!rules) return "a leader";
  const std::string leader = "broker " + std::to_string(rules->leader.node_id);
  if (!session().is_ready(rules->leader)) return "a connection to " + leader;
  if (transactions_ && !transactions_->is_added(queue.where())) {
    return transactions_->describe(session());
  }
  if (rules->is_idempotent && !producer().is_known()) return identity_.describe();
  if (first.last_error != ErrorCode::none) {
    return "another attempt at " + leader + " after " + std::string(name(first.last_error));
  }
  return first.is_open() ? "its batch to fill up" : "its turn at " + leader;
}

std::string ProducerNode::describe_unfinished() const {
  constexpr int most_named = 3;
  std::string text;
  int partitions = 0;
  std::size_t unnamed_records = 0;
  for (const QueueIndex index : accumulator_.active()) {
    const PartitionQueue& queue = accumulator_.queue(index);
    if (queue.empty()) continue;
    if (++partitions > most_named) {
      unnamed_records += records_in(queue);
      continue;
    }
    if (!text.empty()) text.append(", ");
    text.append(counted_records(records_in(queue)))
        .append(" of ")
        .append(to_string(queue.where()))
        .append(" for ")
        .append(describe_waiting(queue));
  }
  if (unnamed_records > 0) {
    text.append(", ").append(counted_records(unnamed_records)).append(" of other partitions");
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace cohort::client
