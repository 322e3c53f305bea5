// ReplayedGroups: what the records of one partition of __consumer_offsets tell of its groups.
#pragma once

#include "group/committed_offsets.hpp"
#include "group/group_record.hpp"
#include "group/pending_offsets.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace cohort::broker {

struct ReplayedGroup {
  /// nullopt: only offsets were ever stored, as by simple consumers.
  std::optional<GroupStored> stored;
  CommittedOffsets offsets;
  PendingOffsets pending;
  bool operator==(const ReplayedGroup&) const = default;
};

/// Could Kafka have written it? Its members have ids and instance ids of their own, the leader is
/// one of them, and they have a protocol.
bool is_consistent(const GroupStored& stored);

/// Hand over a log's records and markers in their order; a coordinator is then loaded from it.
/// Source: GroupMetadataManager.replay, OffsetMetadataManager.replay, replayEndTransactionMarker.
class ReplayedGroups {
 public:
  /// REQUIRES: a GroupStored is consistent.
  void replay(const GroupRecord& record);
  /// The producer's transaction has ended in this partition.
  void end_transaction(std::int64_t producer_id, bool is_committed);

  /// By group id.
  const std::map<std::string, ReplayedGroup>& all() const { return groups_; }
  /// Groups with pending offsets, by the producer whose marker they wait for.
  const std::map<std::int64_t, std::set<std::string>>& open_transactions() const {
    return open_transactions_;
  }
  /// Larger than the order of every offset.
  std::uint64_t next_order() const { return next_order_; }

 private:
  void store(const GroupRecord& record, const OffsetStored& stored);
  void remove(const std::string& group_id, const OffsetKey& key);

  std::map<std::string, ReplayedGroup> groups_;
  std::map<std::int64_t, std::set<std::string>> open_transactions_;
  std::uint64_t next_order_ = 1;
};

}  // namespace cohort::broker
