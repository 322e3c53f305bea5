// CallItem: one of the things that an admin call is about, which broker has to be asked about it,
// and how far that has come.
#pragma once

#include "session/connection.hpp"
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

enum class Place : std::uint8_t { any_broker, controller, broker, coordinator, leader };

/// Who has to be asked.
struct Target {
  Place place = Place::any_broker;
  std::int32_t node_id = -1;   ///< Of a broker.
  std::string group{};         ///< Of a coordinator.
  TopicPartition partition{};  ///< Of a leader.
  /// A leader's topic that does not exist is an error at once. Kafka's clients wait for it: it may
  /// be just made (PartitionLeaderStrategy.handleTopicError).
  bool must_exist = false;

  static Target broker(std::int32_t node_id) {
    return {.place = Place::broker, .node_id = node_id};
  }
  static Target coordinator(std::string group) {
    return {.place = Place::coordinator, .group = std::move(group)};
  }
  static Target leader(TopicPartition partition) {
    return {.place = Place::leader, .partition = std::move(partition)};
  }
  bool operator==(const Target&) const = default;
};

/// "the coordinator of group orders", "the leader of orders-3".
std::string to_string(const Target& target);

/// Which of its requests a plan is about, for those that need several.
using Step = std::uint8_t;

struct CallItem {
  Target target{};
  Step step = 0;
  std::size_t subject = 0;  ///< What it is to its plan.
  bool is_under_way = false;
  bool is_done = false;
  Instant not_before{};  ///< After a failure.
  /// Where to ask is taken from newer metadata than this only.
  std::uint64_t metadata_revision = 0;
  std::uint32_t failures = 0;
  ErrorCode last_code = ErrorCode::none;
  std::string last_trouble{};
  bool operator==(const CallItem&) const = default;
};

/// Items that travel in one request.
struct Batch {
  Destination to{};
  Step step = 0;
  int version = 0;
  std::vector<std::size_t> items{};     ///< By their places in the call.
  std::vector<std::size_t> subjects{};  ///< The same, as their plan knows them.
  bool operator==(const Batch&) const = default;
};

/// What an answer says of an item.
struct Verdict {
  ErrorCode code = ErrorCode::none;  ///< `none`: the plan has what it wanted.
  std::string message{};             ///< The broker's, or ours; empty: nothing to add.
  Duration pause{};                  ///< Not again before.
  bool operator==(const Verdict&) const = default;
};

}  // namespace cohort::client
