#include "topic_config.hpp"

#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace cohort::broker {
namespace {

template <class Number>
Number number(std::string_view value) {
  value = trimmed(value);
  if (value.starts_with('+')) value.remove_prefix(1);
  Number result{};
  std::from_chars(value.data(), value.data() + value.size(), result);
  return result;
}

/// The broker's value in the topic config's unit; saturates. Source:
/// ConfigSynonym.HOURS_TO_MILLISECONDS.
std::string converted(std::string_view value, std::int64_t factor) {
  if (factor == 1) return std::string(value);
  return fmt::format("{}", std::int64_t{number<std::int32_t>(value)} * factor);
}

/// Where a broker's properties stand, strongest first.
struct Layer {
  const Properties* properties;
  ConfigSource source;
};
std::array<Layer, 3> layers(const Config& config) {
  return {{{&config.dynamic.broker, ConfigSource::dynamic_broker},
           {&config.dynamic.cluster, ConfigSource::dynamic_default_broker},
           {&config.properties, ConfigSource::static_broker}}};
}

/// One topic's settings while they are looked up by name.
class Lookup {
 public:
  Lookup(const TopicOverrides& overrides, const Config& config)
      : overrides_(overrides), config_(config) {}

  std::string text(std::string_view name) const {
    const TopicConfigKey* key = find_topic_config_key(name);
    COHORT_ASSERT(key != nullptr);
    return std::string(trimmed(effective_config(*key, overrides_, config_).value));
  }
  std::int32_t int32(std::string_view name) const { return number<std::int32_t>(text(name)); }
  std::int64_t int64(std::string_view name) const { return number<std::int64_t>(text(name)); }
  bool is_true(std::string_view name) const {
    const std::string value = text(name);
    return value.size() == 4 && (value[0] == 't' || value[0] == 'T');
  }

 private:
  const TopicOverrides& overrides_;
  const Config& config_;
};

bool has_entry(std::string_view list, std::string_view entry) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (trimmed(list.substr(0, comma)) == entry) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

/// "uncompressed" is the codec none, "producer" none at all. Source: BrokerCompressionType.
std::optional<Compression> compression_of(std::string_view type) {
  if (type == "uncompressed") return Compression::none;
  return compression_from_name(type);
}

/// The older key counts while the newer one has its default.
/// Source: LogConfig.getMessageTimestampBeforeMaxMs, getMessageTimestampAfterMaxMs.
std::int64_t timestamp_bound(const Lookup& topic, std::string_view name) {
  const std::int64_t bound = topic.int64(name);
  if (bound != std::numeric_limits<std::int64_t>::max()) return bound;
  return topic.int64("message.timestamp.difference.max.ms");
}

}  // namespace

EffectiveConfig effective_config(const TopicConfigKey& key, const TopicOverrides& overrides,
                                 const Config& config) {
  EffectiveConfig result{.name = std::string(key.name), .type = key.type};
  if (const auto found = overrides.find(key.name); found != overrides.end()) {
    result.value = found->second;
    result.source = ConfigSource::topic;
    return result;
  }
  for (const auto& [properties, source] : layers(config)) {
    for (const DefaultSource& name : default_sources(key)) {
      const auto found = properties->find(name.broker_key);
      if (found == properties->end()) continue;
      result.value = converted(found->second, name.factor);
      result.source = source;
      return result;
    }
  }
  result.value = key.default_value.value_or("");
  result.source = ConfigSource::default_value;
  return result;
}

std::vector<EffectiveConfig> effective_configs(const TopicOverrides& overrides,
                                               const Config& config) {
  std::vector<EffectiveConfig> result;
  for (const TopicConfigKey& key : topic_config_keys()) {
    result.push_back(effective_config(key, overrides, config));
  }
  std::ranges::sort(result, {}, &EffectiveConfig::name);
  return result;
}

std::optional<std::string> topic_overrides_fault(const TopicOverrides& overrides,
                                                 const Config& config) {
  for (const auto& [name, value] : overrides) {
    if (find_topic_config_key(name) != nullptr) continue;
    return fmt::format("Unknown topic config name: {}", name);
  }
  for (const TopicConfigKey& key : topic_config_keys()) {
    const auto found = overrides.find(key.name);
    if (found == overrides.end()) continue;
    if (auto fault = config_value_fault(key, found->second)) return fault;
  }
  const Lookup topic(overrides, config);
  const std::int64_t low = topic.int64("min.compaction.lag.ms");
  const std::int64_t high = topic.int64("max.compaction.lag.ms");
  if (low > high) {
    return fmt::format(
        "conflict topic config setting min.compaction.lag.ms ({}) > max.compaction.lag.ms ({})",
        low, high);
  }
  // There is no tiered storage (LogConfig.validateRemoteStorageOnlyIfSystemEnabled).
  if (topic.is_true("remote.storage.enable")) {
    return "Tiered Storage functionality is disabled in the broker. Topic cannot be configured "
           "with remote log storage.";
  }
  return std::nullopt;
}

LogSettings log_settings(const TopicOverrides& overrides, const Config& config) {
  const Lookup topic(overrides, config);
  const std::string policy = topic.text("cleanup.policy");
  const std::int64_t max_lag_ms = topic.int64("max.compaction.lag.ms");
  const std::int64_t segment_ms = topic.int64("segment.ms");
  return {
      .is_compacted = has_entry(policy, "compact"),
      .deletes_records = has_entry(policy, "delete"),
      .max_message_bytes = topic.int32("max.message.bytes"),
      .segment_bytes = topic.int32("segment.bytes"),
      .segment_ms = has_entry(policy, "compact") ? std::min(max_lag_ms, segment_ms) : segment_ms,
      .log_append_time = topic.text("message.timestamp.type") == "LogAppendTime",
      .timestamp_before_max_ms = timestamp_bound(topic, "message.timestamp.before.max.ms"),
      .timestamp_after_max_ms = timestamp_bound(topic, "message.timestamp.after.max.ms"),
      .compression = compression_of(topic.text("compression.type")),
      .converts_down = topic.is_true("message.downconversion.enable"),
      .min_insync_replicas = topic.int32("min.insync.replicas"),
      // A negative number of hours is no limit either (AbstractKafkaConfig.logRetentionTimeMillis).
      .retention_ms = std::max<std::int64_t>(topic.int64("retention.ms"), -1),
      .retention_bytes = std::max<std::int64_t>(topic.int64("retention.bytes"), -1),
      .delete_retention_ms = topic.int64("delete.retention.ms"),
      .min_compaction_lag_ms = topic.int64("min.compaction.lag.ms"),
      .max_compaction_lag_ms = max_lag_ms,
      .min_cleanable_ratio = number<double>(topic.text("min.cleanable.dirty.ratio")),
  };
}

}  // namespace cohort::broker
