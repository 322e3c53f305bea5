// DeleteGroupsPlan: groups to delete, asked of their coordinators.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/delete_groups.hpp>

#include <string>
#include <vector>

namespace cohort::client {

class DeleteGroupsPlan : public KeyedPlan<std::string, Done> {
 public:
  explicit DeleteGroupsPlan(const std::vector<std::string>& groups);

  static Api api(Step) { return DeleteGroupsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
};

}  // namespace cohort::client
