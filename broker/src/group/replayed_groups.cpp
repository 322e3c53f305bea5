#include "group/replayed_groups.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

bool is_consistent(const GroupStored& stored) {
  if (stored.members.empty()) return true;
  if (!stored.protocol_name || !stored.leader) return false;
  std::set<std::string_view> ids;
  std::set<std::string_view> instances;
  for (const StoredMember& member : stored.members) {
    if (!ids.insert(member.id).second) return false;
    if (member.instance_id && !instances.insert(*member.instance_id).second) return false;
  }
  return ids.contains(*stored.leader);
}

void ReplayedGroups::replay(const GroupRecord& record) {
  if (const auto* offset = std::get_if<OffsetStored>(&record.what)) return store(record, *offset);
  if (const auto* offset = std::get_if<OffsetRemoved>(&record.what)) {
    return remove(record.group_id, offset->key);
  }
  if (const auto* group = std::get_if<GroupStored>(&record.what)) {
    COHORT_ASSERT(is_consistent(*group));
    groups_[record.group_id].stored = *group;
    return;
  }
  COHORT_ASSERT(std::holds_alternative<GroupRemoved>(record.what));
  groups_.erase(record.group_id);
}

/// An offset of a producer's waits for its marker, also of one that is only idempotent.
void ReplayedGroups::store(const GroupRecord& record, const OffsetStored& stored) {
  ReplayedGroup& group = groups_[record.group_id];
  CommittedOffset value{.offset = stored.offset,
                        .leader_epoch = stored.leader_epoch,
                        .metadata = stored.metadata,
                        .commit_time = stored.commit_time,
                        .expire_time = stored.expire_time,
                        .order = next_order_++};
  if (!record.producer) return group.offsets.store(stored.key, std::move(value));
  group.pending.store(*record.producer, stored.key, std::move(value));
  open_transactions_[record.producer->id].insert(record.group_id);
}

void ReplayedGroups::remove(const std::string& group_id, const OffsetKey& key) {
  const auto found = groups_.find(group_id);
  if (found == groups_.end()) return;
  found->second.offsets.erase(key);
  found->second.pending.erase(key);
}

void ReplayedGroups::end_transaction(std::int64_t producer_id, bool is_committed) {
  const auto open = open_transactions_.extract(producer_id);
  if (open.empty()) return;
  for (const std::string& group_id : open.mapped()) {
    const auto found = groups_.find(group_id);
    if (found == groups_.end()) continue;
    auto& [stored, offsets, pending] = found->second;
    if (is_committed) {
      pending.commit(producer_id, offsets);
    } else {
      pending.take(producer_id);
    }
  }
}

}  // namespace cohort::broker
