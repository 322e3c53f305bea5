// Fetches that wait, and fetch sessions.
#include "digest/digests.hpp"

namespace cohort {

void DigestOf<broker::FetchWaits>::add(StateDigest& into, const broker::FetchWaits& waits) {
  const auto& [fetches, turns, waiting, deadlines, next_turn] = waits;
  into.add_word(fetches.size());
  for (const auto& [turn, fetch] : fetches) into.add(fetch);
  into.add(deadlines);
}

void DigestOf<broker::SessionPartitions>::add(StateDigest& into,
                                              const broker::SessionPartitions& partitions) {
  const auto& [by_turn, turns, next_turn, bytes] = partitions;
  into.add_word(by_turn.size());
  for (const auto& [turn, partition] : by_turn) into.add(partition);
  into.add(bytes);
}

void DigestOf<broker::FetchSession>::add(StateDigest& into, const broker::FetchSession& session) {
  const auto& [id, is_privileged, uses_topic_ids, next_epoch, opened_ms, last_used_ms, partitions,
               size_when_used, bytes_when_used, waiting, is_closed] = session;
  into.add_all(id, is_privileged, uses_topic_ids, next_epoch, partitions, size_when_used,
               bytes_when_used, waiting, is_closed);
  into.add_time_ms(opened_ms);
  into.add_time_ms(last_used_ms);
}

/// Its lists of who is evicted first follow from the sessions.
void DigestOf<broker::FetchSessionShard>::add(StateDigest& into,
                                              const broker::FetchSessionShard& shard) {
  const auto& [chance, limits, sessions, last_used, evictable_by_all, evictable_by_followers,
               bytes] = shard;
  into.add_all(chance, sessions);
}

void DigestOf<broker::FetchSessions>::add(StateDigest& into,
                                          const broker::FetchSessions& sessions) {
  const auto& [ids_of_a_shard, shards, next_shard] = sessions;
  into.add_all(shards, next_shard);
}

}  // namespace cohort
