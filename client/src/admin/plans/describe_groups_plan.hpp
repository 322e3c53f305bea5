// DescribeGroupsPlan: the state and members of groups, asked of their coordinators.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/groups.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/describe_groups.hpp>

#include <string>
#include <vector>

namespace cohort::client {

class DescribeGroupsPlan : public KeyedPlan<std::string, GroupDescription> {
 public:
  explicit DescribeGroupsPlan(const std::vector<std::string>& groups);

  static Api api(Step) { return DescribeGroupsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
};

}  // namespace cohort::client
