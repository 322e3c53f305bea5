// RecordAccumulator: all batches of a producer, and how records get into them.
#pragma once

#include "producer/outgoing_record.hpp"
#include "producer/partition_queue.hpp"
#include "session/metadata_cache.hpp"
#include <cohort/client/error.hpp>
#include <cohort/client/partitioner.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/compression.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

struct BatchingOptions {
  std::size_t batch_size = 16'384;  ///< Bytes before compression; 0: each record goes by itself.
  Compression compression = Compression::none;
  Partitioner partitioner;
};

/// A record costs the search of its topic by name and the copy of its bytes into the batch.
class RecordAccumulator {
 public:
  /// A queue's place among all; it keeps it.
  using QueueIndex = std::uint32_t;

  RecordAccumulator(BatchingOptions options, Rng rng)
      : options_(std::move(options)), sticky_(rng) {}

  /// Where a record was put.
  struct Appended {
    bool is_news = false;  ///< A batch began or was filled up: it may be one to send.
  };
  /// A failure is the record's: it was not taken. Else what it holds is moved out.
  Outcome<Appended> append(OutgoingRecord& outgoing, const MetadataCache& metadata, Instant now);

  /// Queues that have batches, and maybe some that have none any more.
  const std::set<QueueIndex>& active() const { return active_; }
  PartitionQueue& queue(QueueIndex index) { return queues_[index]; }
  const PartitionQueue& queue(QueueIndex index) const { return queues_[index]; }
  /// Leaves the queues that are empty out of active().
  void drop_empty();
  /// No open batch takes more: all may be sent.
  void close_batches();

  /// Bytes of the batches that are there, before compression.
  std::size_t used_bytes() const { return used_bytes_; }
  std::size_t unfinished_records() const { return unfinished_records_; }
  /// The batch is about to go for good, delivered or not.
  void release(const ProducerBatch& batch);
  /// Puts smaller batches in its place.
  void split(QueueIndex index, std::size_t batch);

 private:
  struct Topic {
    std::uint64_t revision = 0;  ///< Of the metadata that this is from.
    std::int32_t partition_count = 0;
    std::vector<std::int32_t> available;  ///< Partitions with a leader.
    std::map<std::int32_t, QueueIndex> queues;
  };

  Topic& topic_of(const std::string& name, const MetadataCache& metadata);
  Outcome<std::int32_t> place(const ProducerRecord& record, const Topic& topic);
  QueueIndex queue_of(Topic& topic, const std::string& name, std::int32_t partition);

  BatchingOptions options_;
  StickyPartitions sticky_;
  std::map<std::string, Topic, std::less<>> topics_;
  std::vector<PartitionQueue> queues_;
  std::set<QueueIndex> active_;
  std::size_t used_bytes_ = 0;
  std::size_t unfinished_records_ = 0;
};

}  // namespace cohort::client
