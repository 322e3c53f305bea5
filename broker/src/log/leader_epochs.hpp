// LeaderEpochs: at which offset each leader epoch of a partition began.
#pragma once

#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <optional>

namespace cohort::broker {

/// An epoch and where it ends, as OffsetForLeaderEpoch answers; both -1 when unknown.
struct EpochEnd {
  std::int32_t leader_epoch = -1;
  std::int64_t end_offset = -1;
  bool operator==(const EpochEnd&) const = default;
};

/// Source: LeaderEpochFileCache.
class LeaderEpochs {
 public:
  /// Notes that records of `epoch` begin at `start_offset`, and forgets what contradicts it.
  void assign(std::int32_t epoch, std::int64_t start_offset);
  /// The log now starts at `offset`: an epoch that began earlier begins there.
  void truncate_from_start(std::int64_t offset);

  std::optional<std::int32_t> latest() const;
  /// The epoch of the first record, when it is known to reach back to `log_start`.
  std::optional<std::int32_t> earliest(std::int64_t log_start) const;
  /// The end of the largest known epoch not above `epoch`. Source:
  /// LeaderEpochFileCache.endOffsetFor.
  EpochEnd end_of(std::int32_t epoch, std::int64_t log_end) const;

  bool operator==(const LeaderEpochs&) const = default;

 private:
  friend struct DigestOf<LeaderEpochs>;
  std::map<std::int32_t, std::int64_t> starts_;
};

}  // namespace cohort::broker
