// CreatePartitionsPlan: topics to make wider, asked of the controller.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/topics.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/create_partitions.hpp>

#include <map>
#include <string>
#include <vector>

namespace cohort::client {

class CreatePartitionsPlan : public KeyedPlan<std::string, Done> {
 public:
  CreatePartitionsPlan(std::map<std::string, NewPartitions> topics, bool validate_only);

  static Api api(Step) { return CreatePartitionsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  std::map<std::string, NewPartitions> topics_;
  bool validate_only_;
};

}  // namespace cohort::client
