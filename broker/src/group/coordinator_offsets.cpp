// The coordinator's part in offsets: commit, fetch, delete.
// Source: OffsetMetadataManager; KIP-496 (OffsetDelete).
#include "group/coordinator.hpp"
#include "group/java_string.hpp"
#include "group/offset_words.hpp"
#include "rule_switches.hpp"

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

FetchedOffset fetched(const OffsetKey& key, const CommittedOffset& stored) {
  return {.key = key,
          .offset = stored.offset,
          .leader_epoch = stored.leader_epoch,
          .metadata = stored.metadata};
}

}  // namespace

std::vector<ErrorCode> Coordinator::commit_offsets(const CommitRequest& request, Instant now) {
  const auto refuse = [&](ErrorCode error) { return std::vector(request.offsets.size(), error); };
  Group* group = find(request.group_id);
  if (group == nullptr) {
    if (request.generation >= 0) {
      return refuse(request.expects_group_id_not_found ? ErrorCode::group_id_not_found
                                                       : ErrorCode::illegal_generation);
    }
    group = &create(request.group_id, now);  // A simple consumer's group needs no member.
  }
  const ErrorCode error = group->classic.validate_commit(request.member, request.generation,
                                                         ClassicGroup::CommitKind::plain, rules_);
  if (error != ErrorCode::none) return refuse(error);
  GroupTurn its_turn = turn(now);
  group->classic.committed(request.member, its_turn);

  std::vector<ErrorCode> errors;
  errors.reserve(request.offsets.size());
  for (const OffsetToCommit& each : request.offsets) {
    errors.push_back(check_metadata(each.metadata));
    if (errors.back() != ErrorCode::none) continue;
    CommittedOffset value = to_store(each, request, now);
    record_offset(request.group_id, each.key, value, now);
    group->offsets.store(each.key, std::move(value));
  }
  facts_.push_back({.at = now,
                    .kind = FactKind::offsets_committed,
                    .group = request.group_id,
                    .generation = request.generation,
                    .member_id = request.member.member_id,
                    .detail = offsets_in_words(request.offsets)});
  return errors;
}

ErrorCode Coordinator::check_metadata(const std::string& metadata) const {
  const auto longest = static_cast<std::size_t>(std::max(config_.offset_metadata_max_bytes, 0));
  const bool is_too_large = metadata.size() > longest && java_length(metadata) > longest;
  return is_too_large ? ErrorCode::offset_metadata_too_large : ErrorCode::none;
}

CommittedOffset Coordinator::to_store(const OffsetToCommit& offset, const CommitRequest& request,
                                      Instant now) {
  CommittedOffset value{.offset = offset.offset,
                        .leader_epoch = offset.leader_epoch,
                        .metadata = offset.metadata,
                        .commit_time = offset.commit_time.value_or(now),
                        .order = next_commit_++};
  if (request.retention) value.expire_time = now + *request.retention;
  return value;
}

void Coordinator::record_offset(const std::string& group_id, const OffsetKey& key,
                                const CommittedOffset& stored, Instant now) {
  records_.push_back({.group_id = group_id,
                      .at = now,
                      .what = OffsetStored{.key = key,
                                           .offset = stored.offset,
                                           .leader_epoch = stored.leader_epoch,
                                           .metadata = stored.metadata,
                                           .commit_time = stored.commit_time,
                                           .expire_time = stored.expire_time}});
}

void Coordinator::record_removal(const std::string& group_id, const OffsetKey& key, Instant now) {
  records_.push_back({.group_id = group_id, .at = now, .what = OffsetRemoved{.key = key}});
}

std::vector<FetchedOffset> Coordinator::fetch_offsets(const std::string& group_id,
                                                      const std::vector<OffsetKey>& keys,
                                                      OffsetStability stability) const {
  const Group* const group = find(group_id);
  std::vector<FetchedOffset> answer;
  answer.reserve(keys.size());
  for (const OffsetKey& key : keys) {
    if (group != nullptr && is_withheld(*group, key, stability)) {
      answer.push_back({.key = key, .error = ErrorCode::unstable_offset_commit});
      continue;
    }
    const CommittedOffset* const stored = group == nullptr ? nullptr : group->offsets.find(key);
    answer.push_back(stored == nullptr ? FetchedOffset{.key = key} : fetched(key, *stored));
  }
  return answer;
}

