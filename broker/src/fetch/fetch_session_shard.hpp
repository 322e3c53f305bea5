// FetchSessionShard: the fetch sessions of one range of ids, and which of them must go for a new
// one.
#pragma once

#include "fetch/session_partitions.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace cohort::broker {

/// What a broker remembers of one fetcher between its fetches (KIP-227). Source: FetchSession.
struct FetchSession {
  std::int32_t id = 0;
  bool is_privileged = false;  ///< Opened by a follower.
  bool uses_topic_ids = false;
  std::int32_t next_epoch = 1;  ///< What the next request must name.
  std::int64_t opened_ms = 0;
  std::int64_t last_used_ms = 0;
  SessionPartitions partitions;

  /// When it was last used: by this it is compared with others until it is used again.
  std::int64_t size_when_used = 0;
  std::int64_t bytes_when_used = 0;
  /// Requests of it that wait. A session that has been closed lives on for them, unseen.
  std::int32_t waiting = 0;
  bool is_closed = false;
};

/// A session to be.
struct FetchSessionDraft {
  bool is_privileged = false;
  bool uses_topic_ids = false;
  std::size_t partitions = 0;
  std::int64_t bytes = 0;  ///< That they will take.
};

/// After this long without use a session goes for any other, and a younger one is evicted by
/// followers alone. A constant in Kafka, too
/// (KafkaServer.MIN_INCREMENTAL_FETCH_SESSION_EVICTION_MS).
inline constexpr std::int64_t session_eviction_ms = 120'000;

/// The epoch that follows. Source: FetchMetadata.nextEpoch.
std::int32_t next_session_epoch(std::int32_t epoch);

/// Source: FetchSessionCacheShard.
class FetchSessionShard {
 public:
  /// Ids are drawn from [first_id, end_id).
  struct Limits {
    std::int32_t slots = 0;
    std::int32_t first_id = 1;
    std::int32_t end_id = 0;
  };
  FetchSessionShard(const Rng& rng, Limits limits) : rng_(rng), limits_(limits) {}

  /// Null if there is none or it was closed.
  FetchSession* find(std::int32_t id);
  const FetchSession* find(std::int32_t id) const;
  /// Also finds a closed session for which a request waits. Null if there is none.
  FetchSession* find_even_closed(std::int32_t id);
  /// Opens a session, for which another may be evicted. Whoever has put the partitions in touches
  /// it. Null: there is no room.
  FetchSession* open(const FetchSessionDraft& draft, Instant now);
  /// Notes that the session is used, and how large it is by now.
  void touch(FetchSession& session, Instant now);
  /// Does nothing if there is none.
  void close(std::int32_t id);
  /// Ends what a request added to `waiting`.
  void stop_waiting(std::int32_t id);

  std::size_t size() const { return last_used_.size(); }
  /// The open ones and those that were closed while a request waits.
  std::size_t kept() const { return sessions_.size(); }
  /// Of all sessions' partitions.
  std::int64_t bytes() const { return bytes_; }

 private:
  friend struct DigestOf<FetchSessionShard>;
  struct LastUse {
    std::int64_t at_ms = 0;
    std::int32_t id = 0;
    auto operator<=>(const LastUse&) const = default;
  };
  /// Less is evicted first.
  struct Value {
    bool is_privileged = false;
    std::int64_t size = 0;
    std::int32_t id = 0;
    auto operator<=>(const Value&) const = default;
  };

  static Value value_of(const FetchSession& session);
  bool has_evicted_one(const Value& for_whom, Instant now);
  std::int32_t draw_id();
  void unlist(const FetchSession& session);

  Rng rng_;
  Limits limits_;
  std::map<std::int32_t, FetchSession> sessions_;
  std::set<LastUse> last_used_;
  std::set<Value> evictable_by_all_;
  std::set<Value> evictable_by_followers_;
  std::int64_t bytes_ = 0;
};

}  // namespace cohort::broker
