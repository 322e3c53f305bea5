#include "log/topic_config.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace cohort::broker {
namespace {

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

EffectiveConfig effective(std::string_view name, const TopicOverrides& overrides,
                          const Config& config) {
  return effective_config(*find_topic_config_key(name), overrides, config);
}

TEST(TopicConfig, ATopicWithoutOverridesHasKafkasDefaults) {
  EXPECT_EQ(log_settings({}, {}), (LogSettings{.is_compacted = false,
                                               .deletes_records = true,
                                               .max_message_bytes = 1'048'588,
                                               .segment_bytes = 1'073'741'824,
                                               .segment_ms = 604'800'000,
                                               .log_append_time = false,
                                               .timestamp_before_max_ms = unbounded,
                                               .timestamp_after_max_ms = unbounded,
                                               .compression = std::nullopt,
                                               .min_insync_replicas = 1,
                                               .retention_ms = 604'800'000,
                                               .retention_bytes = -1,
                                               .delete_retention_ms = 86'400'000,
                                               .min_compaction_lag_ms = 0}));
}

TEST(TopicConfig, OverridesAreParsed) {
  const TopicOverrides overrides = {{"cleanup.policy", "compact , delete"},
                                    {"compression.type", "uncompressed"},
                                    {"max.message.bytes", " +200 "},
                                    {"message.timestamp.type", "LogAppendTime"},
                                    {"message.timestamp.before.max.ms", "5"},
                                    {"message.timestamp.difference.max.ms", "7"},
                                    {"retention.ms", "-1"}};
  LogSettings expected = log_settings({}, {});
  expected.is_compacted = true;
  expected.compression = Compression::none;
  expected.max_message_bytes = 200;
  expected.log_append_time = true;
  expected.timestamp_before_max_ms = 5;
  // The older key counts where the newer one is left at its default.
  expected.timestamp_after_max_ms = 7;
  expected.retention_ms = -1;
  EXPECT_EQ(topic_overrides_fault(overrides, {}), std::nullopt);
  EXPECT_EQ(log_settings(overrides, {}), expected);
}

TEST(TopicConfig, WhatATopicCannotHaveIsToldInKafkasWords) {
  struct Case {
    TopicOverrides overrides;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{{"no.such.key", "1"}}, "Unknown topic config name: no.such.key"},
      {{{"retention.ms", "-2"}},
       "Invalid value -2 for configuration retention.ms: Value must be at least -1"},
      {{{"retention.ms", "abc"}},
       "Invalid value abc for configuration retention.ms: Not a number of type LONG"},
      {{{"retention.ms", ""}},
       "Invalid value  for configuration retention.ms: Not a number of type LONG"},
      {{{"segment.bytes", "3000000000"}},
       "Invalid value 3000000000 for configuration segment.bytes: Not a number of type INT"},
      {{{"segment.bytes", "13"}},
       "Invalid value 13 for configuration segment.bytes: Value must be at least 14"},
      {{{"cleanup.policy", "delete,shred"}},
       "Invalid value shred for configuration cleanup.policy: String must be one of: compact, "
       "delete"},
      {{{"compression.type", "none"}},
       "Invalid value none for configuration compression.type: String must be one of: "
       "uncompressed, zstd, lz4, snappy, gzip, producer"},
      {{{"compression.gzip.level", "0"}},
       "Invalid value 0 for configuration compression.gzip.level: Value must be between 1 and 9 or "
       "equal to -1"},
      {{{"compression.lz4.level", "18"}},
       "Invalid value 18 for configuration compression.lz4.level: Value must be no more than 17"},
      {{{"min.cleanable.dirty.ratio", "2"}},
       "Invalid value 2.0 for configuration min.cleanable.dirty.ratio: Value must be no more than "
       "1"},
      {{{"preallocate", "yes"}},
       "Invalid value yes for configuration preallocate: Expected value to be either true or "
       "false"},
      {{{"message.timestamp.type", "createtime"}},
       "Invalid value createtime for configuration message.timestamp.type: String must be one of: "
       "CreateTime, LogAppendTime"},
      {{{"message.format.version", "7.1"}},
       "Invalid value 7.1 for configuration message.format.version: Version 7.1 is not a valid "
       "version"},
      {{{"leader.replication.throttled.replicas", "0:1,x"}},
       "Invalid value [0:1, x] for configuration leader.replication.throttled.replicas: "
       "leader.replication.throttled.replicas must be the literal '*' or a list of replicas in the "
       "following format: [partitionId]:[brokerId],[partitionId]:[brokerId],..."},
      {{{"max.compaction.lag.ms", "4"}, {"min.compaction.lag.ms", "5"}},
       "conflict topic config setting min.compaction.lag.ms (5) > max.compaction.lag.ms (4)"},
  };
  for (const Case& c : cases) EXPECT_EQ(topic_overrides_fault(c.overrides, {}), c.message);
}

