// Fetcher: reads from all brokers ahead of its user, and hands out the records.
#pragma once

#include "consumer/fetch_session.hpp"
#include "consumer/fetched_records.hpp"
#include "consumer/read_surroundings.hpp"
#include "consumer/retry.hpp"
#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct FetchOptions {
  Duration max_wait = milliseconds(500);
  std::int32_t min_bytes = 1;
  std::int32_t max_bytes = 52'428'800;
  std::int32_t max_partition_bytes = 1'048'576;
  std::string rack;
  Duration request_timeout = std::chrono::seconds(30);
  Duration preferred_replica_for = std::chrono::minutes(5);  ///< `metadata.max.age.ms`
  Backoff retry{milliseconds(100), std::chrono::seconds(1)};
  ReadRules read;
};

FetchOptions fetch_options(const ConsumerConfig& config);

/// One Fetch is under way to each broker at a time, and of each partition one answer is kept at the
/// most: it is asked for more when that was handed out. Source: AbstractFetch, FetchCollector.
class Fetcher {
 public:
  Fetcher(FetchOptions options, Rng rng) : options_(std::move(options)), rng_(rng) {}

  /// Sends what can be sent.
  void drive(const ReadSurroundings& here, Alarms& alarms);
  bool owns(RequestId id) const { return under_way_.contains(id); }
  void answered(const Answered& answer, const ReadSurroundings& here);
  void lost(const Lost& lost, const ReadSurroundings& here);

  /// Whether take() has something. True may still give no records, when all that came was none for
  /// the user: then drive, and wait again.
  bool can_take(const Positions& positions) const;
  /// Records that are here already, so many at the most, or the failure of a partition. Partitions
  /// take turns by answers: what of one is here is handed out before the next, as in Kafka's
  /// consumer, while more of it is asked for. Call drive() afterwards.
  Outcome<std::vector<ConsumerRecord>> take(std::size_t most, Positions& positions);

  /// Tells the brokers that their sessions end, without waiting (KIP-227).
  void close(const ReadSurroundings& here);

 private:
  friend struct DigestOf<Fetcher>;
  /// A broker that answers at once that there is nothing, whatever the request says of waiting, is
  /// not asked again sooner than this.
  static constexpr Duration shortest_round = milliseconds(1);

  struct Broker {
    FetchSession session;
    std::optional<RequestId> pending;
    Instant sent;
    Retry retry;
  };
  /// What one broker is to be asked for.
  struct Wish {
    FetchPlan plan;
    bool has_records_here = false;  ///< Records of it wait for the user.
    bool is_behind = false;         ///< There are records, as far as is known: no need to wait.
  };

  void drop_stale(const Positions& positions);
  std::map<std::int32_t, Wish> wishes(const ReadSurroundings& here, Alarms& alarms);
  /// The broker to read from; nothing while it is not known.
  static std::optional<std::int32_t> source_of(const TopicPartition& partition,
                                               AssignedPartition& state,
                                               const ReadSurroundings& here);
  void send(std::int32_t node, FetchPlan plan, const ReadSurroundings& here, Alarms& alarms);
  std::optional<int> version_for(const Destination& to, const FetchPlan& plan,
                                 const ReadSurroundings& here) const;

  void refused(Broker& broker, ErrorCode error, const ReadSurroundings& here);
  void learn_brokers(const FetchResponse& response, const ReadSurroundings& here);
  /// True if there were records in it.
  bool take_over(const TopicPartition& partition, const FetchFrom& asked,
                 FetchPartitionData& answer, const ReadSurroundings& here);
  bool take_records(const TopicPartition& partition, AssignedPartition& state,
                    FetchPartitionData& answer, const ReadSurroundings& here);
  void take_error(const TopicPartition& partition, AssignedPartition& state,
                  const FetchPartitionData& answer, const ReadSurroundings& here);
  void take_out_of_range(const TopicPartition& partition, AssignedPartition& state,
                         const ReadSurroundings& here);

  FetchOptions options_;
  Rng rng_;
  std::map<std::int32_t, Broker> brokers_;            ///< By node id.
  std::map<RequestId, std::int32_t> under_way_;       ///< To which broker.
  std::map<TopicPartition, FetchedRecords> fetched_;  ///< What came and was not handed out yet.
  std::deque<TopicPartition> turns_;                  ///< The same, in the order in which it came.
  PartitionSet fruitless_;  ///< Of which an answer held nothing from the position on.
};

}  // namespace cohort::client
