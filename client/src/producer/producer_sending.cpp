// Which batches leave when, and for whom.
#include "producer/producer_node.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// The first with record batches of magic 2 (KIP-98).
constexpr int first_batch_version = 3;
/// The first that takes zstd (KIP-110).
constexpr int first_zstd_version = 7;

std::size_t size_on_the_wire(const ProducerBatch& batch) {
  return batch.is_packed() ? batch.packed_size() : batch.size();
}

}  // namespace

void ProducerNode::drive(Instant now, Alarms& alarms) {
  if (is_closed_) return;
  drive_submissions(now, alarms);
  look_for_wanted();
  expire_batches(now, alarms);
  if (transactions_) {
    drive_transactions(now, alarms);
  } else if (config_.enable_idempotence) {
    drive_identity(now, alarms);
  }
  send_batches(now, alarms);
  accumulator_.drop_empty();
  sort_deliveries();
}

void ProducerNode::look_for_wanted() {
  if (!wanted_) return;
  const TopicMetadata* known = metadata().find(wanted_->topic);
  if (known == nullptr) return;  // The cache asks again by itself.
  if (static_cast<std::size_t>(wanted_->partition) < known->partitions.size()) {
    wanted_.reset();
  } else {
    cache().invalidate();
  }
}

Failure ProducerNode::late_failure(const PartitionQueue& queue) const {
  std::string text = "not delivered within delivery.timeout.ms: waited for ";
  text.append(describe_waiting(queue)).append("; ").append(describe_connections());
  const ErrorCode last_error = queue.batches().front().last_error;
  if (last_error != ErrorCode::none) {
    text.append("; the last attempt ended with ").append(name(last_error));
  }
  return {.kind = FailureKind::timed_out, .message = std::move(text), .partition = queue.where()};
}

void ProducerNode::expire_batches(Instant now, Alarms& alarms) {
  Instant next = Instant::never();
  for (const QueueIndex index : accumulator_.active()) {
    PartitionQueue& queue = accumulator_.queue(index);
    while (!queue.empty()) {
      const ProducerBatch& first = queue.batches().front();
      const Instant expires = first.created() + config_.delivery_timeout;
      if (expires > now) {
        next = std::min(next, expires);
        break;
      }
      const Failure failure = late_failure(queue);
      const bool was_numbered = first.has_sequence();
      fail(index, 0, failure, {.error = ErrorCode::request_timed_out});
      lose_record(failure, was_numbered);
    }
  }
  alarms.ring({.at = next, .name = "delivery timeout"});
}

void ProducerNode::drive_identity(Instant now, Alarms& alarms) {
  for (const QueueIndex index : accumulator_.active()) {
    PartitionQueue& queue = accumulator_.queue(index);
    queue.resolve();
    if (!queue.wants_new_epoch() || !queue.may_be_renumbered()) continue;
    const bool is_known = identity_.current().is_known();
    if (is_known && queue.is_numbered_under(identity_.current())) identity_.bump();
    if (identity_.current().is_known()) queue.renumber(identity_.current());
  }
  if (!accumulator_.active().empty()) {
    identity_.drive(session(), request_timeout(), now, alarms);
  }
  const std::optional<Failure> failure = identity_.take_failure();
  if (!failure) return;
  if (failure->kind != FailureKind::refused) fatal_failure_ = failure;
  fail_everything(*failure);
}

std::optional<SendRules> ProducerNode::rules_for(const PartitionQueue& queue) const {
  const PartitionMetadata* partition = metadata().find(queue.where());
  if (partition == nullptr || partition->leader < 0) return std::nullopt;
  const bool is_idempotent = config_.enable_idempotence;
  return SendRules{.is_idempotent = is_idempotent,
                   .is_transactional = transactions_.has_value(),
                   .producer = producer(),
                   .sends_one_at_a_time = config_.max_in_flight_requests_per_connection == 1,
                   .linger = config_.linger,
                   .leader = {.node_id = partition->leader},
                   .leader_epoch = partition->leader_epoch};
}

void ProducerNode::send_batches(Instant now, Alarms& alarms) {
  std::map<std::int32_t, std::vector<QueueIndex>> due;
  Instant next_try = Instant::never();
  bool is_leader_missing = false;
  for (const QueueIndex index : accumulator_.active()) {
    const PartitionQueue& queue = accumulator_.queue(index);
    if (queue.empty()) continue;
    const std::optional<SendRules> rules = rules_for(queue);
    if (!rules) {
      is_leader_missing = true;
      continue;
    }
    if (transactions_ && !transactions_->is_added(queue.where())) continue;
    const NextBatch next = queue.next(*rules, now);
    if (next.index) {
      due[rules->leader.node_id].push_back(index);
    } else {
      next_try = std::min(next_try, next.at);
    }
  }
  if (is_leader_missing) cache().invalidate();
  alarms.ring({.at = next_try, .name = "linger or retry backoff"});
  for (auto& [broker, queues] : due) send_to(broker, std::move(queues), now, alarms);
}

