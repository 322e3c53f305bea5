// Broker properties of the controllers, ZooKeeper and replication.
// Source: KRaftConfigs, QuorumConfig, ZkConfigs, ReplicationConfigs (3.9).
#include "broker_property.hpp"

#include <array>

namespace cohort::broker {
namespace {
namespace cluster_rows {

using enum ConfigType;
using enum ConfigRule;
using enum UpdateMode;
using enum PropertyScope;

constexpr auto table = std::to_array<BrokerProperty>({
    {{"auto.leader.rebalance.enable", boolean, "true"}, read_only},
    {{"broker.heartbeat.interval.ms", int32, "2000"}, read_only},
    {{"broker.session.timeout.ms", int32, "9000"}, read_only},
    {{"controller.listener.names", string}, read_only},
    {{"controller.quorum.append.linger.ms", int32, "25"}, read_only},
    {{"controller.quorum.bootstrap.servers", list, ""}, read_only},
    {{"controller.quorum.election.backoff.max.ms", int32, "1000"}, read_only},
    {{"controller.quorum.election.timeout.ms", int32, "1000"}, read_only},
    {{"controller.quorum.fetch.timeout.ms", int32, "2000"}, read_only},
    {{"controller.quorum.request.timeout.ms", int32, "2000"}, read_only},
    {{"controller.quorum.retry.backoff.ms", int32, "20"}, read_only},
    {{"controller.quorum.voters", list, ""}, read_only},
    {{"controller.socket.timeout.ms", int32, "30000"}, read_only},
    {{"default.replication.factor", int32, "1"}, read_only},
    {{"delete.records.purgatory.purge.interval.requests", int32, "1"}, read_only},
    {{"eligible.leader.replicas.enable", boolean, "false"}, read_only},
    {{"fetch.purgatory.purge.interval.requests", int32, "1000"}, read_only},
    {{"initial.broker.registration.timeout.ms", int32, "60000"}, read_only},
    {{"inter.broker.listener.name", string}, read_only},
    {{"inter.broker.protocol.version", string, "3.9-IV0", format_version}, read_only},
    {{"leader.imbalance.check.interval.seconds", int64, "300", at_least, 1}, read_only},
    {{"leader.imbalance.per.broker.percentage", int32, "10"}, read_only},
    {{"metadata.log.dir", string}, read_only},
    {{"metadata.log.max.record.bytes.between.snapshots", int64, "20971520", at_least, 1},
     read_only},
    {{"metadata.log.max.snapshot.interval.ms", int64, "3600000", at_least, 0}, read_only},
    {{"metadata.log.segment.bytes", int32, "1073741824", at_least, 12}, read_only},
    {{"metadata.log.segment.min.bytes", int32, "8388608", at_least, 12}, read_only, internal},
    {{"metadata.log.segment.ms", int64, "604800000"}, read_only},
    {{"metadata.max.idle.interval.ms", int32, "500", at_least, 0}, read_only},
    {{"metadata.max.retention.bytes", int64, "104857600"}, read_only},
    {{"metadata.max.retention.ms", int64, "604800000"}, read_only},
    {{"node.id", int32, "-1"}, read_only},
    {{"num.replica.fetchers", int32, "1"}, cluster_wide},
    {{"process.roles", list, "", one_of, 0, 0, "broker, controller"}, read_only},
    {{"producer.purgatory.purge.interval.requests", int32, "1000"}, read_only},
    {{"replica.fetch.backoff.ms", int32, "1000", at_least, 0}, read_only},
    {{"replica.fetch.max.bytes", int32, "1048576", at_least, 0}, read_only},
    {{"replica.fetch.min.bytes", int32, "1"}, read_only},
    {{"replica.fetch.response.max.bytes", int32, "10485760", at_least, 0}, read_only},
    {{"replica.fetch.wait.max.ms", int32, "500"}, read_only},
    {{"replica.high.watermark.checkpoint.interval.ms", int64, "5000"}, read_only},
    {{"replica.lag.time.max.ms", int64, "30000"}, read_only},
    {{"replica.selector.class", string}, read_only},
    {{"replica.socket.receive.buffer.bytes", int32, "65536"}, read_only},
    {{"replica.socket.timeout.ms", int32, "30000"}, read_only},
    {{"sasl.mechanism.controller.protocol", string, "GSSAPI"}, read_only},
    {{"security.inter.broker.protocol", string, "PLAINTEXT", one_of, 0, 0,
      "PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL"},
     read_only},
    {{"server.max.startup.time.ms", int64, "9223372036854775807", at_least, 0},
     read_only,
     internal},
    {{"unclean.leader.election.enable", boolean, "false"}, cluster_wide},
    {{"unclean.leader.election.interval.ms", int64, "300000", at_least, 1}, read_only, internal},
    {{"zookeeper.clientCnxnSocket", string}, read_only},
    {{"zookeeper.connect", string}, read_only},
    {{"zookeeper.connection.timeout.ms", int32}, read_only},
    {{"zookeeper.max.in.flight.requests", int32, "10", at_least, 1}, read_only},
    {{"zookeeper.metadata.migration.enable", boolean, "false"}, read_only},
    {{"zookeeper.metadata.migration.min.batch.size", int32, "200", at_least, 1},
     read_only,
     internal},
    {{"zookeeper.session.timeout.ms", int32, "18000"}, read_only},
    {{"zookeeper.set.acl", boolean, "false"}, read_only},
    {{"zookeeper.ssl.cipher.suites", list}, read_only},
    {{"zookeeper.ssl.client.enable", boolean, "false"}, read_only},
    {{"zookeeper.ssl.crl.enable", boolean, "false"}, read_only},
    {{"zookeeper.ssl.enabled.protocols", list}, read_only},
    {{"zookeeper.ssl.endpoint.identification.algorithm", string, "HTTPS"}, read_only},
    {{"zookeeper.ssl.keystore.location", string}, read_only},
    {{"zookeeper.ssl.keystore.password", password}, read_only},
    {{"zookeeper.ssl.keystore.type", string}, read_only},
    {{"zookeeper.ssl.ocsp.enable", boolean, "false"}, read_only},
    {{"zookeeper.ssl.protocol", string, "TLSv1.2"}, read_only},
    {{"zookeeper.ssl.truststore.location", string}, read_only},
    {{"zookeeper.ssl.truststore.password", password}, read_only},
    {{"zookeeper.ssl.truststore.type", string}, read_only},
});

}  // namespace cluster_rows
}  // namespace

std::span<const BrokerProperty> cluster_properties() { return cluster_rows::table; }

}  // namespace cohort::broker
