// What making and deleting topics means for the whole broker, whoever asked for it.
#pragma once

#include "log/new_topic.hpp"
#include "log/partition_key.hpp"
#include "log/partition_log.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// Answers each topic in turn; with `validate_only` nothing is made.
std::vector<TopicCreation> create_topics_in(BrokerState& state, std::span<const NewTopic> topics,
                                            bool validate_only, Instant now);

/// Makes topics that one request took for granted, with the broker's defaults; does nothing for
/// those that can't be.
void create_automatically(BrokerState& state, std::span<const std::string> names, Instant now);

/// As Catalog::grow.
TopicError grow_topic(BrokerState& state, const MorePartitions& wanted, bool validate_only,
                      std::int64_t& allowance, Instant now);

/// The starts of these partitions have moved: whoever waits below learns that its offset is out of
/// range. REQUIRES: they are there.
void tell_start_moved(BrokerState& state, const std::vector<PartitionKey>& moved,
                      std::string_view why, Instant now);

/// Moves a partition's start up to the offset, -1: to its end. REQUIRES: there is such a partition.
DeleteRecordsResult delete_records_in(BrokerState& state, const std::string& topic,
                                      std::int32_t partition, std::int64_t offset, Instant now);

/// So many bytes were appended to a partition: fetches that wait for it may go on. REQUIRES: there
/// is such a topic.
void tell_appended(BrokerState& state, const std::string& topic, std::int32_t partition,
                   std::int64_t bytes);

/// May so many bytes be appended under the memory limit? Before a client is refused, what the
/// coordinators wrote and have replaced since makes room.
bool has_room(BrokerState& state, std::int64_t bytes, Instant now);

/// Records, committed offsets and waiting fetches go with the topic. REQUIRES: there is such a
/// topic.
void delete_topic(BrokerState& state, const std::string& name, Instant now);

/// Another broker leads from now on, -1: none, in the partition's next epoch; who waits for records
/// of it is told; a coordinator of the partition begins anew. REQUIRES: there is such a partition.
void move_leader(BrokerState& state, const std::string& topic, std::int32_t partition,
                 std::int32_t leader, Instant now);

}  // namespace cohort::broker
