#include "http/record_reader.hpp"

#include "http/base64.hpp"
#include "state.hpp"
#include <cohort/protocol/records.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

/// Text if it is UTF-8, which JSON can hold; else base64 under another name.
void put_bytes(boost::json::object& object, const std::string& field,
               const std::optional<Buffer>& bytes) {
  if (!bytes) {
    object[field] = nullptr;
  } else if (is_utf8(bytes->text())) {
    object[field] = boost::json::string(bytes->text().data(), bytes->text().size());
  } else {
    object[field + "_base64"] = to_base64(bytes->bytes());
  }
}

boost::json::object record_to_json(std::int32_t partition, std::int64_t offset,
                                   const Record& record) {
  boost::json::object object{
      {"partition", partition}, {"offset", offset}, {"timestamp_ms", record.timestamp}};
  put_bytes(object, "key", record.key);
  put_bytes(object, "value", record.value);
  boost::json::array headers;
  for (const RecordHeader& header : record.headers) {
    boost::json::object one{{"key", header.key}};
    put_bytes(one, "value", header.value);
    headers.push_back(std::move(one));
  }
  object["headers"] = std::move(headers);
  return object;
}

}  // namespace

RecordReader::RecordReader(const Broker& broker, const Topic& topic, const Range& range)
    : broker_(&broker),
      topic_(topic.name),
      id_(topic.id),
      range_(range),
      partition_(range.first),
      next_offset_(range.from) {}

std::optional<boost::json::object> RecordReader::next() {
  if (range_.most == 0) return std::nullopt;
  const Topic* topic = broker_->state().catalog.find(topic_);
  if (topic == nullptr || topic->id != id_) return std::nullopt;
  for (; partition_ < range_.end; ++partition_) {
    std::optional<boost::json::object> record = next_of(topic->partition(partition_)->log);
    if (record) {
      --range_.most;
      return record;
    }
    next_offset_ = range_.from;
  }
  return std::nullopt;
}

std::optional<boost::json::object> RecordReader::next_of(const PartitionLog& log) {
  next_offset_ = std::max(next_offset_, log.log_start_offset());
  while (batch_ || open_batch(log)) {
    for (RecordView record; batch_->next(record);) {
      const std::int64_t offset = base_offset_ + record.offset_delta;
      if (offset < next_offset_) continue;
      next_offset_ = offset + 1;
      return record_to_json(partition_, offset, record.owned());
    }
    batch_.reset();
    next_offset_ = std::max(next_offset_, end_offset_);
  }
  return std::nullopt;
}

bool RecordReader::open_batch(const PartitionLog& log) {
  const std::vector<StoredBatch>& batches = log.batches();
  auto at = std::ranges::lower_bound(batches, next_offset_, {}, &StoredBatch::last_offset);
  for (; at != batches.end(); ++at) {
    if (at->batch.header().is_control()) continue;
    RecordResult<BatchRecords> records = at->batch.records();
    if (!records) continue;
    batch_.emplace(std::move(records.value()));
    base_offset_ = at->base_offset;
    end_offset_ = at->last_offset() + 1;
    return true;
  }
  return false;
}

}  // namespace cohort::broker
