// FetchWaits: the fetches that wait for bytes, as data (Kafka's purgatory).
#pragma once

#include "partition_key.hpp"
#include "reply_id.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cohort::broker {

struct WaitingFetch {
  ReplyId reply{};
  Instant deadline;
  /// What is missing to min_bytes after the read that found too little; at least 1.
  std::int64_t missing_bytes = 1;
  std::vector<PartitionKey> partitions;
  bool operator==(const WaitingFetch&) const = default;
};

/// A fetch stays until `finish`. The functions that return replies name those that may now be
/// complete, in the order in which they came; who gets them reads again and then finishes or leaves
/// them.
class FetchWaits {
 public:
  void park(WaitingFetch fetch);
  /// Forgets a fetch: answered, or its connection closed. Does nothing if there is none.
  void finish(ReplyId reply);

  /// Whoever was named below looked again and still lacks so much; at least 1.
  void still_missing(ReplyId reply, std::int64_t bytes);
  /// `bytes` more can be read from the partition.
  std::vector<ReplyId> appended(const PartitionKey& partition, std::int64_t bytes);
  /// The partition moved its leader, its start or its stable offset: whoever waits for it must look
  /// again.
  std::vector<ReplyId> changed(const PartitionKey& partition) const;
  /// The topic was deleted.
  std::vector<ReplyId> topic_gone(const Uuid& topic_id) const;
  /// Whatever its deadline was, it is due now. Does nothing if there is none.
  void hurry(ReplyId reply, Instant now);
  /// Takes one fetch whose deadline is due, or nothing. It is finished by that.
  std::optional<ReplyId> pop_due(Instant now);

  Instant next_deadline() const { return deadlines_.next_deadline(); }
  const TimerQueue<ReplyId>& deadlines() const { return deadlines_; }
  std::size_t size() const { return fetches_.size(); }

 private:
  friend struct DigestOf<FetchWaits>;
  std::map<std::uint64_t, WaitingFetch> fetches_;  ///< By turn: in order of arrival.
  std::map<ReplyId, std::uint64_t> turns_;
  std::map<PartitionKey, std::set<std::uint64_t>> waiting_;
  TimerQueue<ReplyId> deadlines_;
  std::uint64_t next_turn_ = 0;
};

}  // namespace cohort::broker
