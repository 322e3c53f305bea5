#include "group/offset_retention.hpp"

#include <optional>

namespace cohort::broker {

namespace {

/// What an offset's age is counted from; nullopt: it has no age.
std::optional<Instant> born(const ClassicGroup& group, const CommittedOffset& offset) {
  const bool never_had_members = group.protocol_type().empty();
  if (never_had_members) return offset.commit_time;
  if (group.state() == GroupState::empty) return group.state_since().value_or(offset.commit_time);
  if (group.state() == GroupState::stable && group.knows_subscriptions()) return offset.commit_time;
  return std::nullopt;
}

}  // namespace

std::vector<OffsetKey> expired_offsets(const ClassicGroup& group, const CommittedOffsets& offsets,
                                       Duration retention, Instant now) {
  std::vector<OffsetKey> expired;
  for (const auto& [key, offset] : offsets.all()) {
    const std::optional<Instant> since = born(group, offset);
    if (!since || group.is_subscribed_to(key.topic)) continue;
    if (now >= offset.expire_time.value_or(*since + retention)) expired.push_back(key);
  }
  return expired;
}

}  // namespace cohort::broker
