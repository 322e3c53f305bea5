#include "producer/delivery_reports.hpp"

#include <algorithm>

namespace cohort::client {

void DeliveryReports::delivered(const TopicPartition& where, const ProducerBatch& batch,
                                const PartitionProduceResponse& answer) {
  for (const ReportedRecord& record : batch.reported()) {
    const bool has_append_time = answer.log_append_time_ms != no_timestamp;
    reports_.push_back({.id = record.id,
                        .partition = where,
                        .offset = answer.base_offset < 0 ? -1 : answer.base_offset + record.index,
                        .timestamp = Instant::from_unix_ms(
                            has_append_time ? answer.log_append_time_ms : record.timestamp),
                        .tag = record.tag});
  }
}

void DeliveryReports::failed(const TopicPartition& where, const ProducerBatch& batch,
                             const Failure& failure,
                             const std::vector<ProduceBatchIndexAndErrorMessage>& record_errors) {
  for (const ReportedRecord& record : batch.reported()) {
    Failure own = failure;
    const auto named = std::ranges::find(record_errors, record.index,
                                         &ProduceBatchIndexAndErrorMessage::batch_index);
    if (named != record_errors.end()) {
      // Several records may be refused for several reasons, of which the code tells one.
      if (record_errors.size() > 1) own.code = ErrorCode::invalid_record;
      if (named->batch_index_error_message) own.message = *named->batch_index_error_message;
    } else if (!record_errors.empty()) {
      own.code = ErrorCode::none;
      own.message = "was in one batch with a record that the broker refused with " +
                    std::string(name(failure.code));
    }
    reports_.push_back({.id = record.id,
                        .partition = where,
                        .timestamp = Instant::from_unix_ms(record.timestamp),
                        .failure = std::move(own),
                        .tag = record.tag});
  }
}

void DeliveryReports::refused(const OutgoingRecord& outgoing, const Failure& failure, Instant now) {
  if (!outgoing.is_reported) return;
  const ProducerRecord& record = outgoing.record;
  reports_.push_back({.id = outgoing.id,
                      .partition = {record.topic, record.partition.value_or(-1)},
                      .timestamp = record.timestamp.value_or(now),
                      .failure = failure,
                      .tag = record.tag});
}

}  // namespace cohort::client
