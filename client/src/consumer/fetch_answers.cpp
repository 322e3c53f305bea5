// What the answers to Fetch mean. Source: AbstractFetch, FetchCollector.handleInitializeErrors.
#include "consumer/fetcher.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

enum class Remedy : std::uint8_t {
  ask_again,        ///< It may go away by itself.
  ask_who_leads,    ///< The metadata is not up to date, or will change soon.
  find_new_offset,  ///< OFFSET_OUT_OF_RANGE.
  tell_user,        ///< And ask again: somebody may mend it.
};

Remedy remedy_for(ErrorCode error) {
  switch (error) {
    case ErrorCode::offset_out_of_range:
      return Remedy::find_new_offset;
    case ErrorCode::not_leader_or_follower:
    case ErrorCode::replica_not_available:
    case ErrorCode::kafka_storage_error:
    case ErrorCode::fenced_leader_epoch:
    case ErrorCode::offset_not_available:
    case ErrorCode::leader_not_available:
    case ErrorCode::unknown_topic_or_partition:
    case ErrorCode::unknown_topic_id:
    case ErrorCode::inconsistent_topic_id:
      return Remedy::ask_who_leads;
    case ErrorCode::unknown_leader_epoch:
    case ErrorCode::unknown_server_error:
    case ErrorCode::request_timed_out:
    case ErrorCode::network_exception:
      return Remedy::ask_again;
    default:
      return Remedy::tell_user;
  }
}

}  // namespace

void Fetcher::lost(const Lost& lost, const ReadSurroundings& here) {
  const auto entry = under_way_.extract(lost.id);
  COHORT_ASSERT(!entry.empty());
  Broker& broker = brokers_.at(entry.mapped());
  broker.pending.reset();
  const bool is_no_answer = lost.kind == LossKind::no_answer;
  if (is_no_answer && !broker.session.plan().empty()) {
    // It would be so for ever (receive.message.max.bytes): whoever polls hears of it.
    here.positions.warn(broker.session.plan().begin()->first,
                        {.kind = FailureKind::refused, .message = "Fetch: " + lost.reason});
  }
  broker.session.lost();
  // After a lost connection the session backs off, but not for what comes again when it is there.
  if (is_no_answer || lost.kind == LossKind::unwritable) {
    broker.retry.failed(options_.retry, here.now, rng_);
  }
  here.metadata.invalidate();
}

void Fetcher::answered(const Answered& answer, const ReadSurroundings& here) {
  const auto entry = under_way_.extract(answer.id);
  COHORT_ASSERT(!entry.empty());
  Broker& broker = brokers_.at(entry.mapped());
  broker.pending.reset();
  Result<FetchResponse> response = decode<FetchResponse>(answer.body, answer.version);
  if (!response) {
    refused(broker, ErrorCode::corrupt_message, here);
    return;
  }
  if (response->error_code != ErrorCode::none) {
    refused(broker, response->error_code, here);
    return;
  }
  if (!broker.session.accept(*response, answer.version)) {
    refused(broker, ErrorCode::invalid_fetch_session_epoch, here);
    return;
  }
  broker.retry.succeeded();
  learn_brokers(*response, here);
  bool has_records = false;
  for (FetchableTopicResponse& topic : response->responses) {
    const std::string name = *broker.session.name_of(topic, answer.version);
    for (FetchPartitionData& data : topic.partitions) {
      const TopicPartition partition{name, data.partition_index};
      has_records =
          take_over(partition, *broker.session.find(partition), data, here) || has_records;
    }
  }
  if (!has_records) broker.retry.not_before = broker.sent + shortest_round;
  // The client makes the pause, not the broker (KIP-219); before v8 the broker has made it.
  constexpr int first_version_that_throttles = 8;
  if (response->throttle_time_ms > 0 && answer.version >= first_version_that_throttles) {
    broker.retry.not_before = here.now + milliseconds(response->throttle_time_ms);
  }
}

