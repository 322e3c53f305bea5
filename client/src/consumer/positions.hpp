// Positions: which partitions a consumer reads, and how far it is in each.
#pragma once

#include "consumer/retry.hpp"
#include "session/metadata_cache.hpp"
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <optional>

namespace cohort::client {

/// The next record to read.
struct Position {
  std::int64_t offset = 0;
  std::int32_t epoch = -1;  ///< Of the leader of the record before it; -1: not known (KIP-320).
  bool operator==(const Position&) const = default;
};

enum class SoughtKind : std::uint8_t {
  committed,  ///< What the group has committed; the owner of the Positions finds it out.
  beginning,
  end,
  timestamp,
};

/// Where to begin, while the offset is not known.
struct Sought {
  SoughtKind kind = SoughtKind::committed;
  std::int64_t timestamp_ms = -1;  ///< For `timestamp`: the first record that is not older.
  bool operator==(const Sought&) const = default;
};

/// A broker that leads, in its epoch.
struct LeaderInEpoch {
  std::int32_t id = -1;
  std::int32_t epoch = -1;
  bool operator==(const LeaderInEpoch&) const = default;
};

struct AssignedPartition {
  std::optional<Position> position;  ///< Nothing while it is sought.
  Sought sought;                     ///< Of account while there is no position.
  /// Changes with every seek and every new leader: an answer to an earlier question is known by it.
  std::uint64_t revision = 0;
  bool is_paused = false;
  bool is_revoking = false;  ///< No records any more: the group takes it away.
  /// The leader is another one: its log may end before the position (KIP-320).
  bool needs_validation = false;
  bool is_stuck = false;  ///< A failure that only a seek ends.
  LeaderInEpoch leader;   ///< The one that the position was found valid for, or is asked.
  std::int64_t high_watermark = -1;  ///< -1, here and below: not known yet.
  std::int64_t last_stable_offset = -1;
  std::int64_t log_start_offset = -1;
  std::optional<std::int32_t> preferred_replica;  ///< To read from instead (KIP-392).
  Instant preferred_until;
  Retry fetch_retry;
  Retry lookup_retry;

  /// Its position is known and stands.
  bool has_valid_position() const { return position && !needs_validation && !is_stuck; }
  /// Records may be handed to the user.
  bool may_give_records() const { return has_valid_position() && !is_paused && !is_revoking; }
  /// Up to where records may be read; -1: not known.
  std::int64_t readable_end(IsolationLevel level) const {
    return level == IsolationLevel::read_committed ? last_stable_offset : high_watermark;
  }
};

/// State only: nobody is asked here. The Fetcher reads from the positions on, the OffsetLookup
/// finds those that are sought.
class Positions {
 public:
  explicit Positions(AutoOffsetReset policy) : policy_(policy) {}

  /// What is assigned from now on. Those that stay keep their state, revoking or not; new ones
  /// begin at `from`.
  void assign(const PartitionSet& partitions, const Sought& from = {});
  /// Exactly these give no records until the next assign(). Those that are not assigned are passed
  /// over.
  void set_revoking(const PartitionSet& partitions);

  /// REQUIRES of seek, pause and resume: they are assigned; throws std::invalid_argument else.
  void seek(const TopicPartition& partition, const Position& to);
  void seek(const TopicPartition& partition, const Sought& to);
  void pause(const PartitionSet& partitions);
  void resume(const PartitionSet& partitions);

  bool is_assigned(const TopicPartition& partition) const { return all_.contains(partition); }
  const std::map<TopicPartition, AssignedPartition>& all() const { return all_; }
  const AssignedPartition* find(const TopicPartition& partition) const;
  PartitionSet assigned() const;
  /// Whether these are assigned and no others.
  bool are_just(const PartitionSet& partitions) const;
  PartitionSet paused() const;
  /// Whose committed offsets have to be found out.
  PartitionSet awaiting_committed() const;
  /// Nothing while it is sought or being validated, or not assigned.
  std::optional<Position> position(const TopicPartition& partition) const;
  /// What may be committed: of all that have a valid position (SubscriptionState.allConsumed).
  std::map<TopicPartition, Position> consumed() const;
  /// Records between the position and the end, as far as they may be read; nothing if not known.
  std::optional<std::int64_t> lag(const TopicPartition& partition, IsolationLevel level) const;

  /// What the group has committed, if that is still what is sought; nothing committed: the policy
  /// says where to begin.
  void found_committed(const TopicPartition& partition, const std::optional<Position>& committed);

  /// Failures of single partitions, told by the next poll. False while those that have one are
  /// paused or revoking.
  bool has_failure() const;
  /// The next one. One that only a seek ends is told again and again, as by Kafka's consumer.
  std::optional<Failure> take_failure();

  // For the Fetcher and the OffsetLookup. Nothing happens to a partition that is not assigned.

  AssignedPartition* find(const TopicPartition& partition);
  /// Notices new leaders: what was read under an older one has to be validated (KIP-320).
  void follow_leaders(const MetadataCache& metadata);
  /// Records up to here were handed out.
  void advance(const TopicPartition& partition, const Position& to);
  /// The offset that was sought; -1: no record is that young, and the end is sought. REQUIRES: the
  /// partition's revision is the one that was asked for.
  void found(const TopicPartition& partition, std::int64_t offset);
  /// The position stands.
  void validated(const TopicPartition& partition);
  /// The log has other records from `diverging` on, or from an unknown offset on.
  void truncated(const TopicPartition& partition, const std::optional<Position>& diverging);
  /// There is no going on from the position: begins where the policy says, or else fails with
  /// `without_policy`.
  void reset(const TopicPartition& partition, const Failure& without_policy);
  /// Tells it once, and goes on.
  void warn(const TopicPartition& partition, const Failure& failure);
  /// Tells it until the user seeks.
  void fail(const TopicPartition& partition, const Failure& failure);

 private:
  friend struct DigestOf<Positions>;
  AssignedPartition& require(const TopicPartition& partition);
  void restart(const TopicPartition& partition, AssignedPartition& state);
  bool may_tell(const TopicPartition& partition) const;

  AutoOffsetReset policy_;
  std::map<TopicPartition, AssignedPartition> all_;
  std::map<TopicPartition, Failure> failures_;
  std::uint64_t last_revision_ = 0;
};

}  // namespace cohort::client
