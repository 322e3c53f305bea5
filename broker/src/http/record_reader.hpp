// RecordReader: the records of a topic as JSON, one by one, as people read them.
#pragma once

#include "log/partition_log.hpp"
#include "log/topic.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/record_cursor.hpp>

#include <boost/json.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::broker {

/// Time may pass between two records: what is deleted by then is left out, and with its topic the
/// list ends. REQUIRES: the broker outlives it.
class RecordReader {
 public:
  struct Range {
    std::int32_t first = 0;  ///< Of the partitions, and behind the last of them.
    std::int32_t end = 0;
    std::int64_t from = 0;  ///< Of each partition's offsets.
    std::int64_t most = 0;  ///< Records.
  };
  RecordReader(const Broker& broker, const Topic& topic, const Range& range);

  /// Nothing when all have been read.
  std::optional<boost::json::object> next();

 private:
  /// Unpacks the batch with the next offset, or the first behind it whose records can be read.
  bool open_batch(const PartitionLog& log);
  std::optional<boost::json::object> next_of(const PartitionLog& log);

  const Broker* broker_;
  std::string topic_;
  Uuid id_;
  Range range_;
  std::int32_t partition_;
  std::int64_t next_offset_;
  std::optional<RecordCursor> batch_;  ///< So that a large batch is not unpacked for each slice.
  std::int64_t base_offset_ = 0;       ///< Of that batch, and behind it.
  std::int64_t end_offset_ = 0;
};

}  // namespace cohort::broker
