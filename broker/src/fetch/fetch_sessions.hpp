// FetchSessions: the broker's cache of fetch sessions (KIP-227).
#pragma once

#include "fetch/fetch_session_shard.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/fetch.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

/// What a fetch has to do with sessions.
struct SessionUse {
  enum class Kind : std::uint8_t {
    none,   ///< A full fetch, and nothing is remembered.
    opens,  ///< A full fetch; its answer opens a session, if there is room.
    continues,
  };
  Kind kind = Kind::none;
  std::int32_t id = 0;     ///< Of the session that goes on.
  std::int32_t epoch = 0;  ///< As the request named it.
};

/// How a request gets in: with an error it reads nothing.
struct SessionEntry {
  ErrorCode error = ErrorCode::none;
  SessionUse use;
};

/// A value, bounded in sessions by `max.incremental.fetch.session.cache.slots` and in bytes by a
/// bound of our own. Since 3.9 Kafka splits the slots over 8 shards, which take turns with new
/// sessions; what is left over of the division is lost (KAFKA-9401). Source: FetchManager,
/// FetchSessionCache.
class FetchSessions {
 public:
  static constexpr std::int32_t kafka_shards = 8;
  /// All sessions' partitions together may not take more. A request that would exceed it hears that
  /// its session is gone, or gets none, as when the cache is full.
  static constexpr std::int64_t max_bytes = std::int64_t{256} * 1024 * 1024;

  FetchSessions(const Rng& rng, std::int32_t slots, std::int32_t shards = kafka_shards);

  /// Closes, finds and updates sessions as the request says. Source: FetchManager.newContext.
  SessionEntry enter(const FetchRequest& request, std::int16_t version, Instant now);
  /// Opens a session, for which another may be evicted; the caller puts the partitions in, then
  /// calls `filled`. Null: there is no room.
  FetchSession* open(const FetchSessionDraft& draft, Instant now);
  void filled(FetchSession& session, Instant now) { shard_of(session.id)->touch(session, now); }
  /// The session that a request got in with, closed by now or not. REQUIRES: it waits, or it got in
  /// just now.
  FetchSession& used(const SessionUse& use);

  /// The session lives at least until `stop_waiting`. Both do nothing for a fetch without one.
  void wait(const SessionUse& use);
  void stop_waiting(const SessionUse& use);

  /// An open session; null if there is none of this id.
  const FetchSession* find(std::int32_t id) const;
  /// How many are open.
  std::size_t size() const;
  /// The open ones and those that were closed while a request waits.
  std::size_t kept() const;

 private:
  friend struct DigestOf<FetchSessions>;
  SessionEntry enter_session(FetchSessionShard& shard, const FetchRequest& request,
                             std::int16_t version, Instant now);
  /// Null where Kafka looks behind its last shard and fails.
  FetchSessionShard* shard_of(std::int32_t id);
  std::optional<std::size_t> place_of_shard(std::int32_t id) const;
  std::int64_t bytes() const;

  std::int32_t ids_of_a_shard_;
  std::vector<FetchSessionShard> shards_;
  std::size_t next_shard_ = 0;
};

}  // namespace cohort::broker
