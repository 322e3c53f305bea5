// DeleteTopicsPlan: topics to delete, by name, asked of the controller.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/topics.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/delete_topics.hpp>

#include <string>
#include <vector>

namespace cohort::client {

class DeleteTopicsPlan : public KeyedPlan<std::string, DeletedTopic> {
 public:
  explicit DeleteTopicsPlan(const std::vector<std::string>& topics);

  static Api api(Step) { return DeleteTopicsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
};

}  // namespace cohort::client