bool ProducerNode::make_ready(const Destination& to, Instant now) {
  if (session().is_ready(to)) return true;
  // Whom nobody can reach may lead no more.
  if (session().is_broken(to)) cache().invalidate();
  session().connect(to, now);
  return false;
}

void ProducerNode::send_to(std::int32_t broker, std::vector<QueueIndex> due, Instant now,
                           Alarms& alarms) {
  const Destination to{.node_id = broker};
  const auto throttled = throttled_until_.find(broker);
  if (throttled != throttled_until_.end()) {
    if (throttled->second > now) {
      alarms.ring({.at = throttled->second, .name = "throttle time"});
      return;
    }
    throttled_until_.erase(throttled);
  }
  while (!due.empty() && requests_of_[broker] < config_.max_in_flight_requests_per_connection) {
    if (!make_ready(to, now) || !check_version(to, due)) return;
    send_request(broker, choose(broker, due, now), now);
    std::erase_if(due, [&](QueueIndex index) {
      const PartitionQueue& queue = accumulator_.queue(index);
      return !queue.next(*rules_for(queue), now).index;
    });
  }
}

bool ProducerNode::check_version(const Destination& to, const std::vector<QueueIndex>& due) {
  const int version = session().version(to, ProduceRequest::api).value_or(-1);
  const bool needs_zstd = config_.compression_type == Compression::zstd;
  if (version >= (needs_zstd ? first_zstd_version : first_batch_version)) return true;
  Failure failure{.kind = FailureKind::unsupported,
                  .code = ErrorCode::unsupported_version,
                  .message = session().describe(to) +
                             ", whose Produce is older than v3, the first " +
                             "with record batches (Kafka 0.11)"};
  if (version >= first_batch_version) {
    failure.code = ErrorCode::unsupported_compression_type;
    failure.message = session().describe(to) + ", whose Produce is older than v7, the first that " +
                      "takes zstd (Kafka 2.1)";
  }
  for (const QueueIndex index : due) {
    PartitionQueue& queue = accumulator_.queue(index);
    while (!queue.empty() && !queue.batches().back().request) {
      fail(index, queue.batches().size() - 1, failure, {.error = failure.code});
    }
  }
  lose_record(failure, /*was_numbered=*/true);
  return false;
}

std::vector<ProducerNode::QueueIndex> ProducerNode::choose(std::int32_t broker,
                                                           const std::vector<QueueIndex>& due,
                                                           Instant now) const {
  std::vector<QueueIndex> turns = due;
  const auto last = last_served_.find(broker);
  if (last != last_served_.end()) {
    std::rotate(turns.begin(), std::ranges::upper_bound(turns, last->second), turns.end());
  }
  std::vector<QueueIndex> chosen;
  std::size_t size = 0;
  for (const QueueIndex index : turns) {
    const PartitionQueue& queue = accumulator_.queue(index);
    const NextBatch next = queue.next(*rules_for(queue), now);
    size += size_on_the_wire(queue.batches()[*next.index]);
    if (!chosen.empty() && size > static_cast<std::size_t>(config_.max_request_size)) break;
    chosen.push_back(index);
  }
  return chosen;
}

void ProducerNode::send_request(std::int32_t broker, const std::vector<QueueIndex>& chosen,
                                Instant now) {
  ProduceRequest request{
      .transactional_id = config_.transactional_id,
      .acks = static_cast<std::int16_t>(config_.acks),
      .timeout_ms = static_cast<std::int32_t>(
          std::chrono::duration_cast<milliseconds>(config_.client.request_timeout).count())};
  std::map<std::string_view, std::size_t> places;
  std::vector<std::size_t> sent;
  sent.reserve(chosen.size());
  for (const QueueIndex index : chosen) {
    PartitionQueue& queue = accumulator_.queue(index);
    const SendRules rules = *rules_for(queue);
    const std::size_t at = *queue.next(rules, now).index;
    queue.prepare(at, rules);
    const auto [place, is_new] = places.try_emplace(queue.where().topic, request.topic_data.size());
    if (is_new) request.topic_data.push_back({.name = queue.where().topic});
    request.topic_data[place->second].partition_data.push_back(
        {.index = queue.where().partition, .records = queue.batches()[at].bytes()});
    sent.push_back(at);
  }
  const Destination to{.node_id = broker};
  const Sending sending{.version = session().version(to, ProduceRequest::api).value(),
                        .timeout = request_timeout(),
                        .has_answer = config_.acks != Acks::none};
  const RequestId id = session().send(to, request, sending, now);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    PartitionQueue& queue = accumulator_.queue(chosen[i]);
    queue.sent(sent[i], id, *rules_for(queue));
  }
  last_served_[broker] = chosen.back();
  ++requests_of_[broker];
  under_way_.emplace(id, RequestUnderWay{.broker = broker, .queues = chosen});
}

}  // namespace cohort::client
