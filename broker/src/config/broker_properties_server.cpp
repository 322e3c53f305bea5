// Broker properties of the server: connections, threads, metrics, quotas.
// Source: ServerConfigs, SocketServerConfigs, MetricConfigs, QuotaConfigs (3.9).
#include "broker_property.hpp"

#include <array>

namespace cohort::broker {
namespace {
namespace server_rows {

using enum ConfigType;
using enum ConfigRule;
using enum UpdateMode;
using enum PropertyScope;

constexpr std::string_view compressions = "uncompressed, zstd, lz4, snappy, gzip, producer";

constexpr auto table = std::to_array<BrokerProperty>({
    {{"advertised.listeners", string}, per_broker},
    {{"alter.log.dirs.replication.quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"alter.log.dirs.replication.quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"authorizer.class.name", string, ""}, read_only},
    {{"auto.include.jmx.reporter", boolean, "true"}, read_only},
    {{"background.threads", int32, "10", at_least, 1}, cluster_wide},
    {{"broker.id", int32, "-1"}, read_only},
    {{"broker.id.generation.enable", boolean, "true"}, read_only},
    {{"broker.rack", string}, read_only},
    {{"client.quota.callback.class", class_name}, read_only},
    {{"compression.gzip.level", int32, "-1", between_or, 1, 9}, cluster_wide},
    {{"compression.lz4.level", int32, "9", between, 1, 17}, cluster_wide},
    {{"compression.type", string, "producer", one_of, 0, 0, compressions}, cluster_wide},
    {{"compression.zstd.level", int32, "3", between, -131072, 22}, cluster_wide},
    {{"connection.failed.authentication.delay.ms", int32, "100", at_least, 0}, read_only},
    {{"connections.max.idle.ms", int64, "600000"}, read_only},
    {{"control.plane.listener.name", string}, read_only},
    {{"controlled.shutdown.enable", boolean, "true"}, read_only},
    {{"controlled.shutdown.max.retries", int32, "3"}, read_only},
    {{"controlled.shutdown.retry.backoff.ms", int64, "5000"}, read_only},
    {{"controller.quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"controller.quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"delete.topic.enable", boolean, "true"}, read_only},
    {{"early.start.listeners", string}, read_only},
    {{"fetch.max.bytes", int32, "57671680", at_least, 1024}, read_only},
    {{"follower.replication.throttled.rate", int64, "9223372036854775807", at_least, 0},
     cluster_wide,
     dynamic_only},
    {{"kafka.metrics.polling.interval.secs", int32, "10", at_least, 1}, read_only},
    {{"kafka.metrics.reporters", list, ""}, read_only},
    {{"leader.replication.throttled.rate", int64, "9223372036854775807", at_least, 0},
     cluster_wide,
     dynamic_only},
    {{"listener.security.protocol.map", string,
      "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT"},
     per_broker},
    {{"listeners", string, "PLAINTEXT://:9092"}, per_broker},
    {{"max.connection.creation.rate", int32, "2147483647", at_least, 0}, cluster_wide},
    {{"max.connections", int32, "2147483647", at_least, 0}, cluster_wide},
    {{"max.connections.per.ip", int32, "2147483647", at_least, 0}, cluster_wide},
    {{"max.connections.per.ip.overrides", string, ""}, cluster_wide},
    {{"max.incremental.fetch.session.cache.slots", int32, "1000", at_least, 0}, read_only},
    {{"max.request.partition.size.limit", int32, "2000", at_least, 1}, read_only},
    {{"message.max.bytes", int32, "1048588", at_least, 0}, cluster_wide},
    {{"metric.reporters", list, ""}, cluster_wide},
    {{"metrics.num.samples", int32, "2", at_least, 1}, read_only},
    {{"metrics.recording.level", string, "INFO"}, read_only},
    {{"metrics.sample.window.ms", int64, "30000", at_least, 1}, read_only},
    {{"num.io.threads", int32, "8", at_least, 1}, cluster_wide},
    {{"num.network.threads", int32, "3", at_least, 1}, cluster_wide},
    {{"num.replica.alter.log.dirs.threads", int32}, read_only},
    {{"queued.max.request.bytes", int64, "-1"}, read_only},
    {{"queued.max.requests", int32, "500", at_least, 1}, read_only},
    {{"quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"replica.alter.log.dirs.io.max.bytes.per.second", int64, "9223372036854775807", at_least, 0},
     cluster_wide,
     dynamic_only},
    {{"replication.quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"replication.quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"request.timeout.ms", int32, "30000"}, read_only},
    {{"reserved.broker.max.id", int32, "1000", at_least, 0}, read_only},
    {{"socket.connection.setup.timeout.max.ms", int64, "30000"}, read_only},
    {{"socket.connection.setup.timeout.ms", int64, "10000"}, read_only},
    {{"socket.listen.backlog.size", int32, "50", at_least, 1}, read_only},
    {{"socket.receive.buffer.bytes", int32, "102400"}, read_only},
    {{"socket.request.max.bytes", int32, "104857600", at_least, 1}, read_only},
    {{"socket.send.buffer.bytes", int32, "102400"}, read_only},
    {{"telemetry.max.bytes", int32, "1048576", at_least, 1}, read_only},
    {{"unstable.api.versions.enable", boolean, "false"}, read_only, internal},
    {{"unstable.feature.versions.enable", boolean, "false"}, read_only, internal},
});

}  // namespace server_rows
}  // namespace

std::span<const BrokerProperty> server_properties() { return server_rows::table; }

}  // namespace cohort::broker
