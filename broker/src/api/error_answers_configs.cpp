// What the APIs of settings and quotas answer when a request is not carried out.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/alter_client_quotas.hpp>
#include <cohort/protocol/messages/alter_configs.hpp>
#include <cohort/protocol/messages/describe_client_quotas.hpp>
#include <cohort/protocol/messages/describe_configs.hpp>
#include <cohort/protocol/messages/incremental_alter_configs.hpp>
#include <cohort/protocol/messages/list_client_metrics_resources.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

/// Where Kafka has a sentence for the error, its name stands here, as in AlterClientQuotas below.
DescribeConfigsResponse error_answer(const DescribeConfigsRequest& request, ErrorCode error,
                                     int /*version*/) {
  DescribeConfigsResponse response;
  for (const DescribeConfigsResource& resource : request.resources) {
    response.results.push_back({.error_code = error,
                                .error_message = std::string(name(error)),
                                .resource_type = resource.resource_type,
                                .resource_name = resource.resource_name});
  }
  return response;
}

AlterConfigsResponse error_answer(const AlterConfigsRequest& request, ErrorCode error,
                                  int /*version*/) {
  AlterConfigsResponse response;
  for (const AlterConfigsResource& resource : request.resources) {
    response.responses.push_back({.error_code = error,
                                  .error_message = std::nullopt,
                                  .resource_type = resource.resource_type,
                                  .resource_name = resource.resource_name});
  }
  return response;
}

IncrementalAlterConfigsResponse error_answer(const IncrementalAlterConfigsRequest& request,
                                             ErrorCode error, int /*version*/) {
  IncrementalAlterConfigsResponse response;
  for (const IncrementalAlterConfigsAlterConfigsResource& resource : request.resources) {
    response.responses.push_back({.error_code = error,
                                  .error_message = std::nullopt,
                                  .resource_type = resource.resource_type,
                                  .resource_name = resource.resource_name});
  }
  return response;
}

DescribeClientQuotasResponse error_answer(const DescribeClientQuotasRequest& /*request*/,
                                          ErrorCode error, int /*version*/) {
  return {.error_code = error, .error_message = std::nullopt, .entries = std::nullopt};
}

AlterClientQuotasResponse error_answer(const AlterClientQuotasRequest& request, ErrorCode error,
                                       int /*version*/) {
  AlterClientQuotasResponse response;
  for (const AlterClientQuotasRequestEntry& entry : request.entries) {
    response.entries.push_back(
        {.error_code = error, .error_message = std::string(name(error)), .entity = entry.entity});
  }
  return response;
}

ListClientMetricsResourcesResponse error_answer(const ListClientMetricsResourcesRequest&,
                                                ErrorCode error, int /*version*/) {
  return {.error_code = error};
}

}  // namespace cohort::broker
