// What clients ask of a group's offsets: commit, fetch, delete.
#pragma once

#include "group/membership_requests.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// A partition by its topic's name, as offsets are keyed.
struct OffsetKey {
  std::string topic;
  std::int32_t partition = 0;
  auto operator<=>(const OffsetKey&) const = default;
};

/// As Kafka prints it: `topic-0`.
std::string to_string(const OffsetKey& key);

struct OffsetToCommit {
  OffsetKey key;
  std::int64_t offset = -1;  ///< Stored as given, whatever its range.
  std::int32_t leader_epoch = -1;
  std::string metadata;                ///< A null on the wire is "".
  std::optional<Instant> commit_time;  ///< OffsetCommit v1 may bring one; nullopt: now.
};

/// Unknown topics and partitions are refused before (the coordinator does not know the topics).
struct CommitRequest {
  std::string group_id;
  MemberIdentity member;
  std::int32_t generation = -1;       ///< Below 0: a simple consumer or an administrator.
  std::optional<Duration> retention;  ///< OffsetCommit v2 to v4; nullopt: the broker's rule.
  bool expects_group_id_not_found =
      false;  ///< How an absent group is told (v9+); else ILLEGAL_GENERATION.
  std::vector<OffsetToCommit> offsets;
  std::string transactional_id{};  ///< Of a transaction's; told in the facts alone.
};

/// Does the reader want offsets that no open transaction may move (require_stable, KIP-447)?
enum class OffsetStability : std::uint8_t { any, required };

struct FetchedOffset {
  OffsetKey key;
  ErrorCode error = ErrorCode::none;
  std::int64_t offset = -1;  ///< -1: nothing committed.
  std::int32_t leader_epoch = -1;
  std::string metadata;
  bool operator==(const FetchedOffset&) const = default;
};

struct DeleteOffsetsRequest {
  std::string group_id;
  std::vector<OffsetKey> offsets;
};

struct DeleteOffsetsAnswer {
  ErrorCode error = ErrorCode::none;
  std::vector<ErrorCode>
      offsets;  ///< One for each of the request's, in its order; empty if `error` is set.
  bool operator==(const DeleteOffsetsAnswer&) const = default;
};

}  // namespace cohort::broker
