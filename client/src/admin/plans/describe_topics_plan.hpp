// DescribeTopicsPlan, ListTopicsPlan: topics as Metadata shows them, of any broker.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/topics.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/metadata.hpp>

#include <string>
#include <vector>

namespace cohort::client {

/// Some, each with its partitions.
class DescribeTopicsPlan : public KeyedPlan<std::string, TopicDescription> {
 public:
  explicit DescribeTopicsPlan(const std::vector<std::string>& topics);

  static Api api(Step) { return MetadataRequest::api; }
  /// Below v4 a broker that makes topics makes every one that is asked for, as for Java's client.
  /// Source: KafkaAdminClient.describeTopics (handleUnsupportedVersionException).
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
};

/// All that there are.
class ListTopicsPlan : public SinglePlan<std::vector<ListedTopic>> {
 public:
  explicit ListTopicsPlan(bool with_internal);

  static Api api(Step) { return MetadataRequest::api; }
  static RequestId send(const Sender& sender, const Batch& batch);
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  bool with_internal_;
};

}  // namespace cohort::client
