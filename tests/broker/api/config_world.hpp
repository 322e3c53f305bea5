// ConfigWorld: a broker with a topic `t`, and a client that describes and alters settings.
#pragma once

#include "api_world.hpp"
#include "config/config_alteration.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

inline constexpr std::int8_t topic_type = 2;
inline constexpr std::int8_t broker_type = 4;
inline constexpr std::int8_t logger_type = 8;
inline constexpr std::int8_t metrics_type = 16;

/// A change of IncrementalAlterConfigs: 0 set, 1 delete, 2 append, 3 subtract.
struct Op {
  std::string key;
  std::int8_t operation = 0;
  std::optional<std::string> value;
};

/// Code and message.
using Outcome = std::pair<ErrorCode, std::optional<std::string>>;
inline const Outcome done{ErrorCode::none, std::nullopt};
inline Outcome bad_request(std::string message) {
  return {ErrorCode::invalid_request, std::move(message)};
}
inline Outcome bad_config(std::string message) {
  return {ErrorCode::invalid_config, std::move(message)};
}

class ConfigWorld : public ::testing::Test {
 protected:
  explicit ConfigWorld(const Config& config = {}) : api(config) { api.create_topic("t"); }

  Outcome alter(std::int8_t type, const std::string& name, const std::vector<Op>& ops,
                bool validate_only = false) {
    IncrementalAlterConfigsRequest request{.validate_only = validate_only};
    auto& resource = request.resources.emplace_back();
    resource.resource_type = type;
    resource.resource_name = name;
    for (const Op& op : ops) resource.configs.push_back({op.key, op.operation, op.value});
    const auto response = client.ask<IncrementalAlterConfigsResponse>(request, 1);
    EXPECT_EQ(response->responses.size(), 1u);
    return {response->responses.at(0).error_code, response->responses.at(0).error_message};
  }

  Outcome replace(std::int8_t type, const std::string& name, const std::vector<Op>& settings,
                  bool validate_only = false) {
    AlterConfigsRequest request{.validate_only = validate_only};
    auto& resource = request.resources.emplace_back();
    resource.resource_type = type;
    resource.resource_name = name;
    for (const Op& setting : settings) resource.configs.push_back({setting.key, setting.value});
    const auto response = client.ask<AlterConfigsResponse>(request, 2);
    EXPECT_EQ(response->responses.size(), 1u);
    return {response->responses.at(0).error_code, response->responses.at(0).error_message};
  }

  DescribeConfigsResult describe(std::int8_t type, const std::string& name,
                                 std::optional<std::vector<std::string>> keys = std::nullopt) {
    DescribeConfigsRequest request{.include_synonyms = true};
    request.resources = {
        {.resource_type = type, .resource_name = name, .configuration_keys = std::move(keys)}};
    const auto response = client.ask<DescribeConfigsResponse>(request, 4);
    EXPECT_EQ(response->results.size(), 1u);
    return response->results.at(0);
  }

  /// The one setting asked for.
  DescribeConfigsResourceResult setting(std::int8_t type, const std::string& name,
                                        const std::string& key) {
    const auto result = describe(type, name, std::vector{key});
    EXPECT_EQ(result.configs.size(), 1u) << key;
    return result.configs.empty() ? DescribeConfigsResourceResult{} : result.configs.front();
  }

  const TopicOverrides& overrides() { return api.broker().state().catalog.find("t")->overrides; }
  const LogSettings& settings() { return api.broker().state().catalog.find("t")->settings; }
  const Config& config() { return api.broker().state().config; }

  ApiWorld api;
  testing::WireClient client{api.world, "client"};
};

}  // namespace cohort::broker
