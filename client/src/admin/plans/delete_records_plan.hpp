// DeleteRecordsPlan: records to delete from the start of partitions, asked of their leaders.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/delete_records.hpp>

#include <cstdint>
#include <map>
#include <vector>

namespace cohort::client {

/// Outcomes are the offsets of the first records that are kept.
class DeleteRecordsPlan : public KeyedPlan<TopicPartition, std::int64_t> {
 public:
  explicit DeleteRecordsPlan(std::map<TopicPartition, std::int64_t> before);

  static Api api(Step) { return DeleteRecordsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::map<TopicPartition, std::int64_t> before_;
};

}  // namespace cohort::client
