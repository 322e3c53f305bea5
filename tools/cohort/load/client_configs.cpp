#include "load/client_configs.hpp"

#include "duration.hpp"
#include "serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cohort::load {

namespace {

using client::Role;
using tool::ClientSettings;

bool is_known(Role role, std::string_view key) {
  const std::vector<client::SettingDescription> all = client::describe_settings(role);
  return std::any_of(all.begin(), all.end(), [&](const client::SettingDescription& setting) {
    return setting.key == key || (!setting.alias.empty() && setting.alias == key);
  });
}

std::string_view key_of(std::string_view setting) { return setting.substr(0, setting.find('=')); }

/// With those of -X that such a client knows.
ClientSettings settings_for(tool::ClientOptions options, Role role) {
  std::erase_if(options.settings,
                [&](const std::string& setting) { return !is_known(role, key_of(setting)); });
  ClientSettings settings(options, role);
  settings.prefer("client.id", "cohort-load");
  return settings;
}

std::string whole_ms(Duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
}

client::ProducerConfig producer_of(const LoadOptions& options, const std::string& linger_ms,
                                   const std::string& batch_size) {
  ClientSettings settings = settings_for(options.client, Role::producer);
  if (options.compression) settings.give("--compression", "compression.type", *options.compression);
  if (options.acks) settings.give("--acks", "acks", *options.acks);
  settings.prefer("linger.ms", linger_ms);
  settings.prefer("batch.size", batch_size);
  // Every wait of a record fits into --timeout, and its answer needs to be there before (KIP-91).
  const client::ProducerConfig usual = client::producer_config(settings.properties());
  const Duration timeout = timeout_of(options.client);
  settings.prefer("delivery.timeout.ms", whole_ms(timeout));
  settings.prefer("max.block.ms", whole_ms(timeout));
  const Duration room = std::max<Duration>(timeout - usual.linger, milliseconds(1));
  settings.prefer("request.timeout.ms", whole_ms(std::min(room, usual.client.request_timeout)));
  // A record that is larger than usual is still meant.
  constexpr std::size_t headroom = 10'000;
  constexpr std::size_t usual_size = 1'048'576;
  settings.prefer("max.request.size",
                  std::to_string(std::max(usual_size, options.record_size + headroom)));
  constexpr std::size_t usual_memory = 33'554'432;
  settings.prefer("buffer.memory",
                  std::to_string(std::max(usual_memory, options.record_size + headroom)));
  return client::producer_config(settings.properties());
}

/// So large that about so many records fill it.
std::size_t batch_size_for(std::uint64_t records, std::size_t record_size) {
  if (records == 1) return 0;  // Each by itself.
  constexpr std::size_t header = 61;
  constexpr std::size_t record_overhead = 9;  // Lengths, deltas, no key, no headers.
  return header + records * (record_size + record_overhead) + record_overhead;
}

}  // namespace

void check_settings(const tool::ClientOptions& options) {
  for (const std::string& setting : options.settings) {
    const std::string_view key = key_of(setting);
    if (is_known(Role::producer, key) || is_known(Role::consumer, key)) continue;
    throw tool::UsageError(fmt::format("-X {}: no setting of a producer or a consumer", setting));
  }
}

Duration timeout_of(const tool::ClientOptions& options) {
  return tool::parse_duration("--timeout", options.timeout.value_or("30s"));
}

client::AdminConfig admin_config_of(const tool::ClientOptions& options) {
  ClientSettings settings = settings_for(options, Role::admin);
  const Duration timeout = timeout_of(options);
  settings.prefer("default.api.timeout.ms", whole_ms(timeout));
  settings.prefer("request.timeout.ms", whole_ms(timeout));
  return client::admin_config(settings.properties());
}

client::ProducerConfig bulk_producer_of(const LoadOptions& options) {
  constexpr std::size_t usual_batch = 65'536;
  const std::size_t size = options.batch_records
                               ? batch_size_for(*options.batch_records, options.record_size)
                               : usual_batch;
  return producer_of(options, "5", std::to_string(size));
}

client::ProducerConfig prompt_producer_of(const LoadOptions& options) {
  constexpr std::size_t usual_batch = 16'384;
  return producer_of(options, "0", std::to_string(usual_batch));
}

client::ConsumerConfig consumer_of(const LoadOptions& options, const std::string& group) {
  ClientSettings settings = settings_for(options.client, Role::consumer);
  settings.prefer("allow.auto.create.topics", "false");
  settings.prefer("auto.offset.reset", "earliest");
  settings.prefer("default.api.timeout.ms", whole_ms(timeout_of(options.client)));
  if (group.empty()) return client::consumer_config(settings.properties());
  const auto milliseconds_of = [](std::string_view option, const std::string& text) {
    return whole_ms(tool::parse_duration(option, text));
  };
  settings.give("a group of its own", "group.id", group);
  settings.prefer("session.timeout.ms",
                  milliseconds_of("--session-timeout", options.session_timeout));
  settings.prefer("heartbeat.interval.ms",
                  milliseconds_of("--heartbeat-interval", options.heartbeat_interval));
  settings.prefer("auto.commit.interval.ms", "1000");
  return client::consumer_config(settings.properties());
}

std::vector<std::pair<std::string, std::string>> settings_of(const LoadOptions& options) {
  const Workload workload = options.workload;
  const bool is_rebalance = workload == Workload::rebalance;
  std::vector<std::pair<std::string, std::string>> settings;
  const auto add = [&](const std::string& key, const auto& value) {
    settings.emplace_back(key, fmt::format("{}", value));
  };
  if (options.topic) {
    add("topic", *options.topic);
  } else {
    add("partitions", options.partitions);
  }
  if (options.records) add("records", *options.records);
  if (options.seconds) add("seconds", *options.seconds);
  if (options.rate) add("rate", *options.rate);
  const bool is_written = !is_rebalance && !(workload == Workload::consume && options.topic);
  if (is_written) {
    add("record_size", options.record_size);
    const client::ProducerConfig producer = bulk_producer_of(options);
    add("compression", cohort::name(producer.compression_type));
    add("acks", client::name(producer.acks));
    add("producers", options.producers);
  }
  if (options.batch_records) add("batch_records", *options.batch_records);
  if (workload != Workload::produce) add("consumers", *options.consumers);
  if (is_rebalance || workload == Workload::soak) {
    add("session_timeout", options.session_timeout);
    add("heartbeat_interval", options.heartbeat_interval);
  }
  if (workload == Workload::soak) add("change_every", options.change_every);
  for (const std::string& setting : options.client.settings) {
    const bool is_told = std::any_of(settings.begin(), settings.end(), [&](const auto& each) {
      return each.first == key_of(setting);
    });
    if (is_told) continue;
    add(std::string(key_of(setting)),
        setting.substr(std::min(setting.find('=') + 1, setting.size())));
  }
  return settings;
}

}  // namespace cohort::load
