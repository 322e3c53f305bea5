#include "consumer/positions.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cohort::client {

namespace {

bool awaits_committed(const AssignedPartition& state) {
  return !state.position && !state.is_stuck && state.sought.kind == SoughtKind::committed;
}

}  // namespace

void Positions::assign(const PartitionSet& partitions, const Sought& from) {
  std::erase_if(all_, [&](const auto& entry) { return !partitions.contains(entry.first); });
  std::erase_if(failures_, [&](const auto& entry) { return !partitions.contains(entry.first); });
  for (const TopicPartition& partition : partitions) {
    const auto [entry, is_new] = all_.try_emplace(partition);
    entry->second.is_revoking = false;
    if (!is_new) continue;
    entry->second.sought = from;
    entry->second.revision = ++last_revision_;
  }
}

void Positions::set_revoking(const PartitionSet& partitions) {
  for (auto& [partition, state] : all_) state.is_revoking = partitions.contains(partition);
}

AssignedPartition& Positions::require(const TopicPartition& partition) {
  AssignedPartition* found = find(partition);
  if (found == nullptr) {
    throw std::invalid_argument("partition " + to_string(partition) +
                                " is not assigned; assigned: " + to_string(assigned()));
  }
  return *found;
}

void Positions::restart(const TopicPartition& partition, AssignedPartition& state) {
  state.revision = ++last_revision_;
  state.needs_validation = false;
  state.is_stuck = false;
  state.leader = {};
  failures_.erase(partition);
}

void Positions::seek(const TopicPartition& partition, const Position& to) {
  AssignedPartition& state = require(partition);
  restart(partition, state);
  state.position = to;
  state.fetch_retry.succeeded();
  state.lookup_retry.succeeded();
}

void Positions::seek(const TopicPartition& partition, const Sought& to) {
  AssignedPartition& state = require(partition);
  restart(partition, state);
  state.position.reset();
  state.sought = to;
  state.fetch_retry.succeeded();
  state.lookup_retry.succeeded();
}

void Positions::pause(const PartitionSet& partitions) {
  for (const TopicPartition& partition : partitions) require(partition);
  for (const TopicPartition& partition : partitions) require(partition).is_paused = true;
}

void Positions::resume(const PartitionSet& partitions) {
  for (const TopicPartition& partition : partitions) require(partition);
  for (const TopicPartition& partition : partitions) require(partition).is_paused = false;
}

const AssignedPartition* Positions::find(const TopicPartition& partition) const {
  const auto found = all_.find(partition);
  return found == all_.end() ? nullptr : &found->second;
}

AssignedPartition* Positions::find(const TopicPartition& partition) {
  const auto found = all_.find(partition);
  return found == all_.end() ? nullptr : &found->second;
}

PartitionSet Positions::assigned() const {
  PartitionSet partitions;
  for (const auto& [partition, state] : all_) partitions.insert(partition);
  return partitions;
}

bool Positions::are_just(const PartitionSet& partitions) const {
  return std::equal(all_.begin(), all_.end(), partitions.begin(), partitions.end(),
                    [](const auto& assigned, const TopicPartition& partition) {
                      return assigned.first == partition;
                    });
}

PartitionSet Positions::paused() const {
  PartitionSet partitions;
  for (const auto& [partition, state] : all_) {
    if (state.is_paused) partitions.insert(partition);
  }
  return partitions;
}

PartitionSet Positions::awaiting_committed() const {
  PartitionSet partitions;
  for (const auto& [partition, state] : all_) {
    if (awaits_committed(state)) partitions.insert(partition);
  }
  return partitions;
}

std::optional<Position> Positions::position(const TopicPartition& partition) const {
  const AssignedPartition* state = find(partition);
  if (state == nullptr || state->needs_validation) return std::nullopt;
  return state->position;
}

std::map<TopicPartition, Position> Positions::consumed() const {
  std::map<TopicPartition, Position> consumed;
  for (const auto& [partition, state] : all_) {
    if (state.position && !state.needs_validation) consumed.emplace(partition, *state.position);
  }
  return consumed;
}

std::optional<std::int64_t> Positions::lag(const TopicPartition& partition,
                                           IsolationLevel level) const {
  const AssignedPartition* state = find(partition);
  if (state == nullptr || !state->position) return std::nullopt;
  const std::int64_t end = state->readable_end(level);
  if (end < 0) return std::nullopt;
  return std::max<std::int64_t>(0, end - state->position->offset);
}

