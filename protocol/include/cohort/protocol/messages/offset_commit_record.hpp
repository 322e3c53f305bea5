// OffsetCommitKey, OffsetCommitValue: a committed offset as a record of `__consumer_offsets`.
#pragma once

#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>

namespace cohort {

/// Its version tells it from other keys of the topic: 0 and 1 are this one. Kafka 3.9 writes 1.
struct OffsetCommitKey {
  static constexpr Versions versions{0, 1};
  static constexpr std::int16_t flexible_from = never_flexible;

  std::string group;
  std::string topic;
  std::int32_t partition = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("group", m.group);
    field("topic", m.topic);
    field("partition", m.partition);
  }
  bool operator==(const OffsetCommitKey&) const = default;
};

/// Kafka 3.9 writes version 3, or 1 where the commit brought a retention time of its own (KIP-211).
struct OffsetCommitValue {
  static constexpr Versions versions{0, 4};
  static constexpr std::int16_t flexible_from = 4;

  std::int64_t offset = 0;
  std::int32_t leader_epoch = -1;
  std::string metadata;
  std::int64_t commit_timestamp = 0;   ///< Milliseconds since the Unix epoch.
  std::int64_t expire_timestamp = -1;  ///< The same; -1: the broker's rule.

  static constexpr void fields(auto& field, auto& m) {
    field("offset", m.offset);
    field("leader_epoch", m.leader_epoch, since(3).ignorable(), -1);
    field("metadata", m.metadata);
    field("commit_timestamp", m.commit_timestamp);
    field("expire_timestamp", m.expire_timestamp, between(1, 1).ignorable(), std::int64_t{-1});
  }
  bool operator==(const OffsetCommitValue&) const = default;
};

}  // namespace cohort
