#include "fetch/fetch_sessions.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int32_t initial_session_epoch = 0;
constexpr std::int32_t final_session_epoch = -1;
constexpr std::int16_t first_version_by_ids = 13;

std::int64_t bytes_named_in(const FetchRequest& request) {
  std::int64_t bytes = 0;
  for (const FetchTopic& topic : request.topics) {
    bytes += std::ssize(topic.partitions) * session_bytes_for(topic.topic);
  }
  return bytes;
}

}  // namespace

FetchSessions::FetchSessions(const Rng& rng, std::int32_t slots, std::int32_t shards)
    : ids_of_a_shard_(std::numeric_limits<std::int32_t>::max() / shards) {
  const Rng draws = rng.fork("fetch sessions");
  for (std::int32_t number = 0; number < shards; ++number) {
    const FetchSessionShard::Limits limits{.slots = slots / shards,
                                           .first_id = std::max(1, number * ids_of_a_shard_),
                                           .end_id = (number + 1) * ids_of_a_shard_};
    shards_.emplace_back(draws.fork("shard", static_cast<std::uint64_t>(number)), limits);
  }
}

SessionEntry FetchSessions::enter(const FetchRequest& request, std::int16_t version, Instant now) {
  const bool is_full = request.session_epoch == initial_session_epoch ||
                       request.session_epoch == final_session_epoch;
  if (!is_full || request.session_id != 0) {
    FetchSessionShard* shard = shard_of(request.session_id);
    if (shard == nullptr) return {.error = ErrorCode::unknown_server_error};
    if (!is_full) return enter_session(*shard, request, version, now);
    // A full fetch closes the session that it names.
    shard->close(request.session_id);
  }
  return {.use = {.kind = request.session_epoch == final_session_epoch ? SessionUse::Kind::none
                                                                       : SessionUse::Kind::opens}};
}

SessionEntry FetchSessions::enter_session(FetchSessionShard& shard, const FetchRequest& request,
                                          std::int16_t version, Instant now) {
  FetchSession* session = shard.find(request.session_id);
  if (session == nullptr) return {.error = ErrorCode::fetch_session_id_not_found};
  if (session->next_epoch != request.session_epoch) {
    return {.error = ErrorCode::invalid_fetch_session_epoch};
  }
  if (session->uses_topic_ids != (version >= first_version_by_ids)) {
    return {.error = ErrorCode::fetch_session_topic_id_error};
  }
  if (bytes() + bytes_named_in(request) > max_bytes) {
    shard.close(session->id);
    return {.error = ErrorCode::fetch_session_id_not_found};
  }
  session->partitions.update(request);
  if (session->partitions.size() == 0) {
    // All are forgotten: what the request names itself is answered once.
    shard.close(session->id);
    return {};
  }
  shard.touch(*session, now);
  session->next_epoch = next_session_epoch(session->next_epoch);
  return {.use = {.kind = SessionUse::Kind::continues,
                  .id = session->id,
                  .epoch = request.session_epoch}};
}

FetchSession* FetchSessions::open(const FetchSessionDraft& draft, Instant now) {
  FetchSessionShard& shard = shards_[next_shard_];
  next_shard_ = (next_shard_ + 1) % shards_.size();
  return bytes() + draft.bytes > max_bytes ? nullptr : shard.open(draft, now);
}

FetchSession& FetchSessions::used(const SessionUse& use) {
  FetchSession* session = shard_of(use.id)->find_even_closed(use.id);
  COHORT_ASSERT(session != nullptr);
  return *session;
}

void FetchSessions::wait(const SessionUse& use) {
  if (use.kind == SessionUse::Kind::continues) ++used(use).waiting;
}

void FetchSessions::stop_waiting(const SessionUse& use) {
  if (use.kind == SessionUse::Kind::continues) shard_of(use.id)->stop_waiting(use.id);
}

std::size_t FetchSessions::size() const {
  std::size_t sum = 0;
  for (const FetchSessionShard& shard : shards_) sum += shard.size();
  return sum;
}

std::size_t FetchSessions::kept() const {
  std::size_t sum = 0;
  for (const FetchSessionShard& shard : shards_) sum += shard.kept();
  return sum;
}

std::int64_t FetchSessions::bytes() const {
  std::int64_t sum = 0;
  for (const FetchSessionShard& shard : shards_) sum += shard.bytes();
  return sum;
}

std::optional<std::size_t> FetchSessions::place_of_shard(std::int32_t id) const {
  const std::int32_t number = id / ids_of_a_shard_;
  if (number < 0 || std::cmp_greater_equal(number, shards_.size())) return std::nullopt;
  return static_cast<std::size_t>(number);
}

FetchSessionShard* FetchSessions::shard_of(std::int32_t id) {
  const std::optional<std::size_t> place = place_of_shard(id);
  return place ? &shards_[*place] : nullptr;
}

const FetchSession* FetchSessions::find(std::int32_t id) const {
  const std::optional<std::size_t> place = place_of_shard(id);
  return place ? shards_[*place].find(id) : nullptr;
}

}  // namespace cohort::broker
