#include "fetch/fetch_session_shard.hpp"

#include <limits>
#include <utility>

namespace cohort::broker {

std::int32_t next_session_epoch(std::int32_t epoch) {
  if (epoch < 0) return -1;
  return epoch == std::numeric_limits<std::int32_t>::max() ? 1 : epoch + 1;
}

const FetchSession* FetchSessionShard::find(std::int32_t id) const {
  const auto found = sessions_.find(id);
  return found == sessions_.end() || found->second.is_closed ? nullptr : &found->second;
}

FetchSession* FetchSessionShard::find(std::int32_t id) {
  FetchSession* session = find_even_closed(id);
  return session == nullptr || session->is_closed ? nullptr : session;
}

FetchSession* FetchSessionShard::find_even_closed(std::int32_t id) {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : &found->second;
}

FetchSession* FetchSessionShard::open(const FetchSessionDraft& draft, Instant now) {
  const Value newcomer{draft.is_privileged, static_cast<std::int64_t>(draft.partitions), 0};
  const bool has_room = std::cmp_less(size(), limits_.slots) || has_evicted_one(newcomer, now);
  if (!has_room) return nullptr;
  const std::int32_t id = draw_id();
  FetchSession& opened = sessions_[id];
  opened.id = id;
  opened.is_privileged = draft.is_privileged;
  opened.uses_topic_ids = draft.uses_topic_ids;
  opened.opened_ms = now.unix_ms();
  return &opened;
}

/// Unique in this broker and never 0 (FetchSessionCacheShard.newSessionId).
std::int32_t FetchSessionShard::draw_id() {
  const auto range = static_cast<std::uint64_t>(limits_.end_id - limits_.first_id);
  while (true) {
    const auto id = static_cast<std::int32_t>(rng_.below(range)) + limits_.first_id;
    if (!sessions_.contains(id)) return id;
  }
}

void FetchSessionShard::touch(FetchSession& session, Instant now) {
  unlist(session);
  session.last_used_ms = now.unix_ms();
  session.size_when_used = static_cast<std::int64_t>(session.partitions.size());
  last_used_.insert({session.last_used_ms, session.id});
  session.bytes_when_used = session.partitions.bytes();
  bytes_ += session.bytes_when_used;
  const bool is_old = session.last_used_ms - session.opened_ms > session_eviction_ms;
  if (is_old || !session.is_privileged) evictable_by_followers_.insert(value_of(session));
  if (is_old) evictable_by_all_.insert(value_of(session));
}

/// One that nobody has used for long goes first; else the least valuable, if it is worth less.
/// Source: FetchSessionCacheShard.tryEvict.
bool FetchSessionShard::has_evicted_one(const Value& for_whom, Instant now) {
  if (last_used_.empty()) return false;
  if (now.unix_ms() - last_used_.begin()->at_ms > session_eviction_ms) {
    close(last_used_.begin()->id);
    return true;
  }
  const std::set<Value>& evictable =
      for_whom.is_privileged ? evictable_by_followers_ : evictable_by_all_;
  if (evictable.empty() || for_whom < *evictable.begin()) return false;
  close(evictable.begin()->id);
  return true;
}

void FetchSessionShard::close(std::int32_t id) {
  FetchSession* session = find(id);
  if (session == nullptr) return;
  unlist(*session);
  session->is_closed = true;
  if (session->waiting == 0) sessions_.erase(id);
}

void FetchSessionShard::stop_waiting(std::int32_t id) {
  FetchSession* session = find_even_closed(id);
  if (session == nullptr) return;
  --session->waiting;
  if (session->is_closed && session->waiting == 0) sessions_.erase(id);
}

FetchSessionShard::Value FetchSessionShard::value_of(const FetchSession& session) {
  return {session.is_privileged, session.size_when_used, session.id};
}

void FetchSessionShard::unlist(const FetchSession& session) {
  if (last_used_.erase({session.last_used_ms, session.id}) == 0) return;
  bytes_ -= session.bytes_when_used;
  evictable_by_followers_.erase(value_of(session));
  evictable_by_all_.erase(value_of(session));
}

}  // namespace cohort::broker
