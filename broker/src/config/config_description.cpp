#include "config/config_description.hpp"

#include "config/broker_property.hpp"
#include "config/broker_setting.hpp"
#include "log/topic_config_key.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace cohort::broker {
namespace {

/// What a property is when nobody sets it. Ours differ from Kafka's for a few.
std::optional<std::string> built_in_default(const Config& config, const BrokerProperty& property) {
  static const Config cohort_defaults;
  static const Config kafka_defaults = Config::kafka_defaults();
  if (!config.has_kafka_defaults) {
    auto ours = field_value(cohort_defaults, property.name);
    if (ours && ours != field_value(kafka_defaults, property.name)) return ours;
  }
  if (!property.default_value) return std::nullopt;
  return std::string(*property.default_value);
}

/// Appends what `properties` hold under the names.
void find_all(const Properties& properties, const std::vector<std::string_view>& names,
              ConfigSource source, std::vector<ConfigSynonym>& found) {
  for (const std::string_view name : names) {
    const auto entry = properties.find(name);
    if (entry != properties.end()) found.push_back({std::string(name), entry->second, source});
  }
}

/// Everywhere a broker's property is set, strongest first. What stands before the first mention of
/// the name itself is another setting's. Source: ConfigHelper.configSynonyms.
std::vector<ConfigSynonym> synonyms_of(std::string_view name, const Config& config) {
  const std::vector<std::string_view> names = property_synonyms(name);
  std::vector<ConfigSynonym> found;
  find_all(config.dynamic.broker, names, ConfigSource::dynamic_broker, found);
  find_all(config.dynamic.cluster, names, ConfigSource::dynamic_default_broker, found);
  find_all(config.properties, names, ConfigSource::static_broker, found);
  for (const std::string_view synonym : names) {
    const BrokerProperty* property = find_broker_property(synonym);
    if (property == nullptr || property->scope == PropertyScope::dynamic_only) continue;
    if (auto value = built_in_default(config, *property)) {
      found.push_back({std::string(synonym), *std::move(value), ConfigSource::default_value});
    }
  }
  found.erase(found.begin(), std::ranges::find(found, name, &ConfigSynonym::name));
  return found;
}

ConfigDescription property_description(std::string_view name, const Config& config) {
  const BrokerProperty* property = find_broker_property(name);
  ConfigDescription result{.name = std::string(name), .type = property_type(name)};
  result.is_sensitive = is_sensitive(result.type);
  result.is_read_only = property == nullptr || property->mode == UpdateMode::read_only ||
                        property->scope == PropertyScope::dynamic_only;
  if (property != nullptr) result.documentation = property_documentation(*property);
  result.synonyms = synonyms_of(name, config);
  if (!result.synonyms.empty()) result.source = result.synonyms.front().source;
  if (const auto text = property_in_effect(name, config)) {
    result.value = shown_config_value(result.type, *text);
  }
  return result;
}

void hide(ConfigDescription& config) {
  if (!config.is_sensitive) return;
  config.value = std::nullopt;
  for (ConfigSynonym& synonym : config.synonyms) synonym.value = std::nullopt;
}

/// The value that a topic without an override has. A limit on timestamps that is left at its
/// default is that of the older property (KafkaConfig.logMessageTimestampBeforeMaxMs), and every
/// negative retention is -1 (KafkaConfig.logRetentionTimeMillis).
std::string inherited_value(const TopicConfigKey& key, const Config& config) {
  std::string value = shown_config_value(key.type, effective_config(key, {}, config).value);
  if (key.name == "retention.ms" && value.starts_with('-')) return "-1";
  const bool is_limit =
      key.name == "message.timestamp.before.max.ms" || key.name == "message.timestamp.after.max.ms";
  if (!is_limit || value != std::to_string(std::numeric_limits<std::int64_t>::max())) return value;
  const TopicConfigKey* older = find_topic_config_key("message.timestamp.difference.max.ms");
  return shown_config_value(older->type, effective_config(*older, {}, config).value);
}

/// Source: ConfigHelper.createTopicConfigEntry. Kafka looks for the sources of the first of the
/// broker's names alone: log.retention.hours sets the value, and the source shown is the default.
ConfigDescription topic_description(const TopicConfigKey& key, const TopicOverrides& overrides,
                                    const Config& config) {
  ConfigDescription result{.name = std::string(key.name), .type = key.type};
  result.documentation = std::string(key.documentation);
  const std::vector<DefaultSource> sources = default_sources(key);
  if (!sources.empty()) result.synonyms = synonyms_of(sources.front().broker_key, config);
  if (const auto found = overrides.find(key.name); found != overrides.end()) {
    result.value = shown_config_value(key.type, found->second);
    result.synonyms.insert(result.synonyms.begin(),
                           {std::string(key.name), result.value, ConfigSource::topic});
  } else {
    result.value = inherited_value(key, config);
  }
  if (!result.synonyms.empty()) result.source = result.synonyms.front().source;
  return result;
}

}  // namespace

std::optional<std::string> property_in_effect(std::string_view name, const Config& config) {
  for (const Properties* properties :
       {&config.dynamic.broker, &config.dynamic.cluster, &config.properties}) {
    const auto found = properties->find(name);
    if (found != properties->end()) return found->second;
  }
  if (auto field = field_value(config, name)) {
    const BrokerProperty* property = find_broker_property(name);
    // A rack that is empty is none.
    if (!field->empty() || property == nullptr || property->default_value) return field;
    return std::nullopt;
  }
  const BrokerProperty* property = find_broker_property(name);
  if (property == nullptr || !property->default_value) return std::nullopt;
  return std::string(*property->default_value);
}

std::vector<ConfigDescription> describe_topic(const TopicOverrides& overrides,
                                              const Config& config) {
  std::vector<ConfigDescription> result;
  for (const TopicConfigKey& key : topic_config_keys()) {
    result.push_back(topic_description(key, overrides, config));
  }
  std::ranges::sort(result, {}, &ConfigDescription::name);
  return result;
}

std::vector<ConfigDescription> describe_broker(const Config& config) {
  std::set<std::string, std::less<>> names;
  for (const BrokerProperty& property : broker_properties()) {
    if (property.scope == PropertyScope::general) names.emplace(property.name);
  }
  for (const Properties* properties :
       {&config.dynamic.broker, &config.dynamic.cluster, &config.properties}) {
    for (const auto& [name, value] : *properties) names.insert(name);
  }
  std::vector<ConfigDescription> result;
  for (const std::string& name : names) {
    hide(result.emplace_back(property_description(name, config)));
  }
  return result;
}

std::vector<ConfigDescription> describe_all_brokers(const Config& config) {
  std::vector<ConfigDescription> result;
  for (const auto& [name, value] : config.dynamic.cluster) {
    ConfigDescription& entry = result.emplace_back(property_description(name, config));
    entry.value = value;  // As it was written.
    std::erase_if(entry.synonyms, [](const ConfigSynonym& synonym) {
      return synonym.source != ConfigSource::dynamic_default_broker;
    });
    entry.source =
        entry.synonyms.empty() ? ConfigSource::default_value : ConfigSource::dynamic_default_broker;
    hide(entry);
  }
  return result;
}

}  // namespace cohort::broker