void Fetcher::refused(Broker& broker, ErrorCode error, const ReadSurroundings& here) {
  broker.session.refused(error);
  broker.retry.failed_once_more(options_.retry, here.now, rng_);
  const bool is_session_alone = error == ErrorCode::fetch_session_id_not_found ||
                                error == ErrorCode::invalid_fetch_session_epoch;
  if (!is_session_alone) here.metadata.invalidate();
}

void Fetcher::learn_brokers(const FetchResponse& response, const ReadSurroundings& here) {
  for (const FetchNodeEndpoint& endpoint : response.node_endpoints) {
    here.session.learn_broker({.node_id = endpoint.node_id,
                               .host = endpoint.host,
                               .port = static_cast<std::uint16_t>(endpoint.port)},
                              here.now);
  }
}

bool Fetcher::take_over(const TopicPartition& partition, const FetchFrom& asked,
                        FetchPartitionData& answer, const ReadSurroundings& here) {
  AssignedPartition* state = here.positions.find(partition);
  // It may have been taken away or moved meanwhile: the answer is for somewhere else.
  if (state == nullptr || !state->position || state->position->offset != asked.offset) return false;
  // Of a leader that is known to be none any more: its log may have ended elsewhere (KIP-320).
  if (state->needs_validation || state->leader.epoch != asked.leader_epoch) return false;
  if (answer.error_code == ErrorCode::none) return take_records(partition, *state, answer, here);
  take_error(partition, *state, answer, here);
  return false;
}

bool Fetcher::take_records(const TopicPartition& partition, AssignedPartition& state,
                           FetchPartitionData& answer, const ReadSurroundings& here) {
  state.high_watermark = answer.high_watermark;
  state.last_stable_offset = answer.last_stable_offset;
  state.log_start_offset = answer.log_start_offset;
  if (answer.preferred_read_replica >= 0) {
    state.preferred_replica = answer.preferred_read_replica;
    state.preferred_until = here.now + options_.preferred_replica_for;
    return false;
  }
  if (!answer.records || answer.records->empty()) {
    state.fetch_retry.succeeded();
    return false;
  }
  const bool is_new =
      fetched_.try_emplace(partition, FetchedRecords(partition, *state.position, answer)).second;
  if (is_new) turns_.push_back(partition);
  return true;
}

void Fetcher::take_error(const TopicPartition& partition, AssignedPartition& state,
                         const FetchPartitionData& answer, const ReadSurroundings& here) {
  const ErrorCode error = answer.error_code;
  switch (remedy_for(error)) {
    case Remedy::find_new_offset:
      take_out_of_range(partition, state, here);
      return;
    case Remedy::ask_who_leads: {
      const std::uint64_t before = here.metadata.revision();
      here.metadata.learn_leader(partition, answer.current_leader.leader_id,
                                 answer.current_leader.leader_epoch);
      here.metadata.invalidate();
      state.preferred_replica.reset();
      // Who leads now was in the answer (KIP-951): no need to wait.
      if (here.metadata.revision() != before) return;
      break;
    }
    case Remedy::ask_again:
      break;
    case Remedy::tell_user:
      here.positions.warn(partition,
                          {.kind = error == ErrorCode::corrupt_message ? FailureKind::bad_record
                                                                       : FailureKind::refused,
                           .code = error,
                           .message = "fetching " + to_string(partition) + " from offset " +
                                      std::to_string(state.position->offset),
                           .offset = state.position->offset});
      break;
  }
  state.fetch_retry.failed(options_.retry, here.now, rng_);
}

void Fetcher::take_out_of_range(const TopicPartition& partition, AssignedPartition& state,
                                const ReadSurroundings& here) {
  state.fetch_retry.failed_once_more(options_.retry, here.now, rng_);
  // A follower may be behind: the leader knows (KIP-392; FetchCollector.handleOffsetOutOfRange).
  if (std::exchange(state.preferred_replica, std::nullopt)) return;
  const std::string offset = std::to_string(state.position->offset);
  here.positions.reset(partition, {.kind = FailureKind::no_offset,
                                   .code = ErrorCode::offset_out_of_range,
                                   .message = "offset " + offset + " of " + to_string(partition) +
                                              " is not in its log, and auto.offset.reset is none",
                                   .offset = state.position->offset});
}

}  // namespace cohort::client
