// LagPlan: how far a group is behind: what it has committed, and then where those partitions end.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/plans/list_group_offsets_plan.hpp"
#include "admin/plans/list_offsets_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/groups.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

class LagPlan : public KeyedPlan<TopicPartition, PartitionLag> {
 public:
  explicit LagPlan(std::string group);

  static Api api(Step step) {
    return step == fetch_offsets ? OffsetFetchRequest::api : ListOffsetsRequest::api;
  }
  static int lowest_version(Step step) { return step == fetch_offsets ? 2 : 1; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
  void fail(const CallItem& item, Failure failure);
  std::string subject_of(const CallItem& item) const;
  Outcome<Value> result() const;

 private:
  static constexpr Step fetch_offsets = 0;
  static constexpr Step list_ends = 1;

  Result<std::vector<Verdict>> read_committed(const Answered& answer);

  std::string group_;
  std::map<TopicPartition, std::int64_t> committed_{};
  Outcomes<TopicPartition, PartitionLag> failures_{};  ///< Of those that could not be read.
  std::optional<Failure> failure_{};                   ///< Of the first question.
};

}  // namespace cohort::client
