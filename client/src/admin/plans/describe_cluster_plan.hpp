// DescribeClusterPlan: brokers and controller, of any broker.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/cluster.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/describe_cluster.hpp>
#include <cohort/protocol/messages/metadata.hpp>

#include <optional>
#include <vector>

namespace cohort::client {

/// By DescribeCluster, or Metadata of brokers before Kafka 2.8 (KIP-700).
class DescribeClusterPlan : public SinglePlan<ClusterDescription> {
 public:
  DescribeClusterPlan() : SinglePlan({.place = Place::any_broker}) {}

  static Api api(Step step) {
    return step == by_metadata ? MetadataRequest::api : DescribeClusterRequest::api;
  }
  /// Metadata below v1 does not tell of the controller.
  static int lowest_version(Step step) { return step == by_metadata ? 1 : 0; }
  static std::optional<Step> instead_of(Step step) {
    return step == by_metadata ? std::nullopt : std::optional<Step>(by_metadata);
  }
  static RequestId send(const Sender& sender, const Batch& batch);
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  static constexpr Step by_metadata = 1;
};

}  // namespace cohort::client
