#include "config_world.hpp"

#include <algorithm>

namespace cohort::broker {
namespace {

using DescribeConfigs = ConfigWorld;

class DescribeConfigsOfAFile : public ConfigWorld {
 protected:
  static Config file() {
    Config config;
    config.set("log.retention.hours", "1");
    config.set("log.message.timestamp.difference.max.ms", "9");
    config.set("num.partitions", " 3 ");
    config.set("group.initial.rebalance.delay.ms", "7");
    config.set("ssl.key.password", "secret");
    return config;
  }
  DescribeConfigsOfAFile() : ConfigWorld(file()) {}
};

TEST_F(DescribeConfigs, AllKeysAreThereByName) {
  for (const auto& keys :
       {std::optional<std::vector<std::string>>{}, std::optional(std::vector<std::string>{})}) {
    const auto topic = describe(topic_type, "t", keys);
    EXPECT_EQ(topic.configs.size(), 36u);
    EXPECT_TRUE(std::ranges::is_sorted(topic.configs, {}, &DescribeConfigsResourceResult::name));
    const auto broker = describe(broker_type, "1", keys);
    EXPECT_EQ(broker.configs.size(), 314u);
    EXPECT_TRUE(std::ranges::is_sorted(broker.configs, {}, &DescribeConfigsResourceResult::name));
    EXPECT_TRUE(describe(broker_type, "", keys).configs.empty());
  }
}

TEST_F(DescribeConfigs, AnAnswerThatWouldBeEnormousEndsItsConnectionOnly) {
  DescribeConfigsRequest request;
  request.resources.assign(3'000, {broker_type, "1", std::nullopt});
  testing::WireClient greedy(api.world, "greedy");
  EXPECT_EQ(greedy.ask<DescribeConfigsResponse>(request, 4), std::nullopt);
  EXPECT_TRUE(greedy.is_closed());
  EXPECT_EQ(describe(topic_type, "t", std::nullopt).configs.size(), 36u);
}

TEST_F(DescribeConfigs, OldVersionsHaveTheirFields) {
  DescribeConfigsRequest request;
  request.resources = {{topic_type, "t", std::vector<std::string>{"retention.ms"}}};
  DescribeConfigsResourceResult expected{
      .name = "retention.ms", .value = "604800000", .documentation = ""};
  for (std::int16_t version = 0; version <= 4; ++version) {
    if (version == 1) expected.config_source = 5;
    if (version == 3) {
      expected.config_type = 5;
      expected.documentation = std::nullopt;
    }
    DescribeConfigsResponse response;
    response.results = {{.resource_type = topic_type, .resource_name = "t", .configs = {expected}}};
    EXPECT_EQ(client.ask<DescribeConfigsResponse>(request, version), response) << version;
  }
}

TEST_F(DescribeConfigs, DocumentationIsToldIfItIsAskedFor) {
  DescribeConfigsRequest request{.include_documentation = true};
  request.resources = {{topic_type, "t", std::nullopt}, {broker_type, "1", std::nullopt}};
  const auto response = client.ask<DescribeConfigsResponse>(request, 3);
  for (const auto& result : response->results) {
    for (const auto& config : result.configs) {
      EXPECT_FALSE(config.documentation.value_or("").empty()) << config.name;
      EXPECT_TRUE(config.synonyms.empty());
    }
  }
}

TEST_F(DescribeConfigs, OurOwnDefaultsAreShownAsDefaults) {
  const std::string key = "group.initial.rebalance.delay.ms";
  EXPECT_EQ(setting(broker_type, "1", key),
            (DescribeConfigsResourceResult{.name = key,
                                           .value = "50",
                                           .read_only = true,
                                           .config_source = 5,
                                           .synonyms = {{key, "50", 5}},
                                           .config_type = 3,
                                           .documentation = std::nullopt}));
}

TEST_F(DescribeConfigs, TheNodesIdIsAlwaysASettingOfTheFile) {
  EXPECT_EQ(setting(broker_type, "1", "node.id"),
            (DescribeConfigsResourceResult{.name = "node.id",
                                           .value = "1",
                                           .read_only = true,
                                           .config_source = 4,
                                           .synonyms = {{"node.id", "1", 4}, {"node.id", "-1", 5}},
                                           .config_type = 3,
                                           .documentation = std::nullopt}));
}

TEST_F(DescribeConfigs, WhatIsNotSetAndHasNoDefaultIsNull) {
  EXPECT_EQ(setting(broker_type, "1", "log.retention.ms"),
            (DescribeConfigsResourceResult{.name = "log.retention.ms",
                                           .value = std::nullopt,
                                           .config_source = 5,
                                           .config_type = 5,
                                           .documentation = std::nullopt}));
  EXPECT_EQ(setting(broker_type, "1", "broker.rack").value, std::nullopt);
}

TEST_F(DescribeConfigsOfAFile, ItsSettingsAreShown) {
  const auto shown = [&](const std::string& key) { return setting(broker_type, "1", key); };
  EXPECT_EQ(shown("num.partitions"),
            (DescribeConfigsResourceResult{
                .name = "num.partitions",
                .value = "3",
                .read_only = true,
                .config_source = 4,
                .synonyms = {{"num.partitions", "3", 4}, {"num.partitions", "1", 5}},
                .config_type = 3,
                .documentation = std::nullopt}));
  EXPECT_EQ(shown("group.initial.rebalance.delay.ms").synonyms,
            (std::vector<DescribeConfigsSynonym>{{"group.initial.rebalance.delay.ms", "7", 4},
                                                 {"group.initial.rebalance.delay.ms", "50", 5}}));
  EXPECT_EQ(shown("ssl.key.password"),
            (DescribeConfigsResourceResult{.name = "ssl.key.password",
                                           .value = std::nullopt,
                                           .config_source = 4,
                                           .is_sensitive = true,
                                           .synonyms = {{"ssl.key.password", std::nullopt, 4}},
                                           .config_type = 9,
                                           .documentation = std::nullopt}));
}

TEST_F(DescribeConfigsOfAFile, TopicsInheritThemThoughKafkaDoesNotSayWhereFrom) {
  // Only the first of the broker's names is looked for (ConfigHelper.createTopicConfigEntry).
  EXPECT_EQ(setting(topic_type, "t", "retention.ms"),
            (DescribeConfigsResourceResult{.name = "retention.ms",
                                           .value = "3600000",
                                           .config_source = 5,
                                           .config_type = 5,
                                           .documentation = std::nullopt}));
  EXPECT_EQ(setting(topic_type, "t", "message.timestamp.after.max.ms").value, "9");
}

TEST_F(DescribeConfigs, AResourceMayBeNamedTwice) {
  DescribeConfigsRequest request;
  request.resources = {{topic_type, "t", std::vector<std::string>{"no.such.key"}},
                       {topic_type, "t", std::vector<std::string>{"no.such.key"}}};
  DescribeConfigsResponse expected;
  expected.results = {{.resource_type = topic_type, .resource_name = "t"},
                      {.resource_type = topic_type, .resource_name = "t"}};
  EXPECT_EQ(client.ask<DescribeConfigsResponse>(request, 4), expected);
}

TEST_F(DescribeConfigs, AnUnknownTypeSpoilsTheWholeRequest) {
  for (const std::int8_t type : std::vector<std::int8_t>{0, 1, 32}) {
    DescribeConfigsRequest request;
    request.resources = {{topic_type, "t", std::nullopt}, {type, "g", std::nullopt}};
    const auto response = client.ask<DescribeConfigsResponse>(request, 4);
    for (const auto& result : response->results) {
      EXPECT_EQ(result.error_code, ErrorCode::invalid_request);
      EXPECT_TRUE(result.configs.empty());
    }
  }
}

TEST_F(DescribeConfigs, NamesThatNoTopicCanHaveAreToldSo) {
  EXPECT_EQ(describe(topic_type, "a b").error_code, ErrorCode::invalid_topic_exception);
  EXPECT_EQ(describe(topic_type, "").error_code, ErrorCode::invalid_topic_exception);
}

TEST_F(DescribeConfigs, SubscriptionsToMetricsAreKeptAndListed) {
  EXPECT_EQ(describe(metrics_type, "").error_message,
            "Client metrics subscription name must not be empty");
  EXPECT_EQ(describe(metrics_type, "m"),
            (DescribeConfigsResult{.resource_type = metrics_type, .resource_name = "m"}));
  EXPECT_EQ(client.ask<ListClientMetricsResourcesResponse>(ListClientMetricsResourcesRequest{}, 0),
            ListClientMetricsResourcesResponse{});

  EXPECT_EQ(alter(metrics_type, "m", {{"interval.ms", 0, "100"}, {"match", 0, "client_id=a"}}),
            done);
  EXPECT_EQ(alter(metrics_type, "m", {{"interval.ms", 0, "99"}}),
            bad_request("Invalid value 99 for interval.ms, interval must be between 100 and "
                        "3600000 (1 hour)"));
  EXPECT_EQ(alter(metrics_type, "m", {{"x", 0, "99"}}),
            bad_request("Unknown client metrics configuration: x"));
  EXPECT_EQ(alter(metrics_type, "m", {{"match", 0, "a"}}),
            bad_config("Illegal client matching pattern: a"));
  EXPECT_EQ(alter(metrics_type, "m", {{"match", 2, "client_id=b"}}),
            bad_config("Can't APPEND to key match because its type is not LIST."));
  EXPECT_EQ(alter(metrics_type, "", {{"match", 0, "client_id=b"}}),
            bad_request("Subscription name can't be empty"));

  DescribeConfigsResult expected{.resource_type = metrics_type, .resource_name = "m"};
  expected.configs = {{.name = "interval.ms", .value = "100", .config_source = 7},
                      {.name = "match", .value = "client_id=a", .config_source = 7}};
  EXPECT_EQ(describe(metrics_type, "m"), expected);
  EXPECT_EQ(client.ask<ListClientMetricsResourcesResponse>(ListClientMetricsResourcesRequest{}, 0),
            (ListClientMetricsResourcesResponse{.client_metrics_resources = {{.name = "m"}}}));
  EXPECT_EQ(replace(metrics_type, "m", {}), done);
  EXPECT_EQ(client.ask<ListClientMetricsResourcesResponse>(ListClientMetricsResourcesRequest{}, 0),
            ListClientMetricsResourcesResponse{});
}

}  // namespace
}  // namespace cohort::broker
