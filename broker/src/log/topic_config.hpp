// Topic configs: what a topic overrides, what that adds up to with the broker's settings, and what
// logs go by.
#pragma once

#include "topic_config_key.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/protocol/compression.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// A topic's own settings, as they were written, by key.
using TopicOverrides = std::map<std::string, std::string, std::less<>>;

struct EffectiveConfig {
  std::string name;
  std::string value;
  ConfigSource source{};
  ConfigType type{};
  bool operator==(const EffectiveConfig&) const = default;
};

/// Every topic config by name, as CreateTopics v5+ and DescribeConfigs list them.
/// Source: KafkaConfigSchema.resolveEffectiveTopicConfigs.
std::vector<EffectiveConfig> effective_configs(const TopicOverrides& overrides,
                                               const Config& config);
EffectiveConfig effective_config(const TopicConfigKey& key, const TopicOverrides& overrides,
                                 const Config& config);

/// The first reason why a topic can't have these overrides, in the words that go with
/// INVALID_CONFIG, or nothing. Source: LogConfig.validate.
std::optional<std::string> topic_overrides_fault(const TopicOverrides& overrides,
                                                 const Config& config);

/// The effective settings a log goes by, parsed.
struct LogSettings {
  bool is_compacted = false;  ///< `cleanup.policy` has "compact".
  bool deletes_records =
      true;  ///< `cleanup.policy` has "delete": retention and DeleteRecords apply.
  std::int32_t max_message_bytes = 0;
  std::int32_t segment_bytes = 0;
  /// Also the maximum compaction lag of a compacted topic, if that is shorter. Source:
  /// LogConfig.maxSegmentMs.
  std::int64_t segment_ms = 0;
  bool log_append_time = false;
  std::int64_t timestamp_before_max_ms = 0;
  std::int64_t timestamp_after_max_ms = 0;
  std::optional<Compression> compression;  ///< Nothing: as the producer sent it.
  bool converts_down = true;               ///< May Fetch below v4 have message sets of it?
  std::int32_t min_insync_replicas = 1;
  std::int64_t retention_ms = -1;     ///< -1: for ever.
  std::int64_t retention_bytes = -1;  ///< -1: no limit.
  std::int64_t delete_retention_ms = 0;
  std::int64_t min_compaction_lag_ms = 0;
  std::int64_t max_compaction_lag_ms = std::numeric_limits<std::int64_t>::max();
  double min_cleanable_ratio = 0.5;
  bool operator==(const LogSettings&) const = default;
};

/// REQUIRES: the overrides have no fault.
LogSettings log_settings(const TopicOverrides& overrides, const Config& config);

}  // namespace cohort::broker
