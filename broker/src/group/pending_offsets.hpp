// PendingOffsets: what open transactions have committed for one group, not visible yet.
#pragma once

#include "group/committed_offsets.hpp"
#include "producer_identity.hpp"
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {

/// Kept by producer: its marker decides over all that it has here (KIP-447). Source:
/// OffsetMetadataManager.pendingTransactionalOffsets, openTransactionsByGroup.
class PendingOffsets {
 public:
  void store(const ProducerIdentity& producer, const OffsetKey& key, CommittedOffset value);
  /// What the producer's marker decides over; it is forgotten here.
  CommittedOffsets::ByPartition take(std::int64_t producer_id);
  /// The same, and it counts from now on; the later of two commits does, also when the
  /// transaction's came first and ends last. Returns what was stored.
  std::vector<OffsetToCommit> commit(std::int64_t producer_id, CommittedOffsets& into);
  bool erase(const OffsetKey& key);
  /// Returns what it had, an offset that two producers have twice.
  std::vector<OffsetKey> erase_topic(const std::string& topic);

  /// Is the offset one that require_stable has to wait for?
  bool holds(const OffsetKey& key) const;
  /// The epoch of the producer's open transaction here; -1: it has none.
  std::int16_t open_epoch(std::int64_t producer_id) const;
  bool empty() const { return by_producer_.empty(); }
  /// By producer; an offset that two producers have stands there twice.
  std::vector<OffsetKey> keys() const;

  bool operator==(const PendingOffsets&) const = default;

 private:
  friend struct DigestOf<PendingOffsets>;
  struct Open {
    std::int16_t epoch = -1;
    CommittedOffsets::ByPartition offsets;
    bool operator==(const Open&) const = default;
  };
  std::map<std::int64_t, Open> by_producer_;
};

}  // namespace cohort::broker
