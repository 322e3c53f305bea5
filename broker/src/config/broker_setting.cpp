#include "config/broker_setting.hpp"

#include "config/address_limits.hpp"
#include "config/config_key.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <concepts>
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
    const std::string text = shown_config_value(ConfigType::boolean, value_);
    if (text != "true" && text != "false") reject("true or false");
    return text == "true";
  }

  std::string text() const { return std::string(value_); }

  [[noreturn]] void reject(std::string_view allowed) const {
    throw ConfigError(ConfigError::Reason::bad_value,
                      fmt::format("{}={}: must be {}", key_, value_, allowed));
  }

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
  std::string_view key_;
  std::string_view value_;
};

struct BrokerSetting {
  std::string_view key;
  void (*set)(Config& config, const Property& property);
  std::string (*get)(const Config& config);
};

std::string text_of(Duration time) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(time).count());
}
std::string text_of(std::integral auto number) { return std::to_string(number); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::string& text) { return text; }
std::string text_of(const std::map<std::string, std::int32_t>& limits) {
  std::string text;
  for (const auto& [host, limit] : limits) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", host, limit);
  }
  return text;
}

// Ranges are those of Kafka's definitions, or, where it has none, what makes sense.
// Source: AbstractKafkaConfig.CONFIG_DEF.
constexpr auto broker_settings = std::to_array<BrokerSetting>({
    {"node.id", [](Config& c, const Property& p) { c.node_id = p.number<std::int32_t>(0); },
     [](const Config& c) { return text_of(c.node_id); }},
    {"broker.id", [](Config& c, const Property& p) { c.node_id = p.number<std::int32_t>(0); },
     [](const Config& c) { return text_of(c.node_id); }},
    {"broker.rack", [](Config& c, const Property& p) { c.rack = p.text(); },
     [](const Config& c) { return text_of(c.rack); }},
    {"socket.request.max.bytes",
     [](Config& c, const Property& p) { c.socket_request_max_bytes = p.number<std::int32_t>(1); },
     [](const Config& c) { return text_of(c.socket_request_max_bytes); }},
    {"connections.max.idle.ms",
     [](Config& c, const Property& p) {
       // Below zero connections may idle for ever (Selector.connectionsMaxIdleMs).
       const Duration idle = p.long_ms(std::numeric_limits<std::int64_t>::min());
       c.connections_max_idle = idle < Duration::zero() ? Duration::max() : idle;
     },
     [](const Config& c) { return text_of(c.connections_max_idle); }},
    {"max.connections",
     [](Config& c, const Property& p) { c.connection.max = p.number<std::int32_t>(0); },
     [](const Config& c) { return text_of(c.connection.max); }},
    {"max.connections.per.ip",
     [](Config& c, const Property& p) { c.connection.max_per_ip = p.number<std::int32_t>(0); },
     [](const Config& c) { return text_of(c.connection.max_per_ip); }},
    {"max.connections.per.ip.overrides",
     [](Config& c, const Property& p) {
       auto overrides = parsed_address_limits(p.text());
       if (!overrides) p.reject("HOST:NUMBER[,HOST:NUMBER]…");
       c.connection.max_per_ip_overrides = *std::move(overrides);
     },
     [](const Config& c) { return text_of(c.connection.max_per_ip_overrides); }},
    {"max.incremental.fetch.session.cache.slots",
     [](Config& c, const Property& p) { c.fetch_session_cache_slots = p.number<std::int32_t>(0); },
     [](const Config& c) { return text_of(c.fetch_session_cache_slots); }},
});

constexpr auto group_settings = std::to_array<BrokerSetting>({
    {"group.min.session.timeout.ms",
     [](Config& c, const Property& p) { c.group.min_session_timeout = p.int_ms(0); },
     [](const Config& c) { return text_of(c.group.min_session_timeout); }},
    {"group.max.session.timeout.ms",
     [](Config& c, const Property& p) { c.group.max_session_timeout = p.int_ms(0); },
     [](const Config& c) { return text_of(c.group.max_session_timeout); }},
    {"group.initial.rebalance.delay.ms",
     [](Config& c, const Property& p) { c.group.initial_rebalance_delay = p.int_ms(0); },
     [](const Config& c) { return text_of(c.group.initial_rebalance_delay); }},
    {"group.max.size",
     [](Config& c, const Property& p) { c.group.max_size = p.number<std::int32_t>(1); },
     [](const Config& c) { return text_of(c.group.max_size); }},
    {"offset.metadata.max.bytes",
     [](Config& c, const Property& p) {
       c.group.offset_metadata_max_bytes = p.number<std::int32_t>(0);
     },
     [](const Config& c) { return text_of(c.group.offset_metadata_max_bytes); }},
    {"offsets.retention.minutes",
     [](Config& c, const Property& p) {
       c.group.offsets_retention =
           p.duration<std::chrono::minutes>(1, std::numeric_limits<std::int32_t>::max());
     },
     [](const Config& c) {
       return text_of(
           std::chrono::duration_cast<std::chrono::minutes>(c.group.offsets_retention).count());
     }},
    {"offsets.retention.check.interval.ms",
     [](Config& c, const Property& p) { c.group.offsets_retention_check_interval = p.long_ms(1); },
     [](const Config& c) { return text_of(c.group.offsets_retention_check_interval); }},
});

