// What a processor makes of each answer.
#include "explore/processor.hpp"

#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/add_offsets_to_txn.hpp>
#include <cohort/protocol/messages/add_partitions_to_txn.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>
#include <cohort/protocol/messages/end_txn.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>
#include <cohort/protocol/messages/produce.hpp>
#include <cohort/protocol/messages/sync_group.hpp>
#include <cohort/protocol/messages/txn_offset_commit.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/records.hpp>

#include <algorithm>
#include <utility>

namespace cohort::testing {

namespace {

template <class Response>
Response read(const Buffer& frame, std::int16_t version) {
  const auto header = decode_response_header(frame, Response::api.key, version);
  return decode<Response>(frame.slice(header.value().size), version).value();
}

/// Somebody else has the transactional id. INVALID_PRODUCER_EPOCH is not among them: since Kafka
/// 2.7 it is the transaction that is lost by it, and EndTxn tells whether it is more than that.
bool is_fenced(ErrorCode error) {
  return error == ErrorCode::producer_fenced || error == ErrorCode::invalid_producer_id_mapping;
}

/// The same request again may be answered otherwise.
bool is_retriable(ErrorCode error) {
  return error == ErrorCode::concurrent_transactions ||
         error == ErrorCode::coordinator_load_in_progress ||
         error == ErrorCode::not_enough_replicas;
}

bool is_of_membership(ErrorCode error) {
  return error == ErrorCode::unknown_member_id || error == ErrorCode::illegal_generation ||
         error == ErrorCode::rebalance_in_progress;
}

}  // namespace

std::string_view name(Step step) {
  switch (step) {
    case Step::init:
      return "InitProducerId";
    case Step::join:
      return "JoinGroup";
    case Step::sync:
      return "SyncGroup";
    case Step::fetch_offsets:
      return "OffsetFetch";
    case Step::fetch:
      return "Fetch";
    case Step::add_partition:
      return "AddPartitionsToTxn";
    case Step::produce:
      return "Produce";
    case Step::add_offsets:
      return "AddOffsetsToTxn";
    case Step::commit_offsets:
      return "TxnOffsetCommit";
    case Step::end:
      return "EndTxn";
    case Step::heartbeat:
      return "Heartbeat";
    case Step::stopped:
      return "nothing";
  }
  return "?";
}

Processor::Processor(std::string client_id, std::string transactional_id)
    : client_id_(std::move(client_id)), transactional_id_(std::move(transactional_id)) {
  actions_.emplace_back(Dial{broker_host, broker_port, {}});
}

void Processor::opened(LinkId link, const Peer& /*peer*/, Instant /*now*/) {
  state_.link = link;
  begin(Step::init);
}

void Processor::take_actions(std::vector<Action>& into) {
  into.clear();
  into.swap(actions_);
}

void Processor::received(LinkId /*link*/, Buffer bytes, Instant /*now*/) {
  constexpr std::size_t length_size = 4;
  const Buffer frame = bytes.slice(length_size);  // The network is perfect: it is one answer.
  switch (state_.step) {
    case Step::init:
      return initialized(frame);
    case Step::join:
      return joined(frame);
    case Step::sync:
      return synced(frame);
    case Step::fetch_offsets:
      return offsets_fetched(frame);
    case Step::fetch:
      return fetched(frame);
    case Step::add_partition:
      return partition_added(frame);
    case Step::produce:
      return produced(frame);
    case Step::add_offsets:
      return offsets_added(frame);
    case Step::commit_offsets:
      return offsets_committed(frame);
    case Step::end:
      return ended(frame);
    case Step::heartbeat:
      return heartbeat_answered(frame);
    case Step::stopped:
      return;
  }
}

void Processor::initialized(const Buffer& frame) {
  const auto response = read<InitProducerIdResponse>(frame, 4);
  if (is_retriable(response.error_code)) return begin(Step::init);
  if (response.error_code != ErrorCode::none) return begin(Step::stopped);
  state_.producer_id = response.producer_id;
  state_.producer_epoch = response.producer_epoch;
  begin(Step::join);
}

void Processor::joined(const Buffer& frame) {
  const auto response = read<JoinGroupResponse>(frame, 3);
  if (response.error_code != ErrorCode::none) return lose_place(response.error_code);
  state_.member_id = response.member_id;
  state_.generation = response.generation_id;
  for (const auto& member : response.members) state_.members.push_back(member.member_id);
  begin(Step::sync);
}

void Processor::synced(const Buffer& frame) {
  const auto response = read<SyncGroupResponse>(frame, 2);
  if (response.error_code != ErrorCode::none) return lose_place(response.error_code);
  const auto assignment = decode_versioned<ConsumerProtocolAssignment>(response.assignment);
  for (const auto& topic : assignment.value().message.assigned_partitions) {
    for (const std::int32_t partition : topic.partitions) state_.positions[partition] = 0;
  }
  begin(state_.positions.empty() ? Step::heartbeat : Step::fetch_offsets);
}

void Processor::offsets_fetched(const Buffer& frame) {
  const auto response = read<OffsetFetchResponse>(frame, 7);
  if (is_of_membership(response.error_code)) return lose_place(response.error_code);
  for (const auto& offset : response.topics.at(0).partitions) {
    // UNSTABLE_OFFSET_COMMIT: somebody's transaction is still to end.
    if (offset.error_code != ErrorCode::none) return begin(Step::fetch_offsets);
    const bool is_committed = offset.committed_offset >= 0;
    state_.positions[offset.partition_index] = is_committed ? offset.committed_offset : 0;
  }
  begin(Step::fetch);
}

void Processor::fetched(const Buffer& frame) {
  const auto response = read<FetchResponse>(frame, 11);
  for (const FetchPartitionData& data : response.responses.at(0).partitions) {
    if (!data.records || data.records->empty()) continue;
    const auto entries = split_records(data.records->joined()).value();
    const BatchView batch = BatchView::of(entries.at(0).bytes).value();
    RecordCursor cursor(batch.records().value());
    RecordView record;
    COHORT_ASSERT(cursor.next(record));
    state_.input = Input{.partition = data.partition_index,
                         .offset = batch.header().base_offset,
                         .value = {record.value->begin(), record.value->end()}};
    return begin(Step::add_partition);
  }
  state_.has_read_all = true;
  begin(Step::heartbeat);
}

void Processor::partition_added(const Buffer& frame) {
  const auto response = read<AddPartitionsToTxnResponse>(frame, 3);
  go_on(
      response.results_by_topic_v3_and_below.at(0).results_by_partition.at(0).partition_error_code,
      Step::produce);
}

void Processor::produced(const Buffer& frame) {
  const auto response = read<ProduceResponse>(frame, 8);
  const ErrorCode error = response.responses.at(0).partition_responses.at(0).error_code;
  if (error == ErrorCode::none) ++state_.next_sequence;
  go_on(error, Step::add_offsets);
}

void Processor::offsets_added(const Buffer& frame) {
  go_on(read<AddOffsetsToTxnResponse>(frame, 3).error_code, Step::commit_offsets);
}

void Processor::offsets_committed(const Buffer& frame) {
  const auto response = read<TxnOffsetCommitResponse>(frame, 3);
  const ErrorCode error = response.topics.at(0).partitions.at(0).error_code;
  if (is_of_membership(error)) {
    state_.must_rejoin = true;
    if (error == ErrorCode::unknown_member_id) state_.member_id.clear();
    return abort();
  }
  go_on(error, Step::end);
}

void Processor::ended(const Buffer& frame) {
  const ErrorCode error = read<EndTxnResponse>(frame, 3).error_code;
  if (is_retriable(error)) return begin(Step::end);
  if (error != ErrorCode::none) return begin(Step::stopped);
  const Input input = *std::exchange(state_.input, std::nullopt);
  const bool has_aborted = std::exchange(state_.aborts, false);
  if (state_.must_rejoin) return begin(Step::join);
  if (has_aborted) return begin(Step::fetch_offsets);
  state_.positions[input.partition] = input.offset + 1;
  begin(Step::heartbeat);
}

void Processor::heartbeat_answered(const Buffer& frame) {
  const ErrorCode error = read<HeartbeatResponse>(frame, 3).error_code;
  if (error != ErrorCode::none) return lose_place(error);
  const bool has_nothing_to_read = state_.has_read_all || state_.positions.empty();
  begin(has_nothing_to_read ? Step::heartbeat : Step::fetch);
}

void Processor::go_on(ErrorCode error, Step next) {
  if (error == ErrorCode::none) return begin(next);
  if (is_retriable(error)) return begin(state_.step);
  if (is_fenced(error)) return begin(Step::stopped);
  abort();
}

void Processor::abort() {
  state_.aborts = true;
  begin(Step::end);
}

void Processor::lose_place(ErrorCode error) {
  if (error == ErrorCode::unknown_member_id) state_.member_id.clear();
  begin(Step::join);
}

}  // namespace cohort::testing
