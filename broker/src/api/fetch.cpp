// Fetch v0-v17.
// v0-v3 answer message sets, converted down; v1 throttle time; v3 max_bytes (KIP-74); v4 isolation
// level (KIP-98); v5 log start offset (KIP-107); v7 sessions (KIP-227); v9 leader epoch (KIP-320);
// v11 racks (KIP-392); v12 flexible, last fetched epoch (KIP-595); v13 topic ids (KIP-516); v15
// replica state (KIP-903); v16 node endpoints (KIP-951). Not here: authorisation; sessions are
// never opened (Kafka does the same with a full cache); preferred replicas.
#include "api/handlers.hpp"
#include "fetch_query.hpp"
#include "state.hpp"
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/messages/fetch.hpp>

#include <algorithm>
#include <limits>

namespace cohort::broker {

namespace {

/// `fetch.max.bytes` of a broker: more than this no answer carries, but for a first batch that is
/// larger.
constexpr std::int64_t fetch_max_bytes = 55 * 1024 * 1024;
constexpr std::int32_t final_epoch = -1;
constexpr std::int32_t initial_epoch = 0;

std::int64_t max_bytes(const FetchQuery& query) {
  return std::clamp<std::int64_t>(query.request.max_bytes, 0, fetch_max_bytes);
}

Isolation isolation(const FetchQuery& query) {
  constexpr std::int32_t debugging_replica = -2;
  if (query.request.replica_id == debugging_replica) return Isolation::log_end;
  return query.request.isolation_level == 1 ? Isolation::read_committed
                                            : Isolation::read_uncommitted;
}

bool is_from_follower(const FetchQuery& query) {
  return query.request.replica_id >= 0 || query.request.replica_state.replica_id >= 0;
}

/// Reads partition after partition until the answer is full, in the order of the request.
class Reader {
 public:
  Reader(const BrokerState& state, const FetchQuery& query, FetchReading& reading)
      : state_(state), query_(query), reading_(reading), left_(max_bytes(query)) {}

  void read(const Topic& topic, const FetchPartition& wanted, FetchPartitionData& answer) {
    const Partition* partition = topic.partition(wanted.partition);
    if (partition == nullptr) {
      answer.error_code = ErrorCode::unknown_topic_or_partition;
      return;
    }
    reading_.partitions.push_back({topic.id, wanted.partition});
    answer.error_code = check(*partition, wanted, answer);
    if (answer.error_code != ErrorCode::none || answer.diverging_epoch != FetchEpochEndOffset{}) {
      reading_.is_urgent = true;
      return;
    }
    read_records(*partition, wanted, answer);
  }