TEST(TopicConfig, ValuesAtTheirBoundsAreTaken) {
  const std::vector<TopicOverrides> all = {{{"compression.gzip.level", "-1"}},
                                           {{"compression.zstd.level", "-131072"}},
                                           {{"min.cleanable.dirty.ratio", "1"}},
                                           {{"cleanup.policy", ""}},
                                           {{"message.format.version", "0.10.2"}},
                                           {{"message.format.version", "3.0-IV1"}},
                                           {{"message.format.version", "2.4.1"}},
                                           {{"follower.replication.throttled.replicas", "*"}},
                                           {{"follower.replication.throttled.replicas", "0:1,1:2"}},
                                           {{"preallocate", "TRUE"}}};
  for (const TopicOverrides& overrides : all) {
    EXPECT_EQ(topic_overrides_fault(overrides, {}), std::nullopt);
  }
}

TEST(TopicConfig, AValueComesFromTheTopicThenTheBrokerThenTheDefault) {
  Config config;
  config.set("log.retention.hours", "2");
  const EffectiveConfig of_topic{"retention.ms", "77", ConfigSource::topic, ConfigType::int64};
  const EffectiveConfig of_hours{"retention.ms", "7200000", ConfigSource::static_broker,
                                 ConfigType::int64};
  const EffectiveConfig by_default{"retention.ms", "604800000", ConfigSource::default_value,
                                   ConfigType::int64};
  EXPECT_EQ(effective("retention.ms", {{"retention.ms", "77"}}, config), of_topic);
  EXPECT_EQ(effective("retention.ms", {}, config), of_hours);
  EXPECT_EQ(effective("retention.ms", {}, {}), by_default);

  config.set("log.retention.ms", "5000");  // Milliseconds go before hours.
  EXPECT_EQ(effective("retention.ms", {}, config).value, "5000");
}

TEST(TopicConfig, HoursBelowZeroAreNoLimit) {
  Config config;
  config.set("log.retention.hours", "-1");
  EXPECT_EQ(log_settings({}, config).retention_ms, -1);
}

TEST(TopicConfig, AllKeysAreListedByName) {
  const auto configs = effective_configs({}, {});
  EXPECT_EQ(configs.size(), topic_config_keys().size());
  EXPECT_TRUE(std::ranges::is_sorted(configs, {}, &EffectiveConfig::name));
  EXPECT_EQ(configs.front().name, "cleanup.policy");
}

TEST(TopicConfig, EveryDefaultIsAValidValueOfABrokerProperty) {
  for (const TopicConfigKey& key : topic_config_keys()) {
    EXPECT_EQ(config_value_fault(key, *key.default_value), std::nullopt) << key.name;
    for (const DefaultSource& source : default_sources(key)) {
      EXPECT_TRUE(is_broker_property(source.broker_key)) << source.broker_key;
    }
  }
}

TEST(TopicConfig, WhatWasSetWhileTheBrokerRunsIsStrongerThanWhatItStartedWith) {
  Config config;
  config.set("log.retention.hours", "1");
  const auto shown = [&] { return effective("retention.ms", {}, config); };
  const auto expected = [](std::string value, ConfigSource source) {
    return EffectiveConfig{"retention.ms", std::move(value), source, ConfigType::int64};
  };
  EXPECT_EQ(shown(), expected("3600000", ConfigSource::static_broker));
  config.dynamic.cluster = {{"log.retention.ms", "7"}};
  EXPECT_EQ(shown(), expected("7", ConfigSource::dynamic_default_broker));
  config.dynamic.broker = {{"log.retention.ms", "6"}};
  EXPECT_EQ(shown(), expected("6", ConfigSource::dynamic_broker));
  EXPECT_EQ(log_settings({}, config).retention_ms, 6);
}

TEST(TopicConfig, EveryKeyHasALineOfDocumentation) {
  for (const TopicConfigKey& key : topic_config_keys()) {
    EXPECT_FALSE(key.documentation.empty()) << key.name;
  }
}

}  // namespace
}  // namespace cohort::broker