void Positions::found_committed(const TopicPartition& partition,
                                const std::optional<Position>& committed) {
  AssignedPartition* state = find(partition);
  if (state == nullptr || !awaits_committed(*state)) return;
  if (committed) {
    restart(partition, *state);
    state->position = committed;
    return;
  }
  reset(partition, {.kind = FailureKind::no_offset,
                    .message = "nothing is committed for " + to_string(partition) +
                               ", and auto.offset.reset is none"});
}

bool Positions::may_tell(const TopicPartition& partition) const {
  const AssignedPartition* state = find(partition);
  return state != nullptr && !state->is_paused && !state->is_revoking;
}

bool Positions::has_failure() const {
  return std::ranges::any_of(failures_,
                             [this](const auto& entry) { return may_tell(entry.first); });
}

std::optional<Failure> Positions::take_failure() {
  const auto found =
      std::ranges::find_if(failures_, [this](const auto& entry) { return may_tell(entry.first); });
  if (found == failures_.end()) return std::nullopt;
  if (all_.at(found->first).is_stuck) return found->second;
  Failure failure = std::move(found->second);
  failures_.erase(found);
  return failure;
}

void Positions::follow_leaders(const MetadataCache& metadata) {
  for (auto& [partition, state] : all_) {
    if (!state.position || state.is_stuck) continue;
    const PartitionMetadata* known = metadata.find(partition);
    if (known == nullptr || known->leader < 0) continue;
    const LeaderInEpoch leader{.id = known->leader, .epoch = known->leader_epoch};
    if (leader == state.leader) continue;
    state.leader = leader;
    // Without an epoch at both ends nothing can be asked
    // (SubscriptionState.maybeValidatePosition).
    if (leader.epoch < 0 || state.position->epoch < 0) continue;
    state.needs_validation = true;
    state.revision = ++last_revision_;
  }
}

void Positions::advance(const TopicPartition& partition, const Position& to) {
  AssignedPartition* state = find(partition);
  if (state == nullptr || !state->position) return;
  if (to.offset != state->position->offset) state->fetch_retry.succeeded();
  state->position = to;
}

void Positions::found(const TopicPartition& partition, std::int64_t offset) {
  AssignedPartition* state = find(partition);
  if (state == nullptr || state->position) return;
  if (offset < 0) {
    // No record is that young: what comes next will be.
    state->sought = {.kind = SoughtKind::end};
    state->revision = ++last_revision_;
    return;
  }
  restart(partition, *state);
  state->position = Position{.offset = offset};
}

void Positions::validated(const TopicPartition& partition) {
  AssignedPartition* state = find(partition);
  if (state != nullptr) state->needs_validation = false;
}

void Positions::truncated(const TopicPartition& partition,
                          const std::optional<Position>& diverging) {
  AssignedPartition* state = find(partition);
  if (state == nullptr || !state->position) return;
  const std::string there =
      diverging ? "from offset " + std::to_string(diverging->offset) + " on" : "before";
  if (policy_ == AutoOffsetReset::none || !diverging) {
    reset(partition, {.kind = FailureKind::no_offset,
                      .message = "the log of " + to_string(partition) +
                                 " was truncated: it has other records " + there + " than offset " +
                                 std::to_string(state->position->offset) +
                                 " was read after, and auto.offset.reset is none",
                      .offset = diverging ? diverging->offset : -1});
    return;
  }
  // Whatever the policy is: the first offset that is known to be another
  // (SubscriptionState.maybeCompleteValidation).
  state->position = diverging;
  state->needs_validation = false;
}

void Positions::reset(const TopicPartition& partition, const Failure& without_policy) {
  AssignedPartition* state = find(partition);
  if (state == nullptr) return;
  if (policy_ == AutoOffsetReset::none) {
    fail(partition, without_policy);
    return;
  }
  restart(partition, *state);
  state->position.reset();
  state->sought.kind =
      policy_ == AutoOffsetReset::earliest ? SoughtKind::beginning : SoughtKind::end;
}

void Positions::warn(const TopicPartition& partition, const Failure& failure) {
  const AssignedPartition* state = find(partition);
  if (state == nullptr || state->is_stuck) return;
  Failure& told = failures_[partition];
  told = failure;
  told.partition = partition;
}

void Positions::fail(const TopicPartition& partition, const Failure& failure) {
  AssignedPartition* state = find(partition);
  if (state == nullptr || state->is_stuck) return;
  warn(partition, failure);
  state->is_stuck = true;
}

}  // namespace cohort::client