 private:
  /// What must hold before records are read. Source: Partition.readRecords.
  ErrorCode check(const Partition& partition, const FetchPartition& wanted,
                  FetchPartitionData& answer) const {
    // This cluster's replicas do not fetch; whoever says it is one is none of this partition's.
    if (is_from_follower(query_)) return ErrorCode::not_leader_or_follower;
    const ErrorCode epoch_error = partition.check_leader_epoch(wanted.current_leader_epoch);
    if (epoch_error != ErrorCode::none || wanted.last_fetched_epoch < 0) return epoch_error;

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

  void read_records(const Partition& partition, const FetchPartition& wanted,
                    FetchPartitionData& answer) {
    const ReadResult read = partition.log.read(
        {.offset = wanted.fetch_offset,
         .max_bytes = std::min<std::int64_t>(std::max(wanted.partition_max_bytes, 0), left_),
         .first_batch_whole = !has_records_ && query_.version >= 3,
         .isolation = isolation(query_)});
    answer.error_code = read.error;
    answer.high_watermark = read.high_watermark;
    answer.last_stable_offset = read.last_stable_offset;
    answer.log_start_offset = read.log_start_offset;
    if (read.error != ErrorCode::none) {
      reading_.is_urgent = true;
      return;
    }
    if (isolation(query_) == Isolation::read_committed) put_aborted(read, answer);
    put_records(read, wanted, answer);
    has_records_ = has_records_ || read.bytes > 0;
    left_ = std::max<std::int64_t>(0, left_ - read.bytes);
    reading_.bytes += read.bytes;
    // Source: DelayedFetch.tryComplete.
    reading_.is_urgent = reading_.is_urgent || read.ends_with_segment;
  }

  /// So that the client can leave out their records: the broker sends them all.
  static void put_aborted(const ReadResult& read, FetchPartitionData& answer) {
    answer.aborted_transactions.emplace();
    for (const AbortedTransaction& aborted : read.aborted) {
      answer.aborted_transactions->push_back(
          {.producer_id = aborted.producer_id, .first_offset = aborted.first_offset});
    }
  }

  /// Before v4 clients know message sets only: magic 0 below v2, else magic 1
  /// (KafkaApis.maybeConvertFetchedData).
  void put_records(const ReadResult& read, const FetchPartition& wanted,
                   FetchPartitionData& answer) const {
    if (query_.version >= 4) {
      answer.records = placed(read.batches);
      return;
    }
    for (const StoredBatch& stored : read.batches) {
      const RecordResult<Buffer> converted =
          convert_down(stored.batch, {.magic = static_cast<std::int8_t>(query_.version < 2 ? 0 : 1),
                                      .base_offset = stored.base_offset,
                                      .first_offset = wanted.fetch_offset});
      if (!converted) {
        answer.error_code = ErrorCode::unsupported_compression_type;
        answer.records.emplace();
        return;
      }
      answer.records->append(*converted);
    }
  }

  const BrokerState& state_;
  const FetchQuery& query_;
  FetchReading& reading_;
  std::int64_t left_;
  bool has_records_ = false;
};

FetchPartitionData blank(const FetchPartition& wanted) {
  return {.partition_index = wanted.partition,
          .high_watermark = -1,
          .aborted_transactions = std::nullopt};
}

}  // namespace

FetchReading read_for(const BrokerState& state, const FetchQuery& query) {
  FetchReading reading;
  Reader reader(state, query, reading);
  const bool is_by_id = query.version >= 13;
  for (const FetchTopic& wanted : query.request.topics) {
    const Topic* topic =
        is_by_id ? state.catalog.find(wanted.topic_id) : state.catalog.find(wanted.topic);
    FetchableTopicResponse& answered = reading.response.responses.emplace_back();
    answered.topic = wanted.topic;
    answered.topic_id = wanted.topic_id;
    for (const FetchPartition& partition : wanted.partitions) {
      FetchPartitionData answer = blank(partition);
      if (topic != nullptr) {
        reader.read(*topic, partition, answer);
      } else {
        answer.error_code =
            is_by_id ? ErrorCode::unknown_topic_id : ErrorCode::unknown_topic_or_partition;
      }
      answered.partitions.push_back(std::move(answer));
    }
  }
  return reading;
}

std::int64_t missing_bytes(const FetchQuery& query, const FetchReading& reading) {
  const bool waits = query.request.max_wait_ms > 0 && !reading.partitions.empty();
  if (!waits || reading.is_urgent) return 0;
  return std::min<std::int64_t>(query.request.min_bytes, fetch_max_bytes) - reading.bytes;
}

std::optional<FetchResponse> fetch(RequestContext& context, const FetchRequest& request) {
  // No session is ever opened, so one that goes on is unknown (KIP-227; FetchManager.newContext).
  if (request.session_epoch != final_epoch && request.session_epoch != initial_epoch) {
    return FetchResponse{.error_code = ErrorCode::fetch_session_id_not_found};
  }
  FetchQuery query{.request = request, .version = context.version()};
  FetchReading reading = read_for(context.state, query);
  const std::int64_t missing = missing_bytes(query, reading);
  if (missing <= 0) return std::move(reading.response);

  const ReplyId reply = context.park();
  context.state.fetch_waits.park({.reply = reply,
                                  .deadline = context.now + milliseconds(request.max_wait_ms),
                                  .missing_bytes = missing,
                                  .partitions = std::move(reading.partitions)});
  context.state.parked_fetches.emplace(reply, std::move(query));
  return std::nullopt;
}

}  // namespace cohort::broker
