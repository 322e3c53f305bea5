// ConsumerParts: what a consumer's node consists of, beside what every client's has.
#pragma once

#include "consumer/fetcher.hpp"
#include "consumer/offset_lookup.hpp"
#include "consumer/positions.hpp"
#include "consumer/topic_pattern.hpp"
#include "membership/classic_member.hpp"
#include "membership/offset_commits.hpp"
#include "membership/offset_queries.hpp"
#include "session/coordinator_finder.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

/// Data only; a class of its own so that DigestOf can take it apart.
class ConsumerParts {
 protected:
  ConsumerParts(const ConsumerConfig& config, const Assignors& assignors);

  ConsumerConfig config_;
  Positions positions_;
  Fetcher fetcher_;
  OffsetLookup lookup_;

  std::optional<CoordinatorFinder> finder_;  ///< None without a group.
  std::optional<ClassicMember> member_;
  OffsetCommits commits_;
  OffsetQueries queries_;

  std::optional<TopicPattern> pattern_;
  std::uint64_t pattern_seen_ = 0;  ///< The revision of the metadata it was resolved with.
  std::uint64_t errors_seen_ = 0;   ///< The same of errors that were told.
  std::multiset<std::string> asked_topics_;

  bool is_polling_ = false;
  bool is_woken_ = false;
  bool ignores_wake_ups_ = false;
  bool is_call_begun_ = false;
  bool is_closed_ = false;
  std::optional<Failure> failure_;
  std::optional<QueryId> start_query_;  ///< For the positions that begin at what is committed.
  std::map<CommitId, CommitResult> commit_results_;
  std::map<QueryId, QueryResult> query_results_;
  std::vector<CommitResult> async_results_;  ///< Whose callbacks are due.
  std::set<CommitId> auto_commits_;
  std::set<CommitId> awaited_commits_;
  Instant next_auto_commit_ = Instant::never();

 private:
  friend struct DigestOf<ConsumerParts>;
};

}  // namespace cohort::client
