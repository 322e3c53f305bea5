// ListOffsetsPlan: offsets by time or by their place in the log, asked of each partition's leader.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/offsets.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>

#include <map>
#include <vector>

namespace cohort::client {

using OffsetSpecs = std::map<TopicPartition, OffsetSpec>;

/// ListOffsets for these partitions of `wanted`.
ListOffsetsRequest list_offsets_request(const std::vector<TopicPartition>& partitions,
                                        const OffsetSpecs& wanted, IsolationLevel isolation);
Result<Readings<TopicPartition, ListedOffset>> read_list_offsets(const Answered& answer);

class ListOffsetsPlan : public KeyedPlan<TopicPartition, ListedOffset> {
 public:
  ListOffsetsPlan(OffsetSpecs wanted, IsolationLevel isolation);

  static Api api(Step) { return ListOffsetsRequest::api; }
  int lowest_version(Step) const;
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  OffsetSpecs wanted_;
  IsolationLevel isolation_;
};

}  // namespace cohort::client
