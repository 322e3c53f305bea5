// PrintedOffsets: how far the records are printed, so that nothing else is committed.
#pragma once

#include <cohort/client/committed_offset.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/topic_partition.hpp>

namespace cohort::tool {

class PrintedOffsets {
 public:
  /// The record stands in the buffer of the output.
  void buffered(const client::ConsumerRecord& record);
  /// The buffer was written.
  void written();

  /// What is written and not committed yet; it counts as committed from now on.
  client::OffsetsToCommit take();
  /// That was not committed after all.
  void put_back(const client::OffsetsToCommit& offsets);
  /// They belong to others now.
  void forget(const client::PartitionSet& partitions);

 private:
  client::OffsetsToCommit buffered_;
  client::OffsetsToCommit written_;
  /// Of the record before, which mostly is of the same partition.
  client::OffsetsToCommit::iterator last_ = buffered_.end();
};

}  // namespace cohort::tool
