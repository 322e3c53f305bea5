// CommittedOffsets: how far a group has read, by topic and partition.
#pragma once

#include "group/offset_requests.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

struct CommittedOffset {
  std::int64_t offset = -1;
  std::int32_t leader_epoch = -1;
  std::string metadata;
  Instant commit_time;
  std::optional<Instant> expire_time;  ///< From a commit that brought its own retention (v2 to v4).
  std::uint64_t order = 0;             ///< Larger than of all commits before it.
  bool operator==(const CommittedOffset&) const = default;
};

/// Ordered, so that every answer and every digest lists the same thing in the same order. Offsets
/// of open transactions are kept in PendingOffsets and move here when the transaction commits.
class CommittedOffsets {
 public:
  using ByPartition = std::map<OffsetKey, CommittedOffset>;

  void store(const OffsetKey& key, CommittedOffset value);
  /// False if there was none.
  bool erase(const OffsetKey& key);
  /// Forgets a deleted topic (GroupCoordinator.onPartitionsDeleted). Returns what it had.
  std::vector<OffsetKey> erase_topic(const std::string& topic);

  const CommittedOffset* find(const OffsetKey& key) const;
  const ByPartition& all() const { return by_partition_; }
  bool empty() const { return by_partition_.empty(); }

  bool operator==(const CommittedOffsets&) const = default;

 private:
  friend struct DigestOf<CommittedOffsets>;
  ByPartition by_partition_;
};

}  // namespace cohort::broker
