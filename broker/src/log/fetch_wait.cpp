#include "fetch_wait.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::broker {

void FetchWaits::park(WaitingFetch fetch) {
  COHORT_ASSERT(!turns_.contains(fetch.reply));
  const std::uint64_t turn = next_turn_++;
  turns_.emplace(fetch.reply, turn);
  for (const PartitionKey& partition : fetch.partitions) waiting_[partition].insert(turn);
  deadlines_.set(fetch.reply, fetch.deadline);
  fetches_.emplace(turn, std::move(fetch));
}

void FetchWaits::finish(ReplyId reply) {
  const auto turn = turns_.find(reply);
  if (turn == turns_.end()) return;
  const auto fetch = fetches_.find(turn->second);
  for (const PartitionKey& partition : fetch->second.partitions) {
    const auto waiting = waiting_.find(partition);
    if (waiting == waiting_.end()) continue;  // The partition was named twice.
    waiting->second.erase(turn->second);
    if (waiting->second.empty()) waiting_.erase(waiting);
  }
  deadlines_.cancel(reply);
  fetches_.erase(fetch);
  turns_.erase(turn);
}

void FetchWaits::still_missing(ReplyId reply, std::int64_t bytes) {
  COHORT_ASSERT(bytes >= 1);
  const auto turn = turns_.find(reply);
  if (turn != turns_.end()) fetches_.at(turn->second).missing_bytes = bytes;
}

std::vector<ReplyId> FetchWaits::appended(const PartitionKey& partition, std::int64_t bytes) {
  std::vector<ReplyId> replies;
  const auto waiting = waiting_.find(partition);
  if (waiting == waiting_.end()) return replies;
  for (const std::uint64_t turn : waiting->second) {
    WaitingFetch& fetch = fetches_.at(turn);
    fetch.missing_bytes -= std::min(bytes, fetch.missing_bytes);
    if (fetch.missing_bytes == 0) replies.push_back(fetch.reply);
  }
  return replies;
}

std::vector<ReplyId> FetchWaits::changed(const PartitionKey& partition) const {
  std::vector<ReplyId> replies;
  const auto waiting = waiting_.find(partition);
  if (waiting == waiting_.end()) return replies;
  replies.reserve(waiting->second.size());
  for (const std::uint64_t turn : waiting->second) replies.push_back(fetches_.at(turn).reply);
  return replies;
}

std::vector<ReplyId> FetchWaits::topic_gone(const Uuid& topic_id) const {
  std::set<std::uint64_t> turns;
  const PartitionKey first{topic_id, std::numeric_limits<std::int32_t>::min()};
  for (auto at = waiting_.lower_bound(first); at != waiting_.end(); ++at) {
    if (at->first.topic_id != topic_id) break;
    turns.insert(at->second.begin(), at->second.end());
  }
  std::vector<ReplyId> replies;
  replies.reserve(turns.size());
  for (const std::uint64_t turn : turns) replies.push_back(fetches_.at(turn).reply);
  return replies;
}

void FetchWaits::hurry(ReplyId reply, Instant now) {
  if (turns_.contains(reply)) deadlines_.set(reply, now);
}

std::optional<ReplyId> FetchWaits::pop_due(Instant now) {
  const std::optional<ReplyId> reply = deadlines_.pop_due(now);
  if (reply.has_value()) finish(*reply);
  return reply;
}

}  // namespace cohort::broker
