// What making and deleting topics means for the whole broker, whoever asked for it.
#pragma once

#include "log/new_topic.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// Answers each topic in turn; with `validate_only` nothing is made.
std::vector<TopicCreation> create_topics_in(BrokerState& state, std::span<const NewTopic> topics,
                                            bool validate_only, Instant now);

/// Makes topics that one request took for granted, with the broker's defaults; does nothing for
/// those that can't be.
void create_automatically(BrokerState& state, std::span<const std::string> names, Instant now);

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
/// of it is told. REQUIRES: there is such a partition.
void move_leader(BrokerState& state, const std::string& topic, std::int32_t partition,
                 std::int32_t leader);

}  // namespace cohort::broker
