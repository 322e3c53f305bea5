// The coordinator's part in offsets: commit, fetch, delete.
// Source: OffsetMetadataManager; KIP-496 (OffsetDelete).
#include "group/coordinator.hpp"
#include "group/java_string.hpp"

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

/// The first few in words; a commit may name thousands.
std::string summary(const std::vector<OffsetToCommit>& offsets) {
  constexpr std::size_t shown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(offsets.size(), shown); ++i) {
    text +=
        (i == 0 ? "" : ", ") + to_string(offsets[i].key) + "=" + std::to_string(offsets[i].offset);
  }
  if (offsets.size() > shown) text += " and " + std::to_string(offsets.size() - shown) + " more";
  return text;
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
                                                         ClassicGroup::CommitKind::plain);
  if (error != ErrorCode::none) return refuse(error);
  GroupTurn its_turn = turn(now);
  group->classic.committed(request.member, its_turn);

  std::vector<ErrorCode> errors;
  errors.reserve(request.offsets.size());
  const auto longest = static_cast<std::size_t>(std::max(config_.offset_metadata_max_bytes, 0));
  for (const OffsetToCommit& each : request.offsets) {
    const bool is_too_large =
        each.metadata.size() > longest && java_length(each.metadata) > longest;
    errors.push_back(is_too_large ? ErrorCode::offset_metadata_too_large : ErrorCode::none);
    if (is_too_large) continue;
    CommittedOffset value{.offset = each.offset,
                          .leader_epoch = each.leader_epoch,
                          .metadata = each.metadata,
                          .commit_time = each.commit_time.value_or(now)};
    if (request.retention) value.expire_time = now + *request.retention;
    group->offsets.store(each.key, std::move(value));
  }
  facts_.push_back({.at = now,
                    .kind = FactKind::offsets_committed,
                    .group = request.group_id,
                    .generation = request.generation,
                    .member_id = request.member.member_id,
                    .detail = summary(request.offsets)});
  return errors;
}

ErrorCode Coordinator::validate_transactional_commit(const CommitRequest& request) const {
  if (request.group_id.empty()) return ErrorCode::invalid_group_id;
  const Group* const group = find(request.group_id);
  if (group == nullptr)
    return request.generation < 0 ? ErrorCode::none : ErrorCode::illegal_generation;
  return group->classic.validate_commit(request.member, request.generation,
                                        ClassicGroup::CommitKind::transactional);
}

std::vector<FetchedOffset> Coordinator::fetch_offsets(const std::string& group_id,
                                                      const std::vector<OffsetKey>& keys) const {
  const Group* const group = find(group_id);
  std::vector<FetchedOffset> answer;
  answer.reserve(keys.size());
  for (const OffsetKey& key : keys) {
    const CommittedOffset* const stored = group == nullptr ? nullptr : group->offsets.find(key);
    answer.push_back(stored == nullptr ? FetchedOffset{.key = key} : fetched(key, *stored));
  }
  return answer;
}

std::vector<FetchedOffset> Coordinator::fetch_all_offsets(const std::string& group_id) const {
  std::vector<FetchedOffset> answer;
  const Group* const group = find(group_id);
  if (group == nullptr) return answer;
  for (const auto& [key, stored] : group->offsets.all()) answer.push_back(fetched(key, stored));
  return answer;
}

// An Empty group that loses its last offset so stays until the retention check (the older
// coordinator drops it at once).
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
    if (is_read || !group->offsets.erase(key)) continue;
    note(FactKind::offsets_deleted, request.group_id, to_string(key) + " by OffsetDelete", now);
  }
  return answer;
}

void Coordinator::topic_deleted(const std::string& topic, Instant now) {
  for (auto& [group_id, group] : groups_) {
    const std::size_t count = group.offsets.erase_topic(topic);
    if (count == 0) continue;
    note(FactKind::offsets_deleted, group_id, std::to_string(count) + " with their topic " + topic,
         now);
  }
}

}  // namespace cohort::broker
