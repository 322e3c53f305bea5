#include "producer/record_accumulator.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace cohort::client {

namespace {

std::optional<ByteView> bytes_of(const std::optional<Buffer>& buffer) {
  if (!buffer) return std::nullopt;
  return buffer->bytes();
}

Failure refused_by_partitioner(const std::string& topic, std::string_view why) {
  return {.kind = FailureKind::refused,
          .message = "the partitioner failed for a record of " + topic + ": " + std::string(why)};
}

}  // namespace

RecordAccumulator::Topic& RecordAccumulator::topic_of(const std::string& name,
                                                      const MetadataCache& metadata) {
  auto found = topics_.find(name);
  if (found == topics_.end()) found = topics_.emplace(name, Topic{}).first;
  Topic& topic = found->second;
  if (topic.revision == metadata.revision()) return topic;
  topic.revision = metadata.revision();
  const TopicMetadata* known = metadata.find(name);
  // A topic that can't be found any more may come back: its records wait in their old places.
  if (known == nullptr) return topic;
  topic.partition_count = static_cast<std::int32_t>(known->partitions.size());
  topic.available.clear();
  for (std::int32_t index = 0; index < topic.partition_count; ++index) {
    const bool has_leader = known->partitions[static_cast<std::size_t>(index)].leader >= 0;
    if (has_leader) topic.available.push_back(index);
  }
  return topic;
}

Outcome<std::int32_t> RecordAccumulator::place(const ProducerRecord& record, const Topic& topic) {
  if (topic.partition_count == 0) {
    return Failure{.kind = FailureKind::refused,
                   .code = ErrorCode::unknown_topic_or_partition,
                   .message = "topic " + record.topic};
  }
  const RecordToPlace looked_at{.topic = record.topic,
                                .key = bytes_of(record.key),
                                .value = bytes_of(record.value),
                                .partition = record.partition,
                                .partition_count = topic.partition_count,
                                .available = topic.available};
  try {
    return partition_for(options_.partitioner, looked_at, sticky_);
  } catch (const std::exception& thrown) {
    return refused_by_partitioner(record.topic, thrown.what());
  } catch (...) {
    return refused_by_partitioner(record.topic, "it threw no std::exception");
  }
}

RecordAccumulator::QueueIndex RecordAccumulator::queue_of(Topic& topic, const std::string& name,
                                                          std::int32_t partition) {
  const auto found = topic.queues.find(partition);
  if (found != topic.queues.end()) return found->second;
  const auto index = static_cast<QueueIndex>(queues_.size());
  queues_.emplace_back(TopicPartition{name, partition});
  topic.queues.emplace(partition, index);
  return index;
}

Outcome<RecordAccumulator::Appended> RecordAccumulator::append(OutgoingRecord& outgoing,
                                                               const MetadataCache& metadata,
                                                               Instant now) {
  ProducerRecord& record = outgoing.record;
  Topic& topic = topic_of(record.topic, metadata);
  const Outcome<std::int32_t> partition = place(record, topic);
  if (!partition) return partition.error();
  const QueueIndex index = queue_of(topic, record.topic, *partition);
  PartitionQueue& queue = queues_[index];

  std::deque<ProducerBatch>& batches = queue.batches();
  const std::size_t size = size_bound(record.key, record.value, record.headers);
  const bool has_room = !batches.empty() && batches.back().is_open() &&
                        batches.back().size() + size - batch_header_size <= options_.batch_size;
  const std::size_t used_before = has_room ? batches.back().size() : 0;
  if (!has_room) {
    if (!batches.empty()) batches.back().close();
    batches.emplace_back(options_.compression, now);
    active_.insert(index);
  }
  ProducerBatch& batch = batches.back();
  const std::int64_t timestamp = record.timestamp.value_or(now).unix_ms();
  const bool has_key = record.key && !record.key->empty();
  batch.add({.timestamp = timestamp,
             .key = std::move(record.key),
             .value = std::move(record.value),
             .headers = std::move(record.headers)});
  if (outgoing.is_reported) batch.report_last(outgoing.id, record.tag, timestamp);
  const bool is_full = batch.size() >= options_.batch_size;
  if (is_full) batch.close();

  const std::size_t added = batch.size() - used_before;
  used_bytes_ += added;
  ++unfinished_records_;
  if (!record.partition && !has_key) sticky_.added(queue.where(), added, options_.batch_size);
  return Appended{.is_news = !has_room || is_full};
}

void RecordAccumulator::drop_empty() {
  std::erase_if(active_, [this](QueueIndex index) { return queues_[index].empty(); });
}

void RecordAccumulator::close_batches() {
  for (const QueueIndex index : active_) {
    if (!queues_[index].empty()) queues_[index].batches().back().close();
  }
}

void RecordAccumulator::release(const ProducerBatch& batch) {
  const auto records = static_cast<std::size_t>(batch.record_count());
  COHORT_ASSERT(used_bytes_ >= batch.size());
  COHORT_ASSERT(unfinished_records_ >= records);
  used_bytes_ -= batch.size();
  unfinished_records_ -= records;
}

void RecordAccumulator::split(QueueIndex index, std::size_t batch) {
  const ProducerBatch& whole = queues_[index].batches()[batch];
  std::vector<ProducerBatch> parts = whole.split(options_.batch_size);
  used_bytes_ -= whole.size();
  for (const ProducerBatch& part : parts) used_bytes_ += part.size();
  queues_[index].replace(batch, std::move(parts));
}

}  // namespace cohort::client
