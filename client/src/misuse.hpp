// What no call of a client can be about: each of these throws std::invalid_argument that names the
// call, the value and what is allowed; or ConfigError, where the configuration does not allow it.
#pragma once

#include <cohort/client/committed_offset.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/producer_record.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <string>

namespace cohort::client {

/// Empty, or longer than the protocol can write.
void check_topic(const std::string& call, const std::string& topic);
/// The same, and partitions below 0.
void check_partitions(const std::string& call, const PartitionSet& partitions);
/// Below 0.
void check_offset(const std::string& call, std::int64_t offset);
/// Below 0, or the last that there can be: the next one is committed.
void check_record_offset(const std::string& call, std::int64_t offset);
void check_offsets(const std::string& call, const OffsetsToCommit& offsets);
/// Before 1970: these numbers mean something else on the wire (ListOffsets).
void check_time(const std::string& call, Instant time);
/// Of a partition or a timestamp below 0, or a topic that can't be.
void check_record(const ProducerRecord& record);
/// Without a group, or half of a member.
void check_membership(const std::string& call, const GroupMembership& membership);
/// Throws ConfigError without `group.id`; `call` is what needs it.
void require_group(const std::string& call, const ConsumerConfig& config);

}  // namespace cohort::client