std::vector<FetchedOffset> Coordinator::fetch_all_offsets(const std::string& group_id,
                                                          OffsetStability stability) const {
  std::vector<FetchedOffset> answer;
  const Group* const group = find(group_id);
  if (group == nullptr) return answer;
  for (const auto& [key, stored] : group->offsets.all()) {
    answer.push_back(is_withheld(*group, key, stability)
                         ? FetchedOffset{.key = key, .error = ErrorCode::unstable_offset_commit}
                         : fetched(key, stored));
  }
  return answer;
}

const CommittedOffsets* Coordinator::committed(const std::string& group_id) const {
  const Group* const group = find(group_id);
  return group == nullptr ? nullptr : &group->offsets;
}

const PendingOffsets* Coordinator::pending(const std::string& group_id) const {
  const Group* const group = find(group_id);
  return group == nullptr ? nullptr : &group->pending;
}

/// An open transaction may be about to move the offset: who wants a stable one has to ask again
/// (KIP-447).
bool Coordinator::is_withheld(const Group& group, const OffsetKey& key, OffsetStability stability) {
  return waits_for_stable_offsets && stability == OffsetStability::required &&
         group.pending.holds(key);
}

DeleteOffsetsAnswer Coordinator::delete_offsets(const DeleteOffsetsRequest& request, Instant now) {
  if (request.group_id.empty()) return {.error = ErrorCode::invalid_group_id};
  Group* const group = find(request.group_id);
  if (group == nullptr) return {.error = ErrorCode::group_id_not_found};
  // Only of consumers is it known which topics they read (ClassicGroup.validateOffsetDelete).
  if (group->classic.state() != GroupState::empty &&
      group->classic.protocol_type() != consumer_protocol_type) {
    return {.error = ErrorCode::non_empty_group};
  }
  DeleteOffsetsAnswer answer;
  for (const OffsetKey& key : request.offsets) {
    const bool is_read = group->classic.is_subscribed_to(key.topic);
    answer.offsets.push_back(is_read ? ErrorCode::group_subscribed_to_topic : ErrorCode::none);
    if (is_read) continue;
    const bool was_pending = group->pending.erase(key);
    if (!group->offsets.erase(key) && !was_pending) continue;
    record_removal(request.group_id, key, now);
    note(FactKind::offsets_deleted, request.group_id, to_string(key) + " by OffsetDelete", now);
  }
  const bool is_allowed = std::ranges::count(answer.offsets, ErrorCode::none) > 0;
  if (is_allowed && !rules_.keeps_group_without_offsets) remove_if_abandoned(request.group_id, now);
  return answer;
}

void Coordinator::topic_deleted(const std::string& topic, Instant now) {
  for (auto& [group_id, group] : groups_) {
    const std::vector<OffsetKey> erased = group.offsets.erase_topic(topic);
    for (const OffsetKey& key : erased) record_removal(group_id, key, now);
    for (const OffsetKey& key : group.pending.erase_topic(topic)) {
      record_removal(group_id, key, now);
    }
    if (erased.empty()) continue;
    note(FactKind::offsets_deleted, group_id,
         std::to_string(erased.size()) + " with their topic " + topic, now);
  }
  if (rules_.keeps_group_without_offsets) return;
  std::vector<std::string> all;
  for (const auto& [group_id, group] : groups_) all.push_back(group_id);
  for (const std::string& group_id : all) remove_if_abandoned(group_id, now);
}

/// Source: GroupMetadataManager.cleanupGroupMetadata, which the older coordinator runs for every
/// removal of offsets, and for all groups when a topic is deleted.
void Coordinator::remove_if_abandoned(const std::string& group_id, Instant now) {
  const Group& group = *find(group_id);
  const bool has_offsets = !group.offsets.empty() || !group.pending.empty();
  if (group.classic.state() == GroupState::empty && !has_offsets) {
    remove(group_id, "no members and no offsets", now);
  }
}

}  // namespace cohort::broker
