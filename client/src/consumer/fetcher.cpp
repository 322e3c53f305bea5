// What is asked for, and what is handed out. What the answers mean is in fetch_answers.cpp.
#include "consumer/fetcher.hpp"

#include <cohort/protocol/messages/fetch.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

std::int32_t milliseconds_of(Duration duration) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const auto count = std::chrono::duration_cast<milliseconds>(duration).count();
  return static_cast<std::int32_t>(std::min<std::int64_t>(count, most));
}

}  // namespace

FetchOptions fetch_options(const ConsumerConfig& config) {
  return {.max_wait = config.fetch_max_wait,
          .min_bytes = config.fetch_min_bytes,
          .max_bytes = config.fetch_max_bytes,
          .max_partition_bytes = config.max_partition_fetch_bytes,
          .rack = config.client.client_rack,
          .request_timeout = config.client.request_timeout,
          .preferred_replica_for = config.client.metadata_max_age,
          .retry = {config.client.retry_backoff, config.client.retry_backoff_max},
          .read = {.isolation = config.isolation_level, .check_crcs = config.check_crcs}};
}

void Fetcher::drive(const ReadSurroundings& here, Alarms& alarms) {
  here.positions.follow_leaders(here.metadata);
  for (const TopicPartition& partition : std::exchange(fruitless_, {})) {
    AssignedPartition* state = here.positions.find(partition);
    if (state != nullptr) state->fetch_retry.failed(options_.retry, here.now, rng_);
  }
  drop_stale(here.positions);
  for (auto& [node, wish] : wishes(here, alarms)) {
    // A Fetch that finds nothing waits at the broker, and until then nothing else can be asked
    // there: it is not sent while what is here may be handed out any time, unless it will be
    // answered at once.
    const bool may_wait = !wish.has_records_here;
    if (wish.plan.empty() || (!wish.is_behind && !may_wait)) continue;
    send(node, std::move(wish.plan), here, alarms);
  }
  std::erase_if(brokers_, [&](const auto& entry) {
    return !entry.second.pending && !here.session.find_broker(entry.first);
  });
}

void Fetcher::drop_stale(const Positions& positions) {
  std::erase_if(turns_, [&](const TopicPartition& partition) {
    const AssignedPartition* state = positions.find(partition);
    const bool is_next = state != nullptr && state->has_valid_position() &&
                         state->position->offset == fetched_.at(partition).position().offset;
    if (!is_next) fetched_.erase(partition);
    return !is_next;
  });
}

std::map<std::int32_t, Fetcher::Wish> Fetcher::wishes(const ReadSurroundings& here,
                                                      Alarms& alarms) {
  std::map<std::int32_t, Wish> wishes;
  for (const auto& [partition, known] : here.positions.all()) {
    if (!known.may_give_records()) continue;
    AssignedPartition& state = *here.positions.find(partition);
    const std::optional<std::int32_t> source = source_of(partition, state, here);
    if (!source) {
      here.metadata.invalidate();
      continue;
    }
    const auto broker = brokers_.find(*source);
    if (broker != brokers_.end() && broker->second.pending) continue;
    Wish& wish = wishes[*source];
    if (fetched_.contains(partition)) {
      wish.has_records_here = true;
      continue;
    }
    if (!state.fetch_retry.is_due(here.now)) {
      alarms.ring({.at = state.fetch_retry.not_before, .name = "fetch retry"});
      continue;
    }
    const TopicMetadata* topic = here.metadata.find(partition.topic);
    wish.plan.emplace(partition, FetchFrom{.topic_id = topic == nullptr ? Uuid{} : topic->id,
                                           .offset = state.position->offset,
                                           .leader_epoch = state.leader.epoch,
                                           .max_bytes = options_.max_partition_bytes});
    const std::int64_t end = state.readable_end(options_.read.isolation);
    wish.is_behind = wish.is_behind || end < 0 || state.position->offset < end;
  }
  return wishes;
}

std::optional<std::int32_t> Fetcher::source_of(const TopicPartition& partition,
                                               AssignedPartition& state,
                                               const ReadSurroundings& here) {
  if (state.preferred_replica) {
    const std::int32_t node = *state.preferred_replica;
    const bool is_there =
        here.session.find_broker(node).has_value() && !here.session.is_broken({node, Lane::fetch});
    if (is_there && here.now < state.preferred_until) return node;
    // The leader names another one, or the same again (AbstractFetch.selectReadReplica).
    state.preferred_replica.reset();
    if (!is_there) here.metadata.invalidate();
  }
  return here.metadata.leader(partition);
}

