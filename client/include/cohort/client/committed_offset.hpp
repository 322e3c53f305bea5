// CommittedOffset: how far a group has read one partition.
#pragma once

#include <cohort/client/topic_partition.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cohort::client {

struct CommittedOffset {
  std::int64_t offset = 0;         ///< Of the next record to read.
  std::int32_t leader_epoch = -1;  ///< In which the record before it was read; -1: not known.
  std::string metadata{};          ///< Whatever the committer wants to remember.
  bool operator==(const CommittedOffset&) const = default;
};

/// What is to be committed.
using OffsetsToCommit = std::map<TopicPartition, CommittedOffset>;
/// What is committed; nothing where there is no commit.
using CommittedOffsets = std::map<TopicPartition, std::optional<CommittedOffset>>;

}  // namespace cohort::client
