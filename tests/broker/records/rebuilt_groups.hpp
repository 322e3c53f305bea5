// RebuiltGroups: what a coordinator that starts anew would know of the groups, from the bytes of
// __consumer_offsets alone.
#pragma once

#include "topic_reader.hpp"
#include <cohort/protocol/messages/group_metadata_record.hpp>
#include <cohort/protocol/messages/offset_commit_record.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

using PartitionName = std::pair<std::string, std::int32_t>;

struct RebuiltGroup {
  std::optional<GroupMetadataValue> metadata;
  std::map<PartitionName, OffsetCommitValue> offsets;
};

/// Reads as Kafka's own loader does. Source: CoordinatorLoaderImpl, OffsetMetadataManager.replay,
/// replayEndTransactionMarker, GroupMetadataManager.replay.
class RebuiltGroups {
 public:
  explicit RebuiltGroups(const std::vector<ReadBatch>& batches);

  /// By group id; a group of which nothing is left is not in it.
  const std::map<std::string, RebuiltGroup>& all() const { return groups_; }
  /// Offsets that wait for a marker.
  std::size_t undecided() const { return undecided_; }

 private:
  struct Placed {
    std::int64_t at = 0;  ///< The record's own offset.
    OffsetCommitValue value;
  };
  using OffsetName = std::pair<std::string, PartitionName>;  ///< The group and the partition.

  void replay(const ReadBatch& batch, const Record& record, std::int64_t at);
  void replay_offset(const ReadBatch& batch, const Record& record, std::int64_t at);
  void replay_group(const Record& record);
  void end_transaction(const Marker& marker);
  void set_pending_aside();
  void collect();

  std::map<OffsetName, Placed> offsets_;
  std::map<std::int64_t, std::map<OffsetName, Placed>> pending_;
  std::map<std::string, GroupMetadataValue> metadata_;
  std::map<std::string, RebuiltGroup> groups_;
  std::size_t undecided_ = 0;
};

}  // namespace cohort::broker
