#include "admin/plans/describe_cluster_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

namespace {

Result<Reading<ClusterDescription>> read_metadata(const Answered& answer) {
  const auto response = decode<MetadataResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Reading<ClusterDescription> reading{.value = {.cluster_id = response->cluster_id.value_or(""),
                                                .controller = response->controller_id}};
  for (const MetadataResponseBroker& broker : response->brokers) {
    reading.value.brokers.push_back({.node_id = broker.node_id,
                                     .host = broker.host,
                                     .port = static_cast<std::uint16_t>(broker.port),
                                     .rack = broker.rack});
  }
  return reading;
}

Result<Reading<ClusterDescription>> read_describe_cluster(const Answered& answer) {
  const auto response = decode<DescribeClusterResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Reading<ClusterDescription> reading{
      .code = response->error_code,
      .message = response->error_message.value_or(""),
      .value = {.cluster_id = response->cluster_id, .controller = response->controller_id}};
  for (const DescribeClusterBroker& broker : response->brokers) {
    reading.value.brokers.push_back({.node_id = broker.broker_id,
                                     .host = broker.host,
                                     .port = static_cast<std::uint16_t>(broker.port),
                                     .rack = broker.rack});
  }
  return reading;
}

}  // namespace

RequestId DescribeClusterPlan::send(const Sender& sender, const Batch& batch) {
  if (batch.step == by_metadata) {
    return sender.send(MetadataRequest{.allow_auto_topic_creation = false});
  }
  return sender.send(DescribeClusterRequest{});
}

Result<std::vector<Verdict>> DescribeClusterPlan::read(const Batch& batch, const Answered& answer) {
  auto reading = batch.step == by_metadata ? read_metadata(answer) : read_describe_cluster(answer);
  if (!reading) return reading.error();
  return take_one(batch, std::move(*reading));
}

}  // namespace cohort::client
