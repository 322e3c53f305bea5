// Metadata v0-v12.
// v1 null topics mean all, controller, racks; v2 cluster id; v4 allow_auto_topic_creation; v5
// offline replicas; v7 leader epoch (KIP-320); v8 authorised operations (KIP-430); v9 flexible; v10
// topic ids (KIP-516); v11 no cluster operations; v12 topics by id. Not here: authorisation.
#include "api/authorized_operations.hpp"
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "cluster/sight.hpp"
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

/// A request by name in which a topic has neither makes Kafka fail (Topic.validate).
bool has_nameless_topic(const MetadataRequest& request) {
  if (!request.topics) return false;
  const auto& topics = *request.topics;
  return std::any_of(topics.begin(), topics.end(), [](const auto& topic) { return !topic.name; }) &&
         std::all_of(topics.begin(), topics.end(),
                     [](const auto& topic) { return topic.topic_id.is_zero(); });
}

/// What a request may see of the topics. Source: KRaftMetadataCache.getPartitionMetadata.
class Describer {
 public:
  explicit Describer(const RequestContext& context)
      : sight_(context.state.cluster, context.entrance()), version_(context.version()) {}

  MetadataResponseTopic described(const Topic& topic) const {
    MetadataResponseTopic answer{
        .name = topic.name, .topic_id = topic.id, .is_internal = topic.is_internal};
    answer.partitions.reserve(topic.partitions.size());
    for (const Partition& partition : topic.partitions) {
      answer.partitions.push_back(described(partition));
      answer.partitions.back().partition_index =
          static_cast<std::int32_t>(answer.partitions.size() - 1);
    }
    return answer;
  }

 private:
  MetadataResponsePartition described(const Partition& partition) const {
    MetadataResponsePartition answer{.leader_id = sight_.leader(partition.leader),
                                     .leader_epoch = partition.leader_epoch,
                                     .replica_nodes = partition.replicas,
                                     .isr_nodes = partition.isr,
                                     .offline_replicas = sight_.offline(partition.replicas)};
    const bool hides_offline = version_ == 0;
    if (hides_offline) {
      answer.replica_nodes = sight_.online(partition.replicas);
      answer.isr_nodes = sight_.online(partition.isr);
    }
    const bool misses_replica = answer.replica_nodes.size() < partition.replicas.size() ||
                                answer.isr_nodes.size() < partition.isr.size();
    if (answer.leader_id == -1) {
      // It leads, but its clients came in by another listener.
      const bool is_elsewhere = partition.leader != -1 && version_ >= 6;
      answer.error_code =
          is_elsewhere ? ErrorCode::listener_not_found : ErrorCode::leader_not_available;
    } else if (misses_replica) {
      answer.error_code = ErrorCode::replica_not_available;
    }
    return answer;
  }

  Sight sight_;
  std::int16_t version_;
};

MetadataResponseTopic missing(const std::string& name) {
  MetadataResponseTopic answer{.error_code = ErrorCode::unknown_topic_or_partition,
                               .name = name,
                               .is_internal = is_internal_topic(name)};
  if (topic_name_fault(name)) answer.error_code = ErrorCode::invalid_topic_exception;
  return answer;
}

std::vector<MetadataResponseTopic> by_id(const RequestContext& context, const std::set<Uuid>& ids) {
  const Catalog& catalog = context.state.catalog;
  const Describer describer(context);
  // Those that are not known come first (KafkaApis.handleTopicMetadataRequest).
  std::vector<MetadataResponseTopic> answers;
  for (const Uuid& id : ids) {
    if (catalog.find(id) != nullptr) continue;
    answers.push_back(
        {.error_code = ErrorCode::unknown_topic_id, .name = std::nullopt, .topic_id = id});
  }
  for (const Uuid& id : ids) {
    if (const Topic* topic = catalog.find(id)) answers.push_back(describer.described(*topic));
  }
  return answers;
}

std::vector<MetadataResponseTopic> by_name(RequestContext& context,
                                           const MetadataRequest& request) {
  const bool may_create =
      request.allow_auto_topic_creation && context.state.config.log.auto_create_topics;
  const Describer describer(context);
  std::vector<MetadataResponseTopic> answers;
  std::vector<std::string> unknown;
  std::set<std::string> seen;
  for (const MetadataRequestTopic& wanted : *request.topics) {
    if (!wanted.name || !seen.insert(*wanted.name).second) continue;
    const Topic* topic = context.state.catalog.find(*wanted.name);
    if (topic != nullptr) answers.push_back(describer.described(*topic));
    if (topic == nullptr) unknown.push_back(*wanted.name);
  }
  // Those that are not known come last (KafkaApis.getTopicMetadata).
  const std::size_t known = answers.size();
  for (const std::string& name : unknown) answers.push_back(missing(name));
  const ReleaseRules& rules = context.state.rules;
  if (!may_create && !rules.tells_bad_topic_names) {
    for (std::size_t i = known; i < answers.size(); ++i) {
      answers[i].error_code = ErrorCode::unknown_topic_or_partition;
    }
  }
  if (!may_create) return answers;
  // A topic that is made for this request is not there yet when it is answered: the client asks
  // again (DefaultAutoTopicCreationManager.createTopics).
  std::erase_if(unknown, [](const std::string& name) {
    return name == metadata_topic || topic_name_fault(name).has_value();
  });
  create_automatically(context.state, unknown, context.now);
  for (std::size_t i = known; i < answers.size(); ++i) {
    if (context.state.catalog.find(*answers[i].name) == nullptr) continue;
    answers[i].error_code = rules.topic_just_made;
  }
  return answers;
}

std::vector<MetadataResponseTopic> topics_of(RequestContext& context,
                                             const MetadataRequest& request) {
  // In v0 an empty list means all topics; afterwards null does (MetadataRequest.isAllTopics).
  const bool wants_all = !request.topics || (context.version() == 0 && request.topics->empty());
  std::vector<MetadataResponseTopic> answers;
  if (wants_all) {
    const Describer describer(context);
    for (const auto& [name, topic] : context.state.catalog.topics()) {
      answers.push_back(describer.described(topic));
    }
    return answers;
  }
  std::set<Uuid> ids;
  for (const MetadataRequestTopic& topic : *request.topics) {
    if (!topic.topic_id.is_zero()) ids.insert(topic.topic_id);
  }
  // One id in the request makes it a request by id; names without one are passed over.
  return ids.empty() ? by_name(context, request) : by_id(context, ids);
}

}  // namespace

std::optional<MetadataResponse> metadata(RequestContext& context, const MetadataRequest& request) {
  if (is_invalid(context, request)) {
    return error_answer(request, ErrorCode::invalid_request, context.version());
  }
  if (has_nameless_topic(request)) {
    return error_answer(request, ErrorCode::unknown_server_error, context.version());
  }
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
  for (MetadataResponseTopic& topic : response.topics) {
    const bool is_told = request.include_topic_authorized_operations && topic.name;
    topic.topic_authorized_operations =
        is_told ? all_topic_operations : state.rules.operations_not_asked_for;
  }
  response.cluster_authorized_operations = request.include_cluster_authorized_operations
                                               ? all_cluster_operations
                                               : state.rules.operations_not_asked_for;
  return response;
}

}  // namespace cohort::broker
