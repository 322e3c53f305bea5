// DescribeConfigs v0-v4 (KIP-133).
// v1 sources and synonyms (KIP-226); v3 types and documentation (KIP-569); v4 flexible.
// Not here: authorisation; loggers, of which there are none.
#include "api/handlers.hpp"
#include "config/config_alteration.hpp"
#include "config/config_description.hpp"
#include "config/java_text.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_configs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

/// What Kafka says of a request with a resource that can't be described, whatever else is in it
/// (ConfigHelper.handleDescribeConfigsRequest, DescribeConfigsRequest.getErrorResponse).
constexpr std::string_view invalid_request_message =
    "This most likely occurs because of a request being malformed by the client library or the "
    "message was sent to an incompatible broker. See the broker logs for more details.";

/// A bound of our own on memory; Kafka's is its heap.
constexpr std::size_t most_described_bytes = std::size_t{128} << 20;

DescribeConfigsResult refused(const DescribeConfigsResource& resource, ErrorCode error,
                              std::string message) {
  return {.error_code = error,
          .error_message = std::move(message),
          .resource_type = resource.resource_type,
          .resource_name = resource.resource_name};
}

bool is_wanted(const DescribeConfigsResource& resource, const std::string& name) {
  const auto& keys = resource.configuration_keys;
  // None named is all, as null is (ConfigHelper.describeConfigs).
  return !keys || keys->empty() || std::ranges::find(*keys, name) != keys->end();
}

DescribeConfigsResourceResult shown(ConfigDescription config,
                                    const DescribeConfigsRequest& request) {
  DescribeConfigsResourceResult result{.name = std::move(config.name),
                                       .value = std::move(config.value),
                                       .read_only = config.is_read_only,
                                       .config_source = static_cast<std::int8_t>(config.source),
                                       .is_sensitive = config.is_sensitive,
                                       .config_type = static_cast<std::int8_t>(config.type),
                                       .documentation = std::nullopt};
  if (request.include_documentation) result.documentation = std::move(config.documentation);
  if (!request.include_synonyms) return result;
  for (ConfigSynonym& synonym : config.synonyms) {
    result.synonyms.push_back({.name = std::move(synonym.name),
                               .value = std::move(synonym.value),
                               .source = static_cast<std::int8_t>(synonym.source)});
  }
  return result;
}

/// What an answer's texts take up, near enough: a resource may be named as often as fits into a
/// request, and each mention is described.
std::size_t text_size(const DescribeConfigsResult& result) {
  std::size_t size = 0;
  for (const DescribeConfigsResourceResult& config : result.configs) {
    size += sizeof config + config.name.size() + config.value.value_or("").size() +
            config.documentation.value_or("").size();
    for (const DescribeConfigsSynonym& synonym : config.synonyms) {
      size += sizeof synonym + synonym.name.size() + synonym.value.value_or("").size();
    }
  }
  return size;
}

/// One resource's answer while it is written.
class Answer {
 public:
  Answer(const BrokerState& state, const DescribeConfigsRequest& request,
         const DescribeConfigsResource& resource)
      : state_(state), request_(request), resource_(resource) {}

  DescribeConfigsResult of(ConfigResource type) const {
    switch (type) {
      case ConfigResource::topic:
        return topic();
      case ConfigResource::broker:
        if (resource_.resource_name.empty()) return listed(describe_all_brokers(state_.config));
        if (auto fault = id_fault(" or empty string,")) return *std::move(fault);
        return listed(describe_broker(state_.config));
      case ConfigResource::broker_logger:
        if (resource_.resource_name.empty()) {
          return refused(resource_, ErrorCode::invalid_request, "Broker id must not be empty");
        }
        return id_fault("").value_or(listed({}));
      case ConfigResource::client_metrics:
        return client_metrics();
      case ConfigResource::unknown:
        break;
    }
    return refused(resource_, ErrorCode::invalid_request, std::string(invalid_request_message));
  }

 private:
  DescribeConfigsResult listed(std::vector<ConfigDescription> configs) const {
    DescribeConfigsResult result = refused(resource_, ErrorCode::none, "");
    for (ConfigDescription& config : configs) {
      if (!is_wanted(resource_, config.name)) continue;
      result.configs.push_back(shown(std::move(config), request_));
    }
    return result;
  }

  DescribeConfigsResult topic() const {
    if (auto fault = topic_name_fault(resource_.resource_name)) {
      return refused(resource_, ErrorCode::invalid_topic_exception, *std::move(fault));
    }
    const Topic* topic = state_.catalog.find(resource_.resource_name);
    if (topic == nullptr) return refused(resource_, ErrorCode::unknown_topic_or_partition, "");
    return listed(describe_topic(topic->overrides, state_.config));
  }

  /// Whatever keys are named.
  DescribeConfigsResult client_metrics() const {
    if (resource_.resource_name.empty()) {
      return refused(resource_, ErrorCode::invalid_request,
                     "Client metrics subscription name must not be empty");
    }
    DescribeConfigsResult result = refused(resource_, ErrorCode::none, "");
    const auto found = state_.client_metrics.find(resource_.resource_name);
    if (found == state_.client_metrics.end()) return result;
    for (const auto& [name, value] : found->second) {
      result.configs.push_back(
          {.name = name,
           .value = value,
           .config_source = static_cast<std::int8_t>(ConfigSource::client_metrics)});
    }
    return result;
  }

  /// Any broker but this one can't be told of here.
  std::optional<DescribeConfigsResult> id_fault(std::string_view also_allowed) const {
    const auto id = java_int(resource_.resource_name);
    if (!id) {
      return refused(
          resource_, ErrorCode::invalid_request,
          fmt::format("Broker id must be an integer, but it is: {}", resource_.resource_name));
    }
    if (*id == state_.config.node_id) return std::nullopt;
    return refused(resource_, ErrorCode::invalid_request,
                   fmt::format("Unexpected broker id, expected {}{} but received {}",
                               state_.config.node_id, also_allowed, resource_.resource_name));
  }

  const BrokerState& state_;
  const DescribeConfigsRequest& request_;
  const DescribeConfigsResource& resource_;
};

}  // namespace

std::optional<DescribeConfigsResponse> describe_configs(RequestContext& context,
                                                        const DescribeConfigsRequest& request) {
  // One resource of an unknown type, and none is described.
  const bool is_broken = std::ranges::any_of(request.resources, [](const auto& resource) {
    return config_resource(resource.resource_type) == ConfigResource::unknown;
  });
  DescribeConfigsResponse response;
  std::size_t size = 0;
  for (const DescribeConfigsResource& resource : request.resources) {
    const ConfigResource type =
        is_broken ? ConfigResource::unknown : config_resource(resource.resource_type);
    response.results.push_back(Answer(context.state, request, resource).of(type));
    size += text_size(response.results.back());
    if (size <= most_described_bytes) continue;
    context.refuse("DescribeConfigs: an answer of more than 128 MB");
    return std::nullopt;
  }
  return response;
}

}  // namespace cohort::broker
