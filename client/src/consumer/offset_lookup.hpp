// OffsetLookup: asks the leaders for offsets: those where positions are to begin, those that a user
// wants to know, and where the records of an epoch end.
#pragma once

#include "consumer/read_surroundings.hpp"
#include "consumer/retry.hpp"
#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/error.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/offset_for_leader_epoch.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace cohort::client {

/// Stand for the ends of a log where a time is asked for.
inline constexpr std::int64_t latest_timestamp = -1;
inline constexpr std::int64_t earliest_timestamp = -2;

struct FoundOffset {
  std::int64_t offset = -1;     ///< -1: no record is that young.
  std::int64_t timestamp = -1;  ///< Milliseconds; of the record, when a time was asked for.
  std::int32_t leader_epoch = -1;
  bool operator==(const FoundOffset&) const = default;
};
using FoundOffsets = std::map<TopicPartition, Outcome<FoundOffset>>;

/// Names a question for as long as its answer was not taken.
enum class LookupId : std::uint64_t {};

struct LookupOptions {
  IsolationLevel isolation = IsolationLevel::read_uncommitted;
  Duration request_timeout = std::chrono::seconds(30);
  Backoff retry{milliseconds(100), std::chrono::seconds(1)};
};

LookupOptions lookup_options(const ConsumerConfig& config);

/// Positions that are sought at the beginning, the end or a time are looked up without being asked
/// for, and so are positions validated (KIP-320). What fails is tried again until it succeeds or
/// can't; how long a user waits is the owner's business. Source: OffsetFetcher,
/// OffsetsForLeaderEpochClient.
class OffsetLookup {
 public:
  OffsetLookup(const LookupOptions& options, Rng rng) : options_(options), rng_(rng) {}

  /// Asks for the first offset at or after each time, or for the ends.
  LookupId ask(const std::map<TopicPartition, std::int64_t>& timestamps);
  /// Nothing while some partition has no answer. Taken once.
  std::optional<FoundOffsets> take(LookupId id);
  bool is_answered(LookupId id) const;
  /// Nobody waits for it any more.
  void forget(LookupId id);
  /// Of the questions that are open: the owner has them in its metadata.
  std::set<std::string> topics() const;

  void drive(const ReadSurroundings& here, Alarms& alarms);
  bool owns(RequestId id) const { return under_way_.contains(id); }
  void answered(const Answered& answer, const ReadSurroundings& here);
  void lost(const Lost& lost, const ReadSurroundings& here);

 private:
  friend struct DigestOf<OffsetLookup>;
  /// A partition of a user's question.
  struct Question {
    std::int64_t timestamp = 0;
    std::optional<RequestId> pending;
    Retry retry;
    std::optional<Outcome<FoundOffset>> answer;
  };
  using Questions = std::map<TopicPartition, Question>;

  /// A request. What it asks for the positions is known by their revisions, so that an answer which
  /// comes too late is for none.
  struct Request {
    std::optional<LookupId> query;  ///< Nothing: for the positions.
    std::map<TopicPartition, std::uint64_t> revisions;
  };
  using Times = std::map<TopicPartition, std::int64_t>;

  void drive_positions(const ReadSurroundings& here, Alarms& alarms);
  void drive_questions(LookupId id, Questions& questions, const ReadSurroundings& here,
                       Alarms& alarms);
  bool is_asked(const TopicPartition& partition, std::uint64_t revision) const;
  void ask_for_positions(std::int32_t node, const Times& times, const ReadSurroundings& here);
  void ask_for_epochs(std::int32_t node, const PartitionSet& partitions,
                      const ReadSurroundings& here);
  RequestId send(std::int32_t node, int version, const Times& times, const ReadSurroundings& here);
  void remember(RequestId id, const PartitionSet& partitions, const ReadSurroundings& here);

  /// These two give the partitions that need not be asked for again.
  PartitionSet take_offsets(const Request& asked, const Answered& answer,
                            const ReadSurroundings& here);
  PartitionSet take_epochs(const Request& asked, const Answered& answer,
                           const ReadSurroundings& here);
  /// False if it has to be asked for again.
  static bool take_offset(const Request& asked, const TopicPartition& partition,
                          const Outcome<FoundOffset>& outcome, const ReadSurroundings& here);
  static void take_epoch(const TopicPartition& partition, const AssignedPartition& state,
                         const OffsetForLeaderEpochEpochEndOffset& found,
                         const ReadSurroundings& here);
  /// Asks again later what the request was to tell and did not.
  void retry(const Request& asked, RequestId id, const PartitionSet& told,
             const ReadSurroundings& here);
  /// Tells whoever reads these partitions.
  static void warn_unreadable(const Request& asked, ApiKey api, const DecodeError& error,
                              const ReadSurroundings& here);
  Question* find(const Request& asked, const TopicPartition& partition, RequestId id);
  /// The partition, if it is still where it was when it was asked for.
  static AssignedPartition* find(const Request& asked, const TopicPartition& partition,
                                 const ReadSurroundings& here);

  LookupOptions options_;
  Rng rng_;
  std::uint64_t last_query_ = 0;
  std::map<LookupId, Questions> queries_;
  std::map<RequestId, Request> under_way_;
};

}  // namespace cohort::client
