#include "printed_offsets.hpp"

#include <utility>

namespace cohort::tool {

void PrintedOffsets::buffered(const client::ConsumerRecord& record) {
  const bool is_same = last_ != buffered_.end() && last_->first.partition == record.partition &&
                       last_->first.topic == record.topic;
  if (!is_same) last_ = buffered_.try_emplace({record.topic, record.partition}).first;
  last_->second = {.offset = record.offset + 1, .leader_epoch = record.leader_epoch};
}

void PrintedOffsets::written() {
  for (auto& [partition, offset] : buffered_) {
    written_.insert_or_assign(partition, std::move(offset));
  }
  buffered_.clear();
  last_ = buffered_.end();
}

client::OffsetsToCommit PrintedOffsets::take() { return std::exchange(written_, {}); }

void PrintedOffsets::put_back(const client::OffsetsToCommit& offsets) {
  written_.insert(offsets.begin(), offsets.end());  // Those that are there are newer.
}

void PrintedOffsets::forget(const client::PartitionSet& partitions) {
  for (const client::TopicPartition& partition : partitions) {
    buffered_.erase(partition);
    written_.erase(partition);
  }
  last_ = buffered_.end();
}

}  // namespace cohort::tool
