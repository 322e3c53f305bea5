// RemoveMembersPlan: static members to take out of a group, asked of its coordinator.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/leave_group.hpp>

#include <string>
#include <vector>

namespace cohort::client {

/// Keys are instance ids.
class RemoveMembersPlan : public KeyedPlan<std::string, Done> {
 public:
  RemoveMembersPlan(std::string group, const std::vector<std::string>& instance_ids,
                    std::string reason);

  static Api api(Step) { return LeaveGroupRequest::api; }
  /// By instance ids since v3 (KIP-345).
  static int lowest_version(Step) { return 3; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::string group_;
  std::string reason_;
};

}  // namespace cohort::client
