// Metadata v0-v12.
// v1 null topics mean all, controller, racks; v2 cluster id; v4 allow_auto_topic_creation; v5
// offline replicas; v7 leader epoch (KIP-320); v8 authorised operations (KIP-430); v9 flexible; v10
// topic ids (KIP-516); v11 no cluster operations; v12 topics by id. Not here: authorisation.
#include "api/authorized_operations.hpp"
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/metadata.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::broker {

namespace {

/// An unparsable mix of names and ids fails as a whole, and the answer has no brokers in it
/// (KafkaApis.handleTopicMetadataRequest; MetadataRequest.getErrorResponse; KAFKA-12701).
bool is_invalid(const RequestContext& context, const MetadataRequest& request) {
  if (!request.topics || context.version() >= 12) return false;
  return std::any_of(request.topics->begin(), request.topics->end(),
                     [](const auto& topic) { return !topic.name || !topic.topic_id.is_zero(); });
}

MetadataResponse refused(const MetadataRequest& request, ErrorCode error) {
  MetadataResponse response;
  for (const MetadataRequestTopic& topic : *request.topics) {
    response.topics.push_back(
        {.error_code = error, .name = topic.name.value_or(""), .topic_id = topic.topic_id});
  }
  return response;
}

/// A request by name in which a topic has neither makes Kafka fail (Topic.validate).
bool has_nameless_topic(const MetadataRequest& request) {
  if (!request.topics) return false;
  const auto& topics = *request.topics;
  return std::any_of(topics.begin(), topics.end(), [](const auto& topic) { return !topic.name; }) &&
         std::all_of(topics.begin(), topics.end(),
                     [](const auto& topic) { return topic.topic_id.is_zero(); });
}

MetadataResponseTopic described(const Topic& topic) {
  MetadataResponseTopic answer{
      .name = topic.name, .topic_id = topic.id, .is_internal = topic.is_internal};
  for (std::size_t i = 0; i < topic.partitions.size(); ++i) {
    const Partition& partition = topic.partitions[i];
    answer.partitions.push_back({.partition_index = static_cast<std::int32_t>(i),
                                 .leader_id = partition.leader,
                                 .leader_epoch = partition.leader_epoch,
                                 .replica_nodes = partition.replicas,
                                 .isr_nodes = partition.isr});
  }
  return answer;
}

MetadataResponseTopic missing(const std::string& name) {
  MetadataResponseTopic answer{.error_code = ErrorCode::unknown_topic_or_partition,
                               .name = name,
                               .is_internal = is_internal_topic(name)};
  if (topic_name_fault(name)) answer.error_code = ErrorCode::invalid_topic_exception;
  return answer;
}

std::vector<MetadataResponseTopic> by_id(const Catalog& catalog, const std::set<Uuid>& ids) {
  // Those that are not known come first (KafkaApis.handleTopicMetadataRequest).
  std::vector<MetadataResponseTopic> answers;
  for (const Uuid& id : ids) {
    if (catalog.find(id) != nullptr) continue;
    answers.push_back(
        {.error_code = ErrorCode::unknown_topic_id, .name = std::nullopt, .topic_id = id});
  }
  for (const Uuid& id : ids) {
    if (const Topic* topic = catalog.find(id)) answers.push_back(described(*topic));
  }
  return answers;
}

std::vector<MetadataResponseTopic> by_name(RequestContext& context,
                                           const MetadataRequest& request) {
  const bool may_create =
      request.allow_auto_topic_creation && context.state.config.log.auto_create_topics;
  std::vector<MetadataResponseTopic> answers;
  std::vector<std::string> unknown;
  std::set<std::string> seen;
  for (const MetadataRequestTopic& wanted : *request.topics) {
    if (!wanted.name || !seen.insert(*wanted.name).second) continue;
    const Topic* topic = context.state.catalog.find(*wanted.name);
    if (topic != nullptr) answers.push_back(described(*topic));
    if (topic == nullptr) unknown.push_back(*wanted.name);
  }
  // Those that are not known come last (KafkaApis.getTopicMetadata).
  for (const std::string& name : unknown) answers.push_back(missing(name));
  if (!may_create) return answers;
  // A topic that is made for this request is not there yet when it is answered: the client asks
  // again (DefaultAutoTopicCreationManager.createTopics).
  std::erase_if(unknown, [](const std::string& name) {
    return name == metadata_topic || topic_name_fault(name).has_value();
  });
  create_automatically(context.state, unknown, context.now);
  return answers;
}

std::vector<MetadataResponseTopic> topics_of(RequestContext& context,
                                             const MetadataRequest& request) {
  // In v0 an empty list means all topics; afterwards null does (MetadataRequest.isAllTopics).
  const bool wants_all = !request.topics || (context.version() == 0 && request.topics->empty());
  std::vector<MetadataResponseTopic> answers;
  if (wants_all) {
    for (const auto& [name, topic] : context.state.catalog.topics()) {
      answers.push_back(described(topic));
    }
    return answers;
  }
  std::set<Uuid> ids;
  for (const MetadataRequestTopic& topic : *request.topics) {
    if (!topic.topic_id.is_zero()) ids.insert(topic.topic_id);
  }
  // One id in the request makes it a request by id; names without one are passed over.
  return ids.empty() ? by_name(context, request) : by_id(context.state.catalog, ids);
}

}  // namespace

std::optional<MetadataResponse> metadata(RequestContext& context, const MetadataRequest& request) {
  if (is_invalid(context, request)) return refused(request, ErrorCode::invalid_request);
  if (has_nameless_topic(request)) return refused(request, ErrorCode::unknown_server_error);
  const BrokerState& state = context.state;
  MetadataResponse response{.cluster_id = to_base64(state.cluster_id),
                            .controller_id = state.cluster.controller(),
                            .topics = topics_of(context, request)};
  for (ReachableBroker& broker : state.cluster.reachable(context.entrance())) {
    response.brokers.push_back({.node_id = broker.node_id,
                                .host = std::move(broker.endpoint.host),
                                .port = broker.endpoint.port,
                                .rack = std::move(broker.rack)});
  }
  if (request.include_topic_authorized_operations) {
    for (MetadataResponseTopic& topic : response.topics) {
      if (!topic.name) continue;
      topic.topic_authorized_operations = all_topic_operations;
    }
  }
  if (request.include_cluster_authorized_operations) {
    response.cluster_authorized_operations = all_cluster_operations;
  }
  return response;
}

}  // namespace cohort::broker
