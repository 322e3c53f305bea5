#include "log/topic_config_key.hpp"
#include <cohort/broker/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <type_traits>

namespace cohort::broker {
namespace {

/// A property while it is set: parses its value or throws.
class Property {
 public:
  Property(std::string_view key, std::string_view value) : key_(key), value_(trimmed(value)) {}

  template <class Number>
  Number number(std::type_identity_t<Number> low,
                std::type_identity_t<Number> high = std::numeric_limits<Number>::max()) const {
    std::string_view text = value_;
    if (text.starts_with('+')) text.remove_prefix(1);
    Number result{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (error != std::errc{} || end != text.data() + text.size() || result < low || result > high) {
      reject(fmt::format("a whole number from {} to {}", low, high));
    }
    return result;
  }

  bool boolean() const {
    if (value_ == "true") return true;
    if (value_ != "false") reject("true or false");
    return false;
  }

  std::string text() const { return std::string(value_); }

  /// Longer than a Duration can hold is as long as it can hold.
  template <class Unit>
  Duration duration(std::int64_t low, std::int64_t high) const {
    const auto count = number<std::int64_t>(low, high);
    constexpr std::int64_t most = std::chrono::duration_cast<Unit>(Duration::max()).count();
    return count > most ? Duration::max() : Duration(Unit(count));
  }
  /// Milliseconds that Kafka keeps in 32 bits.
  Duration int_ms(std::int64_t low) const {
    return duration<milliseconds>(low, std::numeric_limits<std::int32_t>::max());
  }
  Duration long_ms(std::int64_t low) const {
    return duration<milliseconds>(low, std::numeric_limits<std::int64_t>::max());
  }

 private:
  [[noreturn]] void reject(std::string_view allowed) const {
    throw ConfigError(ConfigError::Reason::bad_value,
                      fmt::format("{}={}: must be {}", key_, value_, allowed));
  }

  std::string_view key_;
  std::string_view value_;
};

struct Setting {
  std::string_view key;
  void (*set)(Config& config, const Property& property);
};

// Ranges are those of Kafka's definitions, or, where it has none, what makes sense.
// Source: AbstractKafkaConfig.CONFIG_DEF.
constexpr auto broker_settings = std::to_array<Setting>({
    {"node.id", [](Config& c, const Property& p) { c.node_id = p.number<std::int32_t>(0); }},
    {"broker.id", [](Config& c, const Property& p) { c.node_id = p.number<std::int32_t>(0); }},
    {"broker.rack", [](Config& c, const Property& p) { c.rack = p.text(); }},
    {"socket.request.max.bytes",
     [](Config& c, const Property& p) { c.socket_request_max_bytes = p.number<std::int32_t>(1); }},
    {"connections.max.idle.ms",
     [](Config& c, const Property& p) {
       // Below zero connections may idle for ever (Selector.connectionsMaxIdleMs).
       const Duration idle = p.long_ms(std::numeric_limits<std::int64_t>::min());
       c.connections_max_idle = idle < Duration::zero() ? Duration::max() : idle;
     }},
    {"max.incremental.fetch.session.cache.slots",
     [](Config& c, const Property& p) { c.fetch_session_cache_slots = p.number<std::int32_t>(0); }},
});

constexpr auto group_settings = std::to_array<Setting>({
    {"group.min.session.timeout.ms",
     [](Config& c, const Property& p) { c.group.min_session_timeout = p.int_ms(0); }},
    {"group.max.session.timeout.ms",
     [](Config& c, const Property& p) { c.group.max_session_timeout = p.int_ms(0); }},
    {"group.initial.rebalance.delay.ms",
     [](Config& c, const Property& p) { c.group.initial_rebalance_delay = p.int_ms(0); }},
    {"group.max.size",
     [](Config& c, const Property& p) { c.group.max_size = p.number<std::int32_t>(1); }},
    {"offset.metadata.max.bytes",
     [](Config& c, const Property& p) {
       c.group.offset_metadata_max_bytes = p.number<std::int32_t>(0);
     }},
    {"offsets.retention.minutes",
     [](Config& c, const Property& p) {
       c.group.offsets_retention =
           p.duration<std::chrono::minutes>(1, std::numeric_limits<std::int32_t>::max());
     }},
    {"offsets.retention.check.interval.ms",
     [](Config& c, const Property& p) { c.group.offsets_retention_check_interval = p.long_ms(1); }},
});

constexpr auto topic_settings = std::to_array<Setting>({
    {"num.partitions",
     [](Config& c, const Property& p) { c.log.num_partitions = p.number<std::int32_t>(1); }},
    {"default.replication.factor",
     [](Config& c, const Property& p) {
       c.log.default_replication_factor = p.number<std::int16_t>(1);
     }},
    {"auto.create.topics.enable",
     [](Config& c, const Property& p) { c.log.auto_create_topics = p.boolean(); }},
    {"producer.id.expiration.ms",
     [](Config& c, const Property& p) { c.log.producer_id_expiration = p.int_ms(1); }},
    {"producer.id.expiration.check.interval.ms",
     [](Config& c, const Property& p) {
       c.log.producer_id_expiration_check_interval = p.int_ms(1);
     }},
    {"offsets.topic.num.partitions",
     [](Config& c, const Property& p) {
       c.log.offsets_topic_partitions = p.number<std::int32_t>(1, 10'000);
     }},
    {"transaction.state.log.num.partitions",
     [](Config& c, const Property& p) {
       c.log.transaction_topic_partitions = p.number<std::int32_t>(1, 10'000);
     }},
});

constexpr auto transaction_settings = std::to_array<Setting>({
    {"transaction.max.timeout.ms",
     [](Config& c, const Property& p) { c.transaction.max_timeout = p.int_ms(1); }},
    {"transactional.id.expiration.ms",
     [](Config& c, const Property& p) { c.transaction.id_expiration = p.int_ms(1); }},
    {"transaction.abort.timed.out.transaction.cleanup.interval.ms",
     [](Config& c, const Property& p) { c.transaction.abort_interval = p.int_ms(1); }},
    {"transaction.remove.expired.transaction.cleanup.interval.ms",
     [](Config& c, const Property& p) { c.transaction.expiry_interval = p.int_ms(1); }},
    {"transaction.partition.verification.enable",
     [](Config& c, const Property& p) { c.transaction.verifies_partitions = p.boolean(); }},
});

/// Whether the key was one of the settings.
bool set_one_of(std::span<const Setting> settings, Config& config, std::string_view key,
                std::string_view value) {
  for (const Setting& setting : settings) {
    if (setting.key != key) continue;
    setting.set(config, Property(key, value));
    return true;
  }
  return false;
}

/// A value that becomes the default of a topic config has to be one that topics can have.
void check_topic_default(std::string_view key, std::string_view value) {
  for (const TopicConfigKey& topic_key : topic_config_keys()) {
    for (const DefaultSource& source : default_sources(topic_key)) {
      if (source.broker_key != key) continue;
      TopicConfigKey rule = topic_key;
      rule.name = key;
      if (source.factor != 1) {  // Hours and minutes are 32-bit numbers, -1 for no limit.
        rule.type = ConfigType::int32;
        rule.low = std::min<std::int64_t>(rule.low, 1);
      }
      if (auto fault = config_value_fault(rule, value)) {
        throw ConfigError(ConfigError::Reason::bad_value, *fault);
      }
    }
  }
}

}  // namespace

void Config::set(std::string_view key, std::string_view value) {
  if (!is_broker_property(key)) {
    throw ConfigError(ConfigError::Reason::unknown_key,
                      fmt::format("{}: Kafka has no broker property of this name", key));
  }
  if (!set_one_of(broker_settings, *this, key, value) &&
      !set_one_of(group_settings, *this, key, value) &&
      !set_one_of(topic_settings, *this, key, value) &&
      !set_one_of(transaction_settings, *this, key, value)) {
    check_topic_default(key, value);
  }
  properties.insert_or_assign(std::string(key), std::string(trimmed(value)));
}

Config Config::kafka_defaults() {
  Config config;
  config.group.min_session_timeout = std::chrono::seconds(6);
  config.group.initial_rebalance_delay = std::chrono::seconds(3);
  return config;
}

}  // namespace cohort::broker
