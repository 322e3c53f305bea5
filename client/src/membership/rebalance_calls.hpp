// RebalanceCalls: what the user has to be told of its partitions, one call after the other, and
// what it owns by what it was told.
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <deque>
#include <optional>

namespace cohort::client {

enum class RebalanceCallKind : std::uint8_t {
  assigned,  ///< These came to what is owned. May be none: then all that there is was told before.
  revoked,   ///< These go; until the call is finished they are owned, and can be committed.
  lost,      ///< These are gone, and may be somebody else's by now.
};

/// One call of the user's rebalance listener (ConsumerRebalanceListener).
struct RebalanceCall {
  RebalanceCallKind kind = RebalanceCallKind::assigned;
  PartitionSet partitions{};
  bool operator==(const RebalanceCall&) const = default;
};

class RebalanceCalls {
 public:
  void assign(PartitionSet added);
  void revoke(PartitionSet revoked);
  /// Calls that were not begun yet are dropped, for what they tell is not so any more.
  void revoke_all();
  void lose_all();

  /// From now on the call stays as it is until it is finished. What is assigned is owned from here
  /// on.
  void begin();
  /// What was revoked or lost is not owned any more.
  void finish();

  /// The first that is not finished.
  const std::optional<RebalanceCall>& call() const { return call_; }
  bool are_finished() const { return !call_; }
  const PartitionSet& owned() const { return owned_; }
  bool operator==(const RebalanceCalls&) const = default;

 private:
  friend struct DigestOf<RebalanceCalls>;
  void add(RebalanceCall call);
  void drop_what_is_not_begun();
  /// Without those that a call takes away just now.
  PartitionSet remaining() const;

  PartitionSet owned_;
  std::optional<RebalanceCall> call_;
  bool is_begun_ = false;
  std::deque<RebalanceCall> later_;
};

}  // namespace cohort::client
