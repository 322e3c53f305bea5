// Reading a partition over Fetch as a consumer does, without a session and in one.
#pragma once

#include "scenarios/produced_log.hpp"
#include "support/wire_client.hpp"
#include <cohort/protocol/messages/fetch.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

struct TopicPartition {
  std::string topic;
  std::int32_t partition = 0;
  auto operator<=>(const TopicPartition&) const = default;
};

/// What an answer holds for a consumer that asked from `from` on: no control records, nothing below
/// `from`, nothing of aborted transactions. Source: the consumer's CompletedFetch.
struct Consumed {
  std::vector<SeenRecord> records;
  std::int64_t next_offset = 0;
};
Consumed consume(const FetchPartitionData& data, std::int64_t from);

/// One Fetch without a session.
FetchPartitionData fetch_once(WireClient& client, const TopicPartition& partition,
                              std::int64_t from, bool is_committed);

/// Where the log starts.
std::int64_t earliest(WireClient& client, const TopicPartition& partition);

/// From the log start to the end.
Reading read_all(WireClient& client, const TopicPartition& partition, bool is_committed);

/// Reads several partitions in one fetch session, each from where it stopped.
class SessionReader {
 public:
  SessionReader(sim::Simulation& world, bool is_committed,
                const std::vector<TopicPartition>& partitions);

  /// One Fetch. Gives what is wrong with what it tells, if anything, by what a Fetch without a
  /// session tells `plain` at the same moment.
  std::string poll(WireClient& plain);
  /// What was read since the last call.
  std::map<TopicPartition, std::vector<SeenRecord>> take_seen() { return std::exchange(seen_, {}); }

 private:
  FetchRequest next_request() const;
  /// What was told of a partition, or null.
  std::string compare(const TopicPartition& partition, const FetchPartitionData* told,
                      const FetchPartitionData& truth) const;
  void take(const TopicPartition& partition, const FetchPartitionData& told, WireClient& plain);

  WireClient client_;
  bool is_committed_;
  std::int32_t session_id_ = 0;
  std::int32_t epoch_ = 0;
  std::map<TopicPartition, std::int64_t> positions_;
  std::map<TopicPartition, std::int64_t> changed_;  ///< Positions that the session does not know.
  std::map<TopicPartition, std::vector<SeenRecord>> seen_;
};

}  // namespace cohort::testing
