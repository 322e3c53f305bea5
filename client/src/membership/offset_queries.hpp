// OffsetQueries: what one consumer asks of its group's committed offsets.
#pragma once

#include "membership/offset_options.hpp"
#include "membership/surroundings.hpp"
#include "session/alarms.hpp"
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

enum class QueryId : std::uint64_t {};

struct QueryResult {
  QueryId id{};
  PartitionSet partitions{};  ///< As they were asked for.
  /// Each of them, nothing where none is committed; or why there is no answer.
  Outcome<CommittedOffsets> offsets;
};

/// A question that is not answered, by what it is and by where it stands.
struct WaitingQuery {
  QueryId id{};
  PartitionSet partitions;
  Instant deadline;
  std::optional<RequestId> request;  ///< Under way as this one.
  std::uint32_t failures = 0;
  Instant not_before{};
  std::string last_trouble;
};

/// Asked again until there is an answer, a refusal, or the deadline has passed. Offsets of a
/// transaction that is about to end are waited for (UNSTABLE_OFFSET_COMMIT, KIP-447), where the
/// broker knows that (v7).
class OffsetQueries {
 public:
  explicit OffsetQueries(OffsetOptions options) : options_(std::move(options)) {}

  /// No partitions: answered at once, with none.
  QueryId ask(PartitionSet partitions, Instant deadline);
  /// Nobody wants to know any more.
  void forget(QueryId id);

  void drive(const Surroundings& around, Instant now, Alarms& alarms);
  bool owns(RequestId id) const;
  void answered(const Answered& answer, const Surroundings& around, Instant now);
  void lost(const Lost& lost, const Surroundings& around, Instant now);

  /// Each is given once.
  std::vector<QueryResult> take_results();
  bool is_empty() const { return waiting_.empty(); }
  /// "the answer to OffsetFetch of group orders from broker 1"; empty if nothing is asked.
  std::string describe(const CoordinatorView& around) const;

 private:
  friend struct DigestOf<OffsetQueries>;
  WaitingQuery* find(RequestId id);
  void end_what_is_too_late(const Surroundings& around, Instant now);
  void send(WaitingQuery& query, const Destination& to, const Surroundings& around, Instant now);
  void end(const WaitingQuery& query, Outcome<CommittedOffsets> offsets);
  void retry(WaitingQuery& query, const std::string& trouble, Rng& rng, Instant now);

  OffsetOptions options_;
  std::deque<WaitingQuery> waiting_;
  std::vector<QueryResult> results_;
  std::set<RequestId> abandoned_;  ///< Under way for questions that have ended.
  std::uint64_t last_id_ = 0;
};

}  // namespace cohort::client