constexpr auto topic_settings = std::to_array<BrokerSetting>({
    {"num.partitions",
     [](Config& c, const Property& p) { c.log.num_partitions = p.number<std::int32_t>(1); },
     [](const Config& c) { return text_of(c.log.num_partitions); }},
    {"default.replication.factor",
     [](Config& c, const Property& p) {
       c.log.default_replication_factor = p.number<std::int16_t>(1);
     },
     [](const Config& c) { return text_of(c.log.default_replication_factor); }},
    {"auto.create.topics.enable",
     [](Config& c, const Property& p) { c.log.auto_create_topics = p.boolean(); },
     [](const Config& c) { return text_of(c.log.auto_create_topics); }},
    {"producer.id.expiration.ms",
     [](Config& c, const Property& p) { c.log.producer_id_expiration = p.int_ms(1); },
     [](const Config& c) { return text_of(c.log.producer_id_expiration); }},
    {"producer.id.expiration.check.interval.ms",
     [](Config& c, const Property& p) {
       c.log.producer_id_expiration_check_interval = p.int_ms(1);
     },
     [](const Config& c) { return text_of(c.log.producer_id_expiration_check_interval); }},
    {"log.retention.check.interval.ms",
     [](Config& c, const Property& p) { c.log.retention_check_interval = p.long_ms(1); },
     [](const Config& c) { return text_of(c.log.retention_check_interval); }},
    {"log.initial.task.delay.ms",
     [](Config& c, const Property& p) { c.log.initial_task_delay = p.long_ms(0); },
     [](const Config& c) { return text_of(c.log.initial_task_delay); }},
    {"log.cleaner.enable",
     [](Config& c, const Property& p) { c.log.is_cleaner_enabled = p.boolean(); },
     [](const Config& c) { return text_of(c.log.is_cleaner_enabled); }},
    {"log.cleaner.backoff.ms",
     [](Config& c, const Property& p) { c.log.cleaner_backoff = p.long_ms(0); },
     [](const Config& c) { return text_of(c.log.cleaner_backoff); }},
    {"offsets.topic.num.partitions",
     [](Config& c, const Property& p) {
       c.log.offsets_topic_partitions = p.number<std::int32_t>(1, 10'000);
     },
     [](const Config& c) { return text_of(c.log.offsets_topic_partitions); }},
    {"offsets.topic.compression.codec",
     [](Config& c, const Property& p) {
       c.log.offsets_topic_compression = *compression_from_id(p.number<std::int32_t>(0, 4));
     },
     [](const Config& c) { return text_of(static_cast<int>(c.log.offsets_topic_compression)); }},
    {"transaction.state.log.num.partitions",
     [](Config& c, const Property& p) {
       c.log.transaction_topic_partitions = p.number<std::int32_t>(1, 10'000);
     },
     [](const Config& c) { return text_of(c.log.transaction_topic_partitions); }},
});

constexpr auto transaction_settings = std::to_array<BrokerSetting>({
    {"transaction.max.timeout.ms",
     [](Config& c, const Property& p) { c.transaction.max_timeout = p.int_ms(1); },
     [](const Config& c) { return text_of(c.transaction.max_timeout); }},
    {"transactional.id.expiration.ms",
     [](Config& c, const Property& p) { c.transaction.id_expiration = p.int_ms(1); },
     [](const Config& c) { return text_of(c.transaction.id_expiration); }},
    {"transaction.abort.timed.out.transaction.cleanup.interval.ms",
     [](Config& c, const Property& p) { c.transaction.abort_interval = p.int_ms(1); },
     [](const Config& c) { return text_of(c.transaction.abort_interval); }},
    {"transaction.remove.expired.transaction.cleanup.interval.ms",
     [](Config& c, const Property& p) { c.transaction.expiry_interval = p.int_ms(1); },
     [](const Config& c) { return text_of(c.transaction.expiry_interval); }},
    {"transaction.partition.verification.enable",
     [](Config& c, const Property& p) { c.transaction.verifies_partitions = p.boolean(); },
     [](const Config& c) { return text_of(c.transaction.verifies_partitions); }},
});

const BrokerSetting* find_setting(std::string_view key) {
  using Settings = std::span<const BrokerSetting>;
  for (const Settings settings : {Settings(broker_settings), Settings(group_settings),
                                  Settings(topic_settings), Settings(transaction_settings)}) {
    for (const BrokerSetting& setting : settings) {
      if (setting.key == key) return &setting;
    }
  }
  return nullptr;
}

}  // namespace

bool set_field(Config& config, std::string_view key, std::string_view value) {
  const BrokerSetting* setting = find_setting(key);
  if (setting == nullptr) return false;
  setting->set(config, Property(key, value));
  return true;
}

std::optional<std::string> field_value(const Config& config, std::string_view key) {
  const BrokerSetting* setting = find_setting(key);
  if (setting == nullptr) return std::nullopt;
  return setting->get(config);
}

}  // namespace cohort::broker
