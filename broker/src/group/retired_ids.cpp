#include "group/retired_ids.hpp"

#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

void RetiredIds::retire(const std::string& group_id, std::uint64_t next_ordinal) {
  if (next_ordinal == 0) return;
  COHORT_ASSERT(!by_group_.contains(group_id));
  by_group_[group_id] = {.next_ordinal = next_ordinal, .turn = next_turn_};
  by_turn_[next_turn_] = group_id;
  ++next_turn_;
  if (by_group_.size() <= capacity) return;
  by_group_.erase(by_turn_.begin()->second);
  by_turn_.erase(by_turn_.begin());
}

std::uint64_t RetiredIds::take(const std::string& group_id) {
  const auto found = by_group_.find(group_id);
  if (found == by_group_.end()) return 0;
  const std::uint64_t next_ordinal = found->second.next_ordinal;
  by_turn_.erase(found->second.turn);
  by_group_.erase(found);
  return next_ordinal;
}

}  // namespace cohort::broker
