#include "settings/unsupported_setting.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr std::string_view security = "connections are neither encrypted nor authenticated";
constexpr std::string_view metrics = "a client has no metrics";
constexpr std::string_view interceptors = "call the code where records are sent or polled";
constexpr std::string_view deserializer = "pass a callable to the consumer";
constexpr std::string_view serializer = "pass a callable to the producer";
constexpr std::string_view level = "batches are packed at the codec's default level";
constexpr std::string_view socket_buffer = "sockets have the buffers that the system gives them";
constexpr std::string_view adaptive = "a partitioner does not look at how fast brokers are";

// Source: ConfigDef of ConsumerConfig, ProducerConfig and AdminClientConfig (3.9).
constexpr auto unsupported_rows = std::to_array<UnsupportedSetting>({
    {"security.protocol", security, "PLAINTEXT"},
    {"security.providers", security, ""},
    {"ssl.", security},
    {"sasl.", security},
    {"interceptor.classes", interceptors, ""},
    {"key.deserializer", deserializer},
    {"value.deserializer", deserializer},
    {"key.serializer", serializer},
    {"value.serializer", serializer},
    {"group.protocol", "members join by the classic protocol", "classic"},
    {"group.remote.assignor", "members join by the classic protocol", ""},
    {"client.dns.lookup", "every address of a host is tried", "use_all_dns_ips"},
    {"send.buffer.bytes", socket_buffer, "-1"},
    {"receive.buffer.bytes", socket_buffer, "-1"},
    {"metadata.recovery.strategy", "brokers are not looked for anew once all are gone", "none"},
    {"metadata.max.idle.ms", "what is known of a topic is kept"},
    {"enable.metrics.push", metrics, "false"},
    {"auto.include.jmx.reporter", metrics, "false"},
    {"metric.reporters", metrics, ""},
    {"metrics.num.samples", metrics},
    {"metrics.recording.level", metrics},
    {"metrics.sample.window.ms", metrics},
    {"compression.gzip.level", level, "-1"},
    {"compression.lz4.level", level, "9"},
    {"compression.zstd.level", level, "3"},
    {"partitioner.adaptive.partitioning.enable", adaptive, "false"},
    {"partitioner.availability.timeout.ms", adaptive, "0"},
    {"partitioner.ignore.keys", "use partitioner=random", "false"},
    {"bootstrap.controllers", "an admin client talks to brokers", ""},
});

}  // namespace

const UnsupportedSetting* find_unsupported(std::string_view key) {
  for (const UnsupportedSetting& each : unsupported_rows) {
    if (each.key.ends_with('.') ? key.starts_with(each.key) : key == each.key) return &each;
  }
  return nullptr;
}

std::span<const UnsupportedSetting> unsupported_settings() { return unsupported_rows; }

}  // namespace cohort::client
