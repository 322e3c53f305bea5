// TopicReader: reads every batch of a topic over Fetch, as a tool that looks into it does.
#pragma once

#include "support/wire_client.hpp"
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// A batch where it lies in the topic.
struct ReadBatch {
  std::int32_t partition = 0;
  BatchHeader header;
  std::vector<Record> records;
  std::vector<std::int64_t> offsets;  ///< One for each record.
  std::optional<Marker> marker;       ///< Of a control batch.
};

/// Of all partitions from 0 on, in order, until one is not there.
std::vector<ReadBatch> read_topic(testing::WireClient& client, const std::string& topic);

}  // namespace cohort::broker
