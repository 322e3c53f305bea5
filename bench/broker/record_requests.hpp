// Produce and Fetch of the topic `t`, as frames.
#pragma once

#include "samples.hpp"
#include <cohort/protocol/messages.hpp>

#include <cstdint>
#include <string>

namespace bench {

/// A batch of so many records of 100 bytes.
inline cohort::Buffer produce_of(int records) {
  cohort::ProduceRequest request{.acks = -1, .timeout_ms = 30'000};
  cohort::TopicProduceData& topic = request.topic_data.emplace_back();
  topic.name = std::string("t");
  topic.partition_data.push_back({.index = 0, .records = batch_of(records, 100)});
  return framed(request, 9);
}

/// At most `max_bytes`, but one batch at the least.
inline cohort::Buffer fetch_at(std::int64_t offset, std::int32_t max_bytes = 1'048'576) {
  cohort::FetchRequest request{.max_wait_ms = 500, .min_bytes = 1, .max_bytes = 52'428'800};
  cohort::FetchTopic& topic = request.topics.emplace_back();
  topic.topic = std::string("t");
  topic.partitions.push_back(
      {.partition = 0, .fetch_offset = offset, .partition_max_bytes = max_bytes});
  return framed(request, 11);
}

}  // namespace bench
