// SessionPartitions: the partitions that a fetch session follows, in the order in which they are
// read.
#pragma once

#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/messages/fetch.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace cohort::broker {

/// How a session tells partitions apart: by their topic's name (its id is zero) or by its id (the
/// name is empty). Source: CachedPartition.equals.
struct FetchedPartition {
  Uuid topic_id;
  std::string topic;
  std::int32_t index = 0;
  auto operator<=>(const FetchedPartition&) const = default;
};

/// What the fetcher wants of a partition, and what it was told last.
struct SessionPartition {
  std::string topic;  ///< As the fetcher names it: empty in a session by ids.
  Uuid topic_id;      ///< As the fetcher names it: zero in a session by names.
  /// In a session by ids the name that the topic had when it was first found; empty before. That a
  /// topic was there once decides what its absence is called.
  std::string known_as;
  FetchPartition wanted;
  std::int64_t high_watermark = -1;
  std::int64_t log_start_offset = -1;

  /// Is there anything to tell? What was answered is remembered.
  /// Source: CachedPartition.maybeUpdateResponseData.
  bool take_news(const FetchPartitionData& found, bool has_records);
  bool operator==(const SessionPartition&) const = default;
};

/// The next in order is the one that has waited longest for records, so that a small `max_bytes`
/// serves all in turn (KIP-227).
class SessionPartitions {
 public:
  using Ordered = std::map<std::uint64_t, SessionPartition>;

  /// At the end; REQUIRES: it is not there yet.
  void add(SessionPartition partition);
  /// Partitions that the request names are added or get its offsets and limits, then those that it
  /// forgets go. Source: FetchSession.update.
  void update(const FetchRequest& request);
  void move_to_end(Ordered::iterator at);

  /// By turn. The names may not be changed.
  Ordered& in_order() { return by_turn_; }
  const Ordered& in_order() const { return by_turn_; }
  std::size_t size() const { return by_turn_.size(); }
  /// Roughly what it occupies, with its session.
  std::int64_t bytes() const { return bytes_; }

  bool operator==(const SessionPartitions&) const = default;

 private:
  friend struct DigestOf<SessionPartitions>;
  void put(const FetchTopic& topic, const FetchPartition& wanted);
  void forget(const FetchedPartition& named);

  Ordered by_turn_;
  std::map<FetchedPartition, std::uint64_t> turns_;
  std::uint64_t next_turn_ = 0;
  std::int64_t bytes_ = 512;
};

/// Roughly what one partition of a topic of this name occupies in a session.
std::int64_t session_bytes_for(const std::string& topic);

}  // namespace cohort::broker