std::optional<int> Fetcher::version_for(const Destination& to, const FetchPlan& plan,
                                        const ReadSurroundings& here) const {
  const bool has_ids =
      std::ranges::none_of(plan, [](const auto& entry) { return entry.second.topic_id.is_zero(); });
  const int most =
      has_ids ? FetchRequest::api.versions.last : FetchSession::first_version_by_id - 1;
  return here.session.version(to, FetchRequest::api, most);
}

void Fetcher::send(std::int32_t node, FetchPlan plan, const ReadSurroundings& here,
                   Alarms& alarms) {
  Broker& broker = brokers_[node];
  if (broker.pending) return;
  if (!broker.retry.is_due(here.now)) {
    alarms.ring({.at = broker.retry.not_before, .name = "fetch retry"});
    return;
  }
  const Destination to{node, Lane::fetch};
  if (!here.session.is_ready(to)) {
    // The leader may be another one by now.
    const bool is_gone = !here.session.find_broker(node) || here.session.is_broken(to);
    if (is_gone) here.metadata.invalidate();
    here.session.connect(to, here.now);
    return;
  }
  const std::optional<int> version = version_for(to, plan, here);
  if (!version) {
    for (const auto& [partition, from] : plan) {
      here.positions.fail(partition, {.kind = FailureKind::unsupported,
                                      .message = "broker " + std::to_string(node) +
                                                 " has no version of Fetch that is known here"});
    }
    return;
  }
  FetchRequest request{.max_wait_ms = milliseconds_of(options_.max_wait),
                       .min_bytes = options_.min_bytes,
                       .max_bytes = options_.max_bytes,
                       .isolation_level = static_cast<std::int8_t>(options_.read.isolation),
                       .rack_id = options_.rack};
  broker.session.ask(std::move(plan), *version, request);
  broker.sent = here.now;
  broker.pending = here.session.send(
      to, request, {.version = *version, .timeout = options_.request_timeout}, here.now);
  under_way_.emplace(*broker.pending, node);
}

bool Fetcher::can_take(const Positions& positions) const {
  if (positions.has_failure()) return true;
  return std::ranges::any_of(fetched_, [&](const auto& entry) {
    const AssignedPartition* state = positions.find(entry.first);
    return state != nullptr && state->may_give_records() &&
           state->position->offset == entry.second.position().offset;
  });
}

Outcome<std::vector<ConsumerRecord>> Fetcher::take(std::size_t most, Positions& positions) {
  if (std::optional<Failure> failure = positions.take_failure()) return *failure;
  drop_stale(positions);
  std::vector<ConsumerRecord> records;
  std::deque<TopicPartition> left;
  for (TopicPartition& partition : turns_) {
    FetchedRecords& fetched = fetched_.at(partition);
    if (records.size() >= most || !positions.find(partition)->may_give_records()) {
      left.push_back(std::move(partition));
      continue;
    }
    const std::int64_t before = fetched.position().offset;
    const std::optional<Failure> failure =
        fetched.read(most - records.size(), options_.read, records);
    positions.advance(partition, fetched.position());
    if (failure) positions.fail(partition, *failure);
    if (!failure && !fetched.is_drained()) {
      left.push_back(std::move(partition));
      continue;
    }
    if (!failure && fetched.position().offset == before) fruitless_.insert(partition);
    fetched_.erase(partition);
  }
  turns_ = std::move(left);
  if (records.empty()) {
    if (std::optional<Failure> failure = positions.take_failure()) return *failure;
  }
  return records;
}

void Fetcher::close(const ReadSurroundings& here) {
  for (auto& [node, broker] : brokers_) {
    const Destination to{node, Lane::fetch};
    FetchRequest request;
    if (!broker.session.ask_to_close(request) || !here.session.is_ready(to)) continue;
    const std::optional<int> version = here.session.version(to, FetchRequest::api);
    if (!version || *version < FetchSession::first_version) continue;
    broker.pending = here.session.send(
        to, request, {.version = *version, .timeout = options_.request_timeout}, here.now);
    under_way_.emplace(*broker.pending, node);
  }
}

}  // namespace cohort::client
