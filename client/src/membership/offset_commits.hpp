// OffsetCommits: the commits of one consumer that are not done yet, in the order in which they were
// asked for.
#pragma once

#include "membership/membership.hpp"
#include "membership/offset_options.hpp"
#include "membership/surroundings.hpp"
#include "session/alarms.hpp"
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

enum class CommitId : std::uint64_t {};

/// What became of a commit.
struct CommitResult {
  CommitId id{};
  OffsetsToCommit offsets{};
  std::optional<Failure> failure{};
  /// Nothing speaks against trying the same again, for a rebalance in progress after the next poll
  /// (RetriableCommitFailedException, RebalanceInProgressException).
  bool is_retriable = false;
  /// What the broker said, and as whom it was asked. ClassicMember::commit_refused() wants to know.
  ErrorCode code = ErrorCode::none;
  Membership sent_as{};
};

/// A commit by what it is and by where it stands.
struct WaitingCommit {
  CommitId id{};
  OffsetsToCommit offsets;
  bool is_retried = false;  ///< Tried again after a failure that may pass.
  bool is_forgotten = false;
  Instant deadline;
  std::optional<RequestId> request{};  ///< Under way as this one.
  Membership sent_as{};
  std::uint32_t failures = 0;
  Instant not_before{};
  std::string last_trouble{};
  std::optional<CommitResult> result{};  ///< It is done, but not yet all those before it.
};

/// A later commit never overtakes an earlier one: those that are not tried again follow each other
/// on the connection, one that may be tried again is alone on its way.
class OffsetCommits {
 public:
  explicit OffsetCommits(OffsetOptions options) : options_(std::move(options)) {}

  /// Tried again until it is done, refused for good, or the deadline has passed (commitSync).
  CommitId commit_sync(OffsetsToCommit offsets, Instant deadline);
  /// Sent once (commitAsync): what comes after it may have a newer offset. Fails if it can't be
  /// sent in a request's time.
  CommitId commit_async(OffsetsToCommit offsets, Instant now);
  /// It may still happen; nobody is told.
  void forget(CommitId id);

  /// Level-triggered; the committer is who commits what is sent now.
  void drive(const Surroundings& around, const Committer& committer, Instant now, Alarms& alarms);
  bool owns(RequestId id) const;
  void answered(const Answered& answer, const Surroundings& around, const Committer& committer,
                Instant now);
  void lost(const Lost& lost, const Surroundings& around, Instant now);

  /// In order; each is given once.
  std::vector<CommitResult> take_results();
  bool is_empty() const { return waiting_.empty(); }
  /// "the answer to OffsetCommit of group orders from broker 1"; empty if there is nothing to do.
  std::string describe(const CoordinatorView& around) const;

 private:
  friend struct DigestOf<OffsetCommits>;
  CommitId add(WaitingCommit commit);
  WaitingCommit* find(RequestId id);
  void end_what_is_too_late(Instant now);
  /// False: those behind it have to wait.
  bool send_if_due(WaitingCommit& commit, const Surroundings& around, const Committer& committer,
                   Instant now);
  void send(WaitingCommit& commit, const Surroundings& around, const Committer& committer,
            Instant now);
  void end(WaitingCommit& commit, std::optional<Failure> failure, bool is_retriable = false);
  /// Tries again later, if that is to be.
  void retry(WaitingCommit& commit, const Failure& failure, Rng& rng, Instant now);
  void take_error(WaitingCommit& commit, const Failure& failure, const Surroundings& around,
                  const Committer& committer, Instant now);
  void drop_forgotten();

  OffsetOptions options_;
  std::deque<WaitingCommit> waiting_;
  std::set<RequestId> abandoned_;  ///< Under way for commits that have ended.
  std::uint64_t last_id_ = 0;
};

}  // namespace cohort::client
