// What a Fetch finds in the logs.
#include "current_leader.hpp"
#include "fetch/fetch_query.hpp"
#include "state.hpp"

#include <algorithm>

namespace cohort::broker {

namespace {

/// `fetch.max.bytes` of a broker: more than this no answer carries, but for a first batch that is
/// larger.
constexpr std::int32_t fetch_max_bytes = 55 * 1024 * 1024;

std::int64_t max_bytes(const FetchQuery& query) {
  return std::min(query.max_bytes, fetch_max_bytes);
}

/// More than the answer may hold is not waited for (KafkaApis.handleFetchRequest).
std::int64_t min_bytes(const FetchQuery& query) {
  return std::min<std::int64_t>(query.min_bytes, max_bytes(query));
}

Isolation isolation(const FetchQuery& query) {
  constexpr std::int32_t debugging_replica = -2;
  if (query.replica_id == debugging_replica) return Isolation::log_end;
  return query.isolation_level == 1 ? Isolation::read_committed : Isolation::read_uncommitted;
}

/// May a follower answer? A consumer's request may go to one since v11 (KIP-392;
/// FetchParams.fetchOnlyLeader).
bool must_lead(const FetchQuery& query) {
  constexpr std::int32_t consumer = -1;
  return query.replica_id >= 0 || (query.replica_id == consumer && query.version < 11);
}

/// Reads partition after partition until the answer is full, in the order of the request.
class FetchReader {
 public:
  FetchReader(const BrokerState& state, const FetchQuery& query, FetchReading& reading)
      : state_(state), query_(query), reading_(reading), left_(max_bytes(query)) {}

  void read(const WantedPartition& wanted) {
    PartitionReading& found = reading_.partitions.emplace_back();
    FetchPartitionData& answer = found.answer;
    if (wanted.is_unknown()) {
      answer = failed_partition(wanted.partition.partition, wanted.error);
      return;
    }
    answer.partition_index = wanted.partition.partition;
    answer.high_watermark = -1;
    answer.aborted_transactions.reset();
    answer.error_code = wanted.error;
    if (wanted.error == ErrorCode::none) read_known(wanted, found);
    const bool is_diverging = answer.diverging_epoch != FetchEpochEndOffset{};
    if (answer.error_code != ErrorCode::none || is_diverging) reading_.is_urgent = true;
  }

 private:
  void read_known(const WantedPartition& wanted, PartitionReading& found) {
    FetchPartitionData& answer = found.answer;
    const Partition* partition = find(wanted.key);
    if (partition == nullptr) {  // Deleted while the request waited.
      answer.error_code = ErrorCode::unknown_topic_or_partition;
      return;
    }
    answer.error_code = check(*partition, wanted.partition, answer);
    const bool is_diverging = answer.diverging_epoch != FetchEpochEndOffset{};
    if (answer.error_code == ErrorCode::none && !is_diverging) {
      found.batches = read_records(partition->log, wanted.partition, answer);
    }
    name_leader(*partition, answer);
  }

  /// Partitions that follow each other are mostly of one topic.
  const Partition* find(const PartitionKey& key) {
    if (last_ == nullptr || last_->id != key.topic_id) last_ = state_.catalog.find(key.topic_id);
    return last_ == nullptr ? nullptr : last_->partition(key.index);
  }

  /// What must hold before records are read. Source: Partition.fetchRecords, Partition.readRecords.
  ErrorCode check(const Partition& partition, const FetchPartition& wanted,
                  FetchPartitionData& answer) const {
    // Unlike in ListOffsets any negative epoch is none (FetchRequest.optionalEpoch).
    const std::int32_t current_epoch = std::max(wanted.current_leader_epoch, -1);
    const ErrorCode refusal = partition.check_served_by({.node_id = query_.node_id,
                                                         .current_leader_epoch = current_epoch,
                                                         .must_lead = must_lead(query_)});
    if (refusal != ErrorCode::none) return refusal;
    // This cluster's replicas do not fetch; whoever says it is one is none of this partition's
    // (Partition.followerReplicaOrThrow).
    if (query_.replica_id >= 0) {
      return current_epoch >= 0 ? ErrorCode::unknown_leader_epoch
                                : ErrorCode::not_leader_or_follower;
    }
    if (wanted.last_fetched_epoch < 0) return ErrorCode::none;

    const PartitionLog& log = partition.log;
    const EpochEnd end = log.epochs().end_of(wanted.last_fetched_epoch, log.log_end_offset());
    if (end.end_offset < 0 || wanted.fetch_offset < log.log_start_offset()) {
      return ErrorCode::offset_out_of_range;
    }
    if (end.leader_epoch < wanted.last_fetched_epoch || end.end_offset < wanted.fetch_offset) {
      answer.diverging_epoch = {.epoch = end.leader_epoch, .end_offset = end.end_offset};
      answer.high_watermark = log.high_watermark();
      answer.last_stable_offset = log.last_stable_offset();
      answer.log_start_offset = log.log_start_offset();
    }
    return ErrorCode::none;
  }

