#include "settings/setting.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr auto consumer_rows = std::to_array<Setting<ConsumerConfig>>({
    {"group.id", &ConsumerConfig::group_id, any_value,
     "The group; without one a consumer can't subscribe or commit."},
    {"group.instance.id", &ConsumerConfig::group_instance_id, legal_name,
     "Makes a static member, which keeps its partitions while it restarts (KIP-345)."},
    {"session.timeout.ms", &ConsumerConfig::session_timeout, at_least(1),
     "A member whose heartbeats stay away so long is out of the group."},
    {"heartbeat.interval.ms", &ConsumerConfig::heartbeat_interval, at_least(1),
     "From one heartbeat to the next; less than session.timeout.ms."},
    {"max.poll.interval.ms", &ConsumerConfig::max_poll_interval, at_least(1),
     "A consumer that does not poll so long leaves; rebalances wait so long, too (KIP-62)."},
    {"auto.offset.reset", &ConsumerConfig::auto_offset_reset, any_value,
     "Where to read without an offset to go on from; none: an error. Also smallest and beginning, "
     "largest and end, error."},
    {"enable.auto.commit", &ConsumerConfig::enable_auto_commit, any_value,
     "Whether what was polled is committed now and then; can't be set to true without group.id.",
     "auto.commit.enable"},
    {"auto.commit.interval.ms", &ConsumerConfig::auto_commit_interval, at_least(0),
     "From one such commit to the next."},
    {"partition.assignment.strategy", &ConsumerConfig::partition_assignment_strategy, any_value,
     "How a group shares out partitions, best first. Also the names of Kafka's classes."},
    {"isolation.level", &ConsumerConfig::isolation_level, any_value,
     "Whether records of open and aborted transactions are read (KIP-98)."},
    {"fetch.min.bytes", &ConsumerConfig::fetch_min_bytes, at_least(0),
     "A broker waits until it has so much."},
    {"fetch.max.bytes", &ConsumerConfig::fetch_max_bytes, at_least(0),
     "The most of one answer, but for a first batch that is larger."},
    {"max.partition.fetch.bytes", &ConsumerConfig::max_partition_fetch_bytes, at_least(0),
     "The most of one partition in an answer, but for the same.", "fetch.message.max.bytes"},
    {"fetch.max.wait.ms", &ConsumerConfig::fetch_max_wait, at_least(0),
     "How long a broker may wait for fetch.min.bytes.", "fetch.wait.max.ms"},
    {"max.poll.records", &ConsumerConfig::max_poll_records, at_least(1),
     "The most records that one poll returns."},
    {"check.crcs", &ConsumerConfig::check_crcs, any_value,
     "Whether the checksums of batches are looked at."},
    {"allow.auto.create.topics", &ConsumerConfig::allow_auto_create_topics, any_value,
     "Whether a broker may make a topic that was asked for."},
    {"exclude.internal.topics", &ConsumerConfig::exclude_internal_topics, any_value,
     "Whether a pattern passes over Kafka's own topics."},
});

}  // namespace

template <>
std::span<const Setting<ConsumerConfig>> settings<ConsumerConfig>() {
  return consumer_rows;
}

}  // namespace cohort::client
