// What a test does to a group, and no client could.
#include "group/coordinator.hpp"
#include "group/offset_words.hpp"

#include <utility>

namespace cohort::broker {

ErrorCode Coordinator::expire_member(const std::string& group_id, const std::string& member_id,
                                     Instant now) {
  Group* const group = find(group_id);
  if (group == nullptr) return ErrorCode::group_id_not_found;
  GroupTurn its_turn = turn(now);
  return group->classic.expire_now(member_id, its_turn);
}

ErrorCode Coordinator::force_rebalance(const std::string& group_id, const std::string& reason,
                                       Instant now) {
  Group* const group = find(group_id);
  if (group == nullptr) return ErrorCode::group_id_not_found;
  GroupTurn its_turn = turn(now);
  return group->classic.rebalance_now(reason, its_turn);
}

void Coordinator::set_offsets(const std::string& group_id,
                              const std::vector<OffsetToCommit>& offsets, Instant now) {
  Group* group = find(group_id);
  if (group == nullptr) group = &create(group_id, now);
  for (const OffsetToCommit& each : offsets) {
    CommittedOffset value = to_store(each, {}, now);
    record_offset(group_id, each.key, value, now);
    group->offsets.store(each.key, std::move(value));
  }
  note(FactKind::offsets_committed, group_id, offsets_in_words(offsets), now);
}

}  // namespace cohort::broker