  std::vector<StoredBatch> read_records(const PartitionLog& log, const FetchPartition& wanted,
                                        FetchPartitionData& answer) {
    const std::int64_t limit = std::min<std::int64_t>(wanted.partition_max_bytes, left_);
    const bool is_first_whole = !has_records_ && query_.version >= 3;
    ReadResult read = log.read({.offset = wanted.fetch_offset,
                                .max_bytes = std::max<std::int64_t>(limit, 0),
                                .first_batch_whole = is_first_whole,
                                .isolation = isolation(query_)});
    answer.error_code = read.error;
    // Kafka fails on a negative limit, though only when there is something to read
    // (LogSegment.read).
    const std::int64_t first_size = log.size_of_batch_at(wanted.fetch_offset, isolation(query_));
    if (read.error == ErrorCode::none && limit < 0 && first_size > 0) {
      answer.error_code = ErrorCode::unknown_server_error;
    }
    if (answer.error_code != ErrorCode::none) return {};
    answer.high_watermark = read.high_watermark;
    answer.last_stable_offset = read.last_stable_offset;
    answer.log_start_offset = read.log_start_offset;
    account(log, wanted, is_first_whole ? std::max(limit, first_size) : limit);
    if (isolation(query_) == Isolation::read_committed) put_aborted(read, answer);
    // Source: DelayedFetch.tryComplete.
    reading_.is_urgent = reading_.is_urgent || read.ends_with_segment;
    return std::move(read.batches);
  }

  /// So that the client can leave out their records: the broker sends them all.
  static void put_aborted(const ReadResult& read, FetchPartitionData& answer) {
    answer.aborted_transactions.emplace();
    for (const AbortedTransaction& aborted : read.aborted) {
      answer.aborted_transactions->push_back(
          {.producer_id = aborted.producer_id, .first_offset = aborted.first_offset});
    }
  }

  /// Kafka cuts an answer at its limits, in the middle of a batch if need be, and counts by that.
  /// Only whole batches are answered here, but it is counted in the same way, or whoever waits for
  /// as many bytes as an answer may hold would seldom get them.
  void account(const PartitionLog& log, const FetchPartition& wanted, std::int64_t limit) {
    const Isolation reach = isolation(query_);
    const bool holds_first = limit >= log.size_of_batch_at(wanted.fetch_offset, reach);
    // From v3 on a batch that is cut at once is left out (ReplicaManager.checkFetchDataInfo).
    const std::int64_t found =
        holds_first || query_.version < 3 ? log.bytes_from(wanted.fetch_offset, reach, limit) : 0;
    has_records_ = has_records_ || found > 0;
    left_ = std::max<std::int64_t>(0, left_ - found);
    reading_.bytes += found;
    reading_.available_bytes +=
        log.bytes_from(wanted.fetch_offset, reach, wanted.partition_max_bytes);
  }

  /// Spares the client a Metadata request (KIP-951).
  void name_leader(const Partition& partition, FetchPartitionData& answer) {
    const bool asked_elsewhere = answer.error_code == ErrorCode::not_leader_or_follower ||
                                 answer.error_code == ErrorCode::fenced_leader_epoch;
    if (query_.version < 16 || !asked_elsewhere) return;
    answer.current_leader = {.leader_id = partition.leader, .leader_epoch = partition.leader_epoch};
    put_endpoint(state_, partition.leader, query_.entrance, reading_.node_endpoints);
  }

  const BrokerState& state_;
  const FetchQuery& query_;
  FetchReading& reading_;
  const Topic* last_ = nullptr;
  std::int64_t left_;
  bool has_records_ = false;
};

}  // namespace

FetchPartitionData failed_partition(std::int32_t index, ErrorCode error) {
  return {.partition_index = index, .error_code = error, .high_watermark = -1};
}

FetchReading read_for(const BrokerState& state, const FetchQuery& query) {
  FetchReading reading;
  reading.partitions.reserve(query.partitions.size());
  FetchReader reader(state, query, reading);
  for (const WantedPartition& wanted : query.partitions) reader.read(wanted);
  return reading;
}

std::int64_t missing_at_first(const FetchQuery& query, const FetchReading& reading) {
  if (query.max_wait <= Duration::zero() || reading.bytes >= min_bytes(query)) return 0;
  return missing_still(query, reading);
}

std::int64_t missing_still(const FetchQuery& query, const FetchReading& reading) {
  if (reading.is_urgent) return 0;
  return min_bytes(query) - reading.available_bytes;
}

}  // namespace cohort::broker
