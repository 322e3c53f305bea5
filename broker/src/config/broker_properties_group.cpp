// Broker properties of group and transaction coordinators.
// Source: GroupCoordinatorConfig, ShareGroupConfig, TransactionLogConfigs,
// TransactionStateManagerConfigs (3.9).
#include "broker_property.hpp"

#include <array>

namespace cohort::broker {
namespace {
namespace group_rows {

using enum ConfigType;
using enum ConfigRule;
using enum UpdateMode;
using enum PropertyScope;

constexpr auto table = std::to_array<BrokerProperty>({
    {{"group.consumer.assignors", list,
      "org.apache.kafka.coordinator.group.assignor.UniformAssignor,org.apache.kafka.coordinator."
      "group.assignor.RangeAssignor"},
     read_only},
    {{"group.consumer.heartbeat.interval.ms", int32, "5000", at_least, 1}, read_only},
    {{"group.consumer.max.heartbeat.interval.ms", int32, "15000", at_least, 1}, read_only},
    {{"group.consumer.max.session.timeout.ms", int32, "60000", at_least, 1}, read_only},
    {{"group.consumer.max.size", int32, "2147483647", at_least, 1}, read_only},
    {{"group.consumer.migration.policy", string, "disabled"}, read_only, internal},
    {{"group.consumer.min.heartbeat.interval.ms", int32, "5000", at_least, 1}, read_only},
    {{"group.consumer.min.session.timeout.ms", int32, "45000", at_least, 1}, read_only},
    {{"group.consumer.session.timeout.ms", int32, "45000", at_least, 1}, read_only},
    {{"group.coordinator.append.linger.ms", int32, "10", at_least, 0}, read_only},
    {{"group.coordinator.new.enable", boolean, "false"}, read_only, internal},
    {{"group.coordinator.rebalance.protocols", list, "classic"}, read_only},
    {{"group.coordinator.threads", int32, "1", at_least, 1}, read_only},
    {{"group.initial.rebalance.delay.ms", int32, "3000"}, read_only},
    {{"group.max.session.timeout.ms", int32, "1800000"}, read_only},
    {{"group.max.size", int32, "2147483647", at_least, 1}, read_only},
    {{"group.min.session.timeout.ms", int32, "6000"}, read_only},
    {{"group.share.delivery.count.limit", int32, "5", between, 2, 10}, read_only},
    {{"group.share.enable", boolean, "false"}, read_only, internal},
    {{"group.share.heartbeat.interval.ms", int32, "5000", at_least, 1}, read_only},
    {{"group.share.max.groups", int16, "10", between, 1, 100}, read_only},
    {{"group.share.max.heartbeat.interval.ms", int32, "15000", at_least, 1}, read_only},
    {{"group.share.max.record.lock.duration.ms", int32, "60000", between, 30000, 3600000},
     read_only},
    {{"group.share.max.session.timeout.ms", int32, "60000", at_least, 1}, read_only},
    {{"group.share.max.size", int16, "200", between, 10, 1000}, read_only},
    {{"group.share.min.heartbeat.interval.ms", int32, "5000", at_least, 1}, read_only},
    {{"group.share.min.record.lock.duration.ms", int32, "15000", between, 1000, 30000}, read_only},
    {{"group.share.min.session.timeout.ms", int32, "45000", at_least, 1}, read_only},
    {{"group.share.partition.max.record.locks", int32, "200", between, 100, 10000}, read_only},
    {{"group.share.record.lock.duration.ms", int32, "30000", between, 1000, 60000}, read_only},
    {{"group.share.session.timeout.ms", int32, "45000", at_least, 1}, read_only},
    {{"offset.metadata.max.bytes", int32, "4096"}, read_only},
    {{"offsets.commit.required.acks", int16, "-1"}, read_only},
    {{"offsets.commit.timeout.ms", int32, "5000", at_least, 1}, read_only},
    {{"offsets.load.buffer.size", int32, "5242880", at_least, 1}, read_only},
    {{"offsets.retention.check.interval.ms", int64, "600000", at_least, 1}, read_only},
    {{"offsets.retention.minutes", int32, "10080", at_least, 1}, read_only},
    {{"offsets.topic.compression.codec", int32, "0"}, read_only},
    {{"offsets.topic.num.partitions", int32, "50", at_least, 1}, read_only},
    {{"offsets.topic.replication.factor", int16, "3", at_least, 1}, read_only},
    {{"offsets.topic.segment.bytes", int32, "104857600", at_least, 1}, read_only},
    {{"producer.id.expiration.check.interval.ms", int32, "600000", at_least, 1},
     read_only,
     internal},
    {{"producer.id.expiration.ms", int32, "86400000", at_least, 1}, cluster_wide},
    {{"transaction.abort.timed.out.transaction.cleanup.interval.ms", int32, "10000", at_least, 1},
     read_only},
    {{"transaction.max.timeout.ms", int32, "900000", at_least, 1}, read_only},
    {{"transaction.partition.verification.enable", boolean, "true"}, cluster_wide},
    {{"transaction.remove.expired.transaction.cleanup.interval.ms", int32, "3600000", at_least, 1},
     read_only},
    {{"transaction.state.log.load.buffer.size", int32, "5242880", at_least, 1}, read_only},
    {{"transaction.state.log.min.isr", int32, "2", at_least, 1}, read_only},
    {{"transaction.state.log.num.partitions", int32, "50", at_least, 1}, read_only},
    {{"transaction.state.log.replication.factor", int16, "3", at_least, 1}, read_only},
    {{"transaction.state.log.segment.bytes", int32, "104857600", at_least, 1}, read_only},
    {{"transactional.id.expiration.ms", int32, "604800000", at_least, 1}, read_only},
});

}  // namespace group_rows
}  // namespace

std::span<const BrokerProperty> group_properties() { return group_rows::table; }

}  // namespace cohort::broker
