// ListGroupOffsetsPlan: the committed offsets of a group, asked of its coordinator.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/groups.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

using GroupOffsets = Outcomes<TopicPartition, CommittedOffset>;

/// OffsetFetch as this version writes it. Without partitions: of all that have offsets.
OffsetFetchRequest group_offsets_request(const std::string& group,
                                         const ListGroupOffsetsOptions& options, int version);
/// Without the partitions that have none. A partition that is about to be committed by a
/// transaction is an error of all.
Result<Reading<GroupOffsets>> read_group_offsets(const Answered& answer, const std::string& group);
/// What a broker must have for these options.
int lowest_offset_fetch_version(const ListGroupOffsetsOptions& options);

class ListGroupOffsetsPlan : public SinglePlan<GroupOffsets> {
 public:
  ListGroupOffsetsPlan(std::string group, ListGroupOffsetsOptions options);

  static Api api(Step) { return OffsetFetchRequest::api; }
  int lowest_version(Step) const { return lowest_offset_fetch_version(options_); }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
  std::string subject_of(const CallItem&) const { return "group " + group_; }

 private:
  std::string group_;
  ListGroupOffsetsOptions options_;
};

}  // namespace cohort::client
