#include "admin/plans/describe_configs_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <charconv>
#include <utility>

namespace cohort::client {

namespace {

/// A broker answers for itself alone; what holds for all, or is no broker, is anybody's
/// (KafkaAdminClient.nodeFor).
Target target_of(const ConfigResource& resource) {
  if (resource.type == ConfigResourceType::topic) return {.place = Place::any_broker};
  std::int32_t node_id = -1;
  const char* end = resource.name.data() + resource.name.size();
  const auto [stopped_at, error] = std::from_chars(resource.name.data(), end, node_id);
  if (error != std::errc() || stopped_at != end) return {.place = Place::any_broker};
  return Target::broker(node_id);
}

ConfigEntry config_entry(const DescribeConfigsResourceResult& answered, int version) {
  ConfigEntry entry{.name = answered.name,
                    .value = answered.value,
                    .source = static_cast<ConfigSource>(answered.config_source),
                    .is_read_only = answered.read_only,
                    .is_sensitive = answered.is_sensitive,
                    .documentation = answered.documentation.value_or("")};
  if (version == 0) {
    entry.source = answered.is_default ? ConfigSource::default_value : ConfigSource::unknown;
  }
  entry.synonyms.reserve(answered.synonyms.size());
  for (const DescribeConfigsSynonym& synonym : answered.synonyms) {
    entry.synonyms.push_back({.name = synonym.name,
                              .value = synonym.value,
                              .source = static_cast<ConfigSource>(synonym.source)});
  }
  return entry;
}

}  // namespace

DescribeConfigsPlan::DescribeConfigsPlan(const std::vector<ConfigResource>& resources,
                                         DescribeConfigsOptions options)
    : options_(std::move(options)) {
  for (const ConfigResource& resource : resources) add(resource, target_of(resource));
}

int DescribeConfigsPlan::lowest_version(Step /*step*/) const {
  if (options_.with_documentation) return 3;
  return options_.with_synonyms ? 1 : 0;
}

RequestId DescribeConfigsPlan::send(const Sender& sender, const Batch& batch) const {
  DescribeConfigsRequest request{.include_synonyms = options_.with_synonyms,
                                 .include_documentation = options_.with_documentation};
  for (const ConfigResource& resource : keys_of(batch)) {
    DescribeConfigsResource& asked = request.resources.emplace_back();
    asked.resource_type = static_cast<std::int8_t>(resource.type);
    asked.resource_name = resource.name;
    asked.configuration_keys.reset();
    if (!options_.keys.empty()) asked.configuration_keys = options_.keys;
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> DescribeConfigsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<DescribeConfigsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<ConfigResource, std::vector<ConfigEntry>> readings;
  for (const DescribeConfigsResult& result : response->results) {
    auto& reading =
        readings[{static_cast<ConfigResourceType>(result.resource_type), result.resource_name}];
    reading.code = result.error_code;
    reading.message = result.error_message.value_or("");
    reading.value.reserve(result.configs.size());
    for (const DescribeConfigsResourceResult& config : result.configs) {
      reading.value.push_back(config_entry(config, answer.version));
    }
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

AlterConfigsPlan::AlterConfigsPlan(ConfigAlterations alterations, bool validate_only)
    : alterations_(std::move(alterations)), validate_only_(validate_only) {
  for (const auto& [resource, changes] : alterations_) add(resource, target_of(resource));
}

RequestId AlterConfigsPlan::send(const Sender& sender, const Batch& batch) const {
  IncrementalAlterConfigsRequest request{.validate_only = validate_only_};
  for (const ConfigResource& resource : keys_of(batch)) {
    IncrementalAlterConfigsAlterConfigsResource& asked = request.resources.emplace_back();
    asked.resource_type = static_cast<std::int8_t>(resource.type);
    asked.resource_name = resource.name;
    for (const ConfigAlteration& change : alterations_.at(resource)) {
      auto& config = asked.configs.emplace_back();
      config.name = change.name;
      config.config_operation = static_cast<std::int8_t>(change.operation);
      if (change.operation == AlterOperation::remove) {
        config.value.reset();
      } else {
        config.value = change.value;
      }
    }
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> AlterConfigsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<IncrementalAlterConfigsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<ConfigResource, Done> readings;
  for (const auto& result : response->responses) {
    readings[{static_cast<ConfigResourceType>(result.resource_type), result.resource_name}] = {
        result.error_code, result.error_message.value_or(""), {}};
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

}  // namespace cohort::client
