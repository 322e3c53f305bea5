// What a Fetch finds in the logs.
#include "fetch_query.hpp"
#include "state.hpp"
#include <cohort/protocol/message_set.hpp>

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

FetchPartitionData blank(std::int32_t partition, ErrorCode error = ErrorCode::none) {
  return {.partition_index = partition,
          .error_code = error,
          .high_watermark = -1,
          .aborted_transactions = std::nullopt};
}

/// Reads partition after partition until the answer is full, in the order of the request.
class Reader {
 public:
  Reader(const BrokerState& state, const FetchQuery& query, FetchReading& reading)
      : state_(state), query_(query), reading_(reading), left_(max_bytes(query)) {}

  FetchPartitionData read(const WantedPartition& wanted) {
    FetchPartitionData answer = blank(wanted.partition.partition);
    const Topic* topic = state_.catalog.find(wanted.key.topic_id);
    const Partition* partition = topic == nullptr ? nullptr : topic->partition(wanted.key.index);
    if (partition == nullptr) {  // Deleted while the request waited.
      reading_.is_urgent = true;
      answer.error_code = ErrorCode::unknown_topic_or_partition;
      return answer;
    }
    answer.error_code = check(*partition, wanted.partition, answer);
    const bool is_diverging = answer.diverging_epoch != FetchEpochEndOffset{};
    std::vector<StoredBatch> batches;
    if (answer.error_code == ErrorCode::none && !is_diverging) {
      batches = read_records(partition->log, wanted.partition, answer);
    }
    if (answer.error_code != ErrorCode::none || is_diverging) reading_.is_urgent = true;
    name_leader(*partition, answer);
    put_records(batches, topic->settings, wanted.partition, answer);
    return answer;
  }

 private:
  /// What must hold before records are read. Source: Partition.fetchRecords, Partition.readRecords.
  ErrorCode check(const Partition& partition, const FetchPartition& wanted,
                  FetchPartitionData& answer) const {
    // Unlike in ListOffsets any negative epoch is none (FetchRequest.optionalEpoch).
    const std::int32_t current_epoch = std::max(wanted.current_leader_epoch, -1);
    const ErrorCode epoch_error = partition.check_leader_epoch(current_epoch);
    if (epoch_error != ErrorCode::none) return epoch_error;
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

  /// Before v4 clients know message sets only: magic 0 below v2, else magic 1; before v10 they
  /// don't know zstd (KafkaApis.maybeConvertFetchedData).
  void put_records(const std::vector<StoredBatch>& batches, const LogSettings& settings,
                   const FetchPartition& wanted, FetchPartitionData& answer) const {
    if (query_.version < 10 && settings.compression == Compression::zstd) {
      answer = blank(wanted.partition, ErrorCode::unsupported_compression_type);
    } else if (query_.version >= 4) {
      answer.records = placed(batches);
    } else if (!settings.converts_down) {
      answer = blank(wanted.partition, ErrorCode::unsupported_version);
    } else {
      convert(batches, wanted, answer);
    }
  }

  /// What can't be converted ends the answer; if that is its first batch, it is an error
  /// (LazyDownConversionRecords).
  void convert(const std::vector<StoredBatch>& batches, const FetchPartition& wanted,
               FetchPartitionData& answer) const {
    for (const StoredBatch& stored : batches) {
      const RecordResult<Buffer> converted =
          convert_down(stored.batch, {.magic = static_cast<std::int8_t>(query_.version < 2 ? 0 : 1),
                                      .base_offset = stored.base_offset,
                                      .first_offset = wanted.fetch_offset});
      if (converted) {
        answer.records->append(*converted);
        continue;
      }
      if (&stored == &batches.front()) {
        answer = blank(wanted.partition, ErrorCode::unsupported_compression_type);
      }
      return;
    }
  }

  /// Spares the client a Metadata request (KIP-951).
  void name_leader(const Partition& partition, FetchPartitionData& answer) {
    const bool asked_elsewhere = answer.error_code == ErrorCode::not_leader_or_follower ||
                                 answer.error_code == ErrorCode::fenced_leader_epoch;
    if (query_.version < 16 || !asked_elsewhere) return;
    answer.current_leader = {.leader_id = partition.leader, .leader_epoch = partition.leader_epoch};
    if (partition.leader != state_.config.node_id) return;
    reading_.response.node_endpoints = {{.node_id = partition.leader,
                                         .host = state_.endpoint.host,
                                         .port = state_.endpoint.port,
                                         .rack = rack_of(state_.config)}};
  }

  const BrokerState& state_;
  const FetchQuery& query_;
  FetchReading& reading_;
  std::int64_t left_;
  bool has_records_ = false;
};

/// Partitions that follow each other and are of one topic share an entry (FetchResponse.of).
void put(FetchResponse& response, const WantedPartition& wanted, FetchPartitionData answer) {
  std::vector<FetchableTopicResponse>& topics = response.responses;
  const bool is_same_topic = !topics.empty() && topics.back().topic == wanted.topic &&
                             topics.back().topic_id == wanted.topic_id;
  if (!is_same_topic) topics.push_back({.topic = wanted.topic, .topic_id = wanted.topic_id});
  topics.back().partitions.push_back(std::move(answer));
}

}  // namespace

FetchReading read_for(const BrokerState& state, const FetchQuery& query) {
  FetchReading reading;
  Reader reader(state, query, reading);
  for (const WantedPartition& wanted : query.partitions) {
    if (wanted.error != ErrorCode::none) continue;
    put(reading.response, wanted, reader.read(wanted));
  }
  // Those that are not known come last (KafkaApis.processResponseCallback).
  for (const WantedPartition& wanted : query.partitions) {
    if (wanted.error == ErrorCode::none) continue;
    put(reading.response, wanted, blank(wanted.partition.partition, wanted.error));
  }
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
