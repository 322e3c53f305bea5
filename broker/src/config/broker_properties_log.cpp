// Broker properties of logs, their cleaning and tiered storage.
// Source: LogConfig.SERVER_CONFIG_DEF, CleanerConfig, RemoteLogManagerConfig (3.9).
#include "broker_property.hpp"

#include <array>

namespace cohort::broker {
namespace {
namespace log_rows {

using enum ConfigType;
using enum ConfigRule;
using enum UpdateMode;
using enum PropertyScope;

constexpr auto table = std::to_array<BrokerProperty>({
    {{"alter.config.policy.class.name", class_name}, read_only},
    {{"auto.create.topics.enable", boolean, "true"}, read_only},
    {{"create.topic.policy.class.name", class_name}, read_only},
    {{"log.cleaner.backoff.ms", int64, "15000", at_least, 0}, cluster_wide},
    {{"log.cleaner.dedupe.buffer.size", int64, "134217728"}, cluster_wide},
    {{"log.cleaner.delete.retention.ms", int64, "86400000", at_least, 0}, cluster_wide},
    {{"log.cleaner.enable", boolean, "true"}, read_only},
    {{"log.cleaner.io.buffer.load.factor", floating, "0.9"}, cluster_wide},
    {{"log.cleaner.io.buffer.size", int32, "524288", at_least, 0}, cluster_wide},
    {{"log.cleaner.io.max.bytes.per.second", floating, "1.7976931348623157E308"}, cluster_wide},
    {{"log.cleaner.max.compaction.lag.ms", int64, "9223372036854775807", at_least, 1},
     cluster_wide},
    {{"log.cleaner.min.cleanable.ratio", floating, "0.5", between, 0, 1}, cluster_wide},
    {{"log.cleaner.min.compaction.lag.ms", int64, "0", at_least, 0}, cluster_wide},
    {{"log.cleaner.threads", int32, "1", at_least, 0}, cluster_wide},
    {{"log.cleanup.policy", list, "delete", one_of, 0, 0, "compact, delete"}, cluster_wide},
    {{"log.dir", string, "/tmp/kafka-logs"}, read_only},
    {{"log.dir.failure.timeout.ms", int64, "30000", at_least, 1}, read_only},
    {{"log.dirs", string}, read_only},
    {{"log.flush.interval.messages", int64, "9223372036854775807", at_least, 1}, cluster_wide},
    {{"log.flush.interval.ms", int64}, cluster_wide},
    {{"log.flush.offset.checkpoint.interval.ms", int32, "60000", at_least, 0}, read_only},
    {{"log.flush.scheduler.interval.ms", int64, "9223372036854775807"}, read_only},
    {{"log.flush.start.offset.checkpoint.interval.ms", int32, "60000", at_least, 0}, read_only},
    {{"log.index.interval.bytes", int32, "4096", at_least, 0}, cluster_wide},
    {{"log.index.size.max.bytes", int32, "10485760", at_least, 4}, cluster_wide},
    {{"log.initial.task.delay.ms", int64, "30000", at_least, 0}, read_only, internal},
    {{"log.local.retention.bytes", int64, "-2", at_least, -2}, cluster_wide},
    {{"log.local.retention.ms", int64, "-2", at_least, -2}, cluster_wide},
    {{"log.message.downconversion.enable", boolean, "true"}, cluster_wide},
    {{"log.message.format.version", string, "3.0-IV1", format_version}, read_only},
    {{"log.message.timestamp.after.max.ms", int64, "9223372036854775807", at_least, 0},
     cluster_wide},
    {{"log.message.timestamp.before.max.ms", int64, "9223372036854775807", at_least, 0},
     cluster_wide},
    {{"log.message.timestamp.difference.max.ms", int64, "9223372036854775807", at_least, 0},
     cluster_wide},
    {{"log.message.timestamp.type", string, "CreateTime", one_of, 0, 0,
      "CreateTime, LogAppendTime"},
     cluster_wide},
    {{"log.preallocate", boolean, "false"}, cluster_wide},
    {{"log.retention.bytes", int64, "-1"}, cluster_wide},
    {{"log.retention.check.interval.ms", int64, "300000", at_least, 1}, read_only},
    {{"log.retention.hours", int32, "168"}, read_only},
    {{"log.retention.minutes", int32}, read_only},
    {{"log.retention.ms", int64}, cluster_wide},
    {{"log.roll.hours", int32, "168", at_least, 1}, read_only},
    {{"log.roll.jitter.hours", int32, "0", at_least, 0}, read_only},
    {{"log.roll.jitter.ms", int64}, cluster_wide},
    {{"log.roll.ms", int64}, cluster_wide},
    {{"log.segment.bytes", int32, "1073741824", at_least, 14}, cluster_wide},
    {{"log.segment.delete.delay.ms", int64, "60000", at_least, 0}, cluster_wide},
    {{"min.insync.replicas", int32, "1", at_least, 1}, cluster_wide},
    {{"num.partitions", int32, "1", at_least, 1}, read_only},
    {{"num.recovery.threads.per.data.dir", int32, "1", at_least, 1}, cluster_wide},
    {{"remote.fetch.max.wait.ms", int32, "500", at_least, 1}, cluster_wide},
    {{"remote.log.index.file.cache.total.size.bytes", int64, "1073741824", at_least, 1},
     cluster_wide},
    {{"remote.log.manager.copier.thread.pool.size", int32, "-1", between_or, 1, 2147483647},
     read_only},
    {{"remote.log.manager.copy.max.bytes.per.second", int64, "9223372036854775807", at_least, 1},
     cluster_wide},
    {{"remote.log.manager.copy.quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"remote.log.manager.copy.quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"remote.log.manager.expiration.thread.pool.size", int32, "-1", between_or, 1, 2147483647},
     read_only},
    {{"remote.log.manager.fetch.max.bytes.per.second", int64, "9223372036854775807", at_least, 1},
     cluster_wide},
    {{"remote.log.manager.fetch.quota.window.num", int32, "11", at_least, 1}, read_only},
    {{"remote.log.manager.fetch.quota.window.size.seconds", int32, "1", at_least, 1}, read_only},
    {{"remote.log.manager.task.interval.ms", int64, "30000", at_least, 1}, read_only},
    {{"remote.log.manager.task.retry.backoff.max.ms", int64, "30000", at_least, 1},
     read_only,
     internal},
    {{"remote.log.manager.task.retry.backoff.ms", int64, "500", at_least, 1}, read_only, internal},
    {{"remote.log.manager.task.retry.jitter", floating, "0.2"}, read_only, internal},
    {{"remote.log.manager.thread.pool.size", int32, "10", at_least, 1}, read_only},
    {{"remote.log.metadata.custom.metadata.max.bytes", int32, "128", at_least, 0}, read_only},
    {{"remote.log.metadata.manager.class.name", string,
      "org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager"},
     read_only},
    {{"remote.log.metadata.manager.class.path", string}, read_only},
    {{"remote.log.metadata.manager.impl.prefix", string, "rlmm.config."}, read_only},
    {{"remote.log.metadata.manager.listener.name", string}, read_only},
    {{"remote.log.reader.max.pending.tasks", int32, "100", at_least, 1}, read_only},
    {{"remote.log.reader.threads", int32, "10", at_least, 1}, read_only},
    {{"remote.log.storage.manager.class.name", string}, read_only},
    {{"remote.log.storage.manager.class.path", string}, read_only},
    {{"remote.log.storage.manager.impl.prefix", string, "rsm.config."}, read_only},
    {{"remote.log.storage.system.enable", boolean, "false"}, read_only},
});

}  // namespace log_rows
}  // namespace

std::span<const BrokerProperty> log_properties() { return log_rows::table; }

}  // namespace cohort::broker
