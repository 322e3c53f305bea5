// CreateTopicsPlan: topics to make, asked of the controller.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/topics.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/create_topics.hpp>

#include <string>
#include <vector>

namespace cohort::client {

class CreateTopicsPlan : public KeyedPlan<std::string, CreatedTopic> {
 public:
  CreateTopicsPlan(std::vector<NewTopic> topics, bool validate_only);

  static Api api(Step) { return CreateTopicsRequest::api; }
  int lowest_version(Step) const;
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::vector<NewTopic> topics_;
  bool validate_only_;
};

}  // namespace cohort::client
