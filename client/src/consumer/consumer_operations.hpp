// The calls of a consumer that take time, as operations: the faces only choose how to wait for
// them.
#pragma once

#include "consumer/consumer_node.hpp"
#include <cohort/client/call.hpp>
#include <cohort/client/consumer.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::client::operations {

/// No more than that something has begun.
struct Begun {};

template <class Token, class Value>
using Of = Operation<ConsumerNode, Token, Value>;

/// What poll() found: records, or what its caller has to do first; `none` when its time is over.
struct Polled {
  PollNews news = PollNews::none;
  std::vector<ConsumerRecord> records{};
  std::vector<CommitResult> commits{};
};
Of<Begun, Polled> poll();

/// Until the group is left, or the listener is to be called first: `true` if it is left.
Of<Begun, bool> leave(const Departure& departure);
/// Until no commit is under way.
Of<Begun, void> drain_commits();

/// nullopt: all that was read.
Of<CommitId, void> commit(std::optional<OffsetsToCommit> offsets);
Of<QueryId, CommittedOffsets> committed(PartitionSet partitions);
Of<Begun, std::int64_t> position(TopicPartition partition);
/// By milliseconds, or latest_timestamp, earliest_timestamp. The first failure of a partition is
/// that of the whole.
Of<LookupId, std::map<TopicPartition, FoundOffset>> find_offsets(
    std::map<TopicPartition, std::int64_t> timestamps);

/// Without those where no record is that young.
std::map<TopicPartition, OffsetAndTimestamp> found_by_time(
    const std::map<TopicPartition, FoundOffset>& found);

struct TopicQuestion {
  std::uint64_t revision = 0;  ///< Of the metadata when it was asked.
};
Of<TopicQuestion, PartitionSet> partitions_for(std::string topic);

}  // namespace cohort::client::operations
