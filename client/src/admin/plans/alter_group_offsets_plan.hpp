// AlterGroupOffsetsPlan, DeleteGroupOffsetsPlan: committed offsets to set and to forget, asked of
// the group's coordinator.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/groups.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/offset_delete.hpp>

#include <string>
#include <vector>

namespace cohort::client {

/// Commits from outside of any generation, which only a group without members lets be done
/// (AlterConsumerGroupOffsetsHandler).
class AlterGroupOffsetsPlan : public KeyedPlan<TopicPartition, Done> {
 public:
  AlterGroupOffsetsPlan(std::string group, OffsetsToCommit offsets);

  static Api api(Step) { return OffsetCommitRequest::api; }
  /// v0 writes to ZooKeeper.
  static int lowest_version(Step) { return 1; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::string group_;
  OffsetsToCommit offsets_;
};

class DeleteGroupOffsetsPlan : public KeyedPlan<TopicPartition, Done> {
 public:
  DeleteGroupOffsetsPlan(std::string group, const PartitionSet& partitions);

  static Api api(Step) { return OffsetDeleteRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::string group_;
};

}  // namespace cohort::client
