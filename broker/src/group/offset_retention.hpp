// The rule by which committed offsets grow too old.
#pragma once

#include "group/classic_group.hpp"
#include "group/committed_offsets.hpp"
#include <cohort/node/instant.hpp>

#include <vector>

namespace cohort::broker {

/// The offsets of `group` that are to be forgotten at `now`: older than `retention`, unless the
/// commit brought a retention of its own. What starts their age depends on the group:
///
///   never had members (simple consumers)            each offset's commit
///   Empty                                           the moment in which it became so
///   Stable consumers, a topic that nobody reads     each offset's commit
///   anything else                                   nothing; they don't age
///
/// Source: KIP-211, KIP-496; ClassicGroup.offsetExpirationCondition,
/// OffsetMetadataManager.cleanupExpiredOffsets.
std::vector<OffsetKey> expired_offsets(const ClassicGroup& group, const CommittedOffsets& offsets,
                                       Duration retention, Instant now);

}  // namespace cohort::broker
