#include "fetch/session_partitions.hpp"

#include <cohort/protocol/assert.hpp>

#include <utility>

namespace cohort::broker {

bool SessionPartition::take_news(const FetchPartitionData& found, bool has_records) {
  const bool has_moved =
      high_watermark != found.high_watermark || log_start_offset != found.log_start_offset;
  high_watermark = found.high_watermark;
  log_start_offset = found.log_start_offset;
  const bool is_failed = found.error_code != ErrorCode::none;
  // So that the partition is told of again when the error is over.
  if (is_failed) high_watermark = -1;
  return has_moved || has_records || is_failed || found.preferred_read_replica != -1 ||
         found.diverging_epoch.epoch >= 0;
}

void SessionPartitions::add(SessionPartition partition) {
  const auto [turn, is_new] = turns_.try_emplace(
      {partition.topic_id, partition.topic, partition.wanted.partition}, next_turn_);
  COHORT_ASSERT(is_new);
  bytes_ += session_bytes_for(partition.topic);
  by_turn_.emplace_hint(by_turn_.end(), next_turn_++, std::move(partition));
}

void SessionPartitions::put(const FetchTopic& topic, const FetchPartition& wanted) {
  const auto turn = turns_.find({topic.topic_id, topic.topic, wanted.partition});
  if (turn == turns_.end()) {
    add({.topic = topic.topic, .topic_id = topic.topic_id, .known_as = {}, .wanted = wanted});
  } else {
    by_turn_.at(turn->second).wanted = wanted;
  }
}

void SessionPartitions::forget(const FetchedPartition& named) {
  const auto turn = turns_.find(named);
  if (turn == turns_.end()) return;
  bytes_ -= session_bytes_for(named.topic);
  by_turn_.erase(turn->second);
  turns_.erase(turn);
}

void SessionPartitions::update(const FetchRequest& request) {
  for (const FetchTopic& topic : request.topics) {
    for (const FetchPartition& wanted : topic.partitions) put(topic, wanted);
  }
  for (const FetchForgottenTopic& topic : request.forgotten_topics_data) {
    for (const std::int32_t index : topic.partitions) {
      forget({topic.topic_id, topic.topic, index});
    }
  }
}

void SessionPartitions::move_to_end(Ordered::iterator at) {
  const SessionPartition& partition = at->second;
  turns_.at({partition.topic_id, partition.topic, partition.wanted.partition}) = next_turn_;
  auto node = by_turn_.extract(at);
  node.key() = next_turn_++;
  by_turn_.insert(by_turn_.end(), std::move(node));
}

std::int64_t session_bytes_for(const std::string& topic) {
  constexpr std::size_t nodes = 96;  // Of the two maps.
  return static_cast<std::int64_t>(sizeof(SessionPartition) + sizeof(FetchedPartition) + nodes +
                                   2 * topic.size());
}

}  // namespace cohort::broker
