// What a processor asks for in each step.
#include "explore/processor.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
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

#include <algorithm>
#include <utility>

namespace cohort::testing {

namespace {

constexpr std::int32_t a_minute_in_ms = 60'000;
constexpr const char* protocol_name = "range";

Buffer assignment_of(const std::vector<std::int32_t>& partitions) {
  ConsumerProtocolAssignment assignment;
  assignment.assigned_partitions = {{.topic = input_topic, .partitions = partitions}};
  return encode_versioned(assignment, 1);
}

}  // namespace

/// One request at a time: there is nothing to tell answers apart by.
template <class Request>
void Processor::send(const Request& request, std::int16_t version) {
  const RequestHeader header{.api_key = Request::api.key,
                             .api_version = version,
                             .correlation_id = 0,
                             .client_id = client_id_};
  actions_.emplace_back(Send{state_.link, encode_request(header, request)});
}

void Processor::begin(Step step) {
  state_.step = step;
  switch (step) {
    case Step::init:
      return send(InitProducerIdRequest{.transactional_id = transactional_id_,
                                        .transaction_timeout_ms = a_minute_in_ms},
                  4);
    case Step::join:
      return begin_join();
    case Step::sync:
      return begin_sync();
    case Step::fetch_offsets:
      return begin_fetch_offsets();
    case Step::fetch:
      return begin_fetch();
    case Step::add_partition:
      return begin_add_partition();
    case Step::produce:
      return begin_produce();
    case Step::add_offsets:
      return send(AddOffsetsToTxnRequest{.transactional_id = transactional_id_,
                                         .producer_id = state_.producer_id,
                                         .producer_epoch = state_.producer_epoch,
                                         .group_id = processor_group},
                  3);
    case Step::commit_offsets:
      return begin_commit_offsets();
    case Step::end:
      return send(EndTxnRequest{.transactional_id = transactional_id_,
                                .producer_id = state_.producer_id,
                                .producer_epoch = state_.producer_epoch,
                                .committed = !state_.aborts},
                  3);
    case Step::heartbeat:
      return send(HeartbeatRequest{.group_id = processor_group,
                                   .generation_id = state_.generation,
                                   .member_id = state_.member_id},
                  3);
    case Step::stopped:
      return;
  }
}

void Processor::begin_join() {
  state_.positions.clear();
  state_.members.clear();
  state_.must_rejoin = false;
  state_.has_read_all = false;
  // Version 3, which makes a member at once: one round trip less to explore.
  send(
      JoinGroupRequest{
          .group_id = processor_group,
          .session_timeout_ms = a_minute_in_ms,
          .rebalance_timeout_ms = a_minute_in_ms,
          .member_id = state_.member_id,
          .protocol_type = "consumer",
          .protocols = {{protocol_name,
                         encode_versioned(ConsumerProtocolSubscription{.topics = {input_topic}},
                                          1)}}},
      3);
}

void Processor::begin_sync() {
  SyncGroupRequest request{.group_id = processor_group,
                           .generation_id = state_.generation,
                           .member_id = state_.member_id};
  std::ranges::sort(state_.members);
  const auto members = static_cast<std::int32_t>(state_.members.size());
  for (std::int32_t place = 0; place < members; ++place) {
    std::vector<std::int32_t> partitions;
    for (std::int32_t each = place; each < input_partitions; each += members) {
      partitions.push_back(each);
    }
    request.assignments.push_back(
        {state_.members[static_cast<std::size_t>(place)], assignment_of(partitions)});
  }
  send(request, 2);
}

void Processor::begin_fetch_offsets() {
  std::vector<std::int32_t> partitions;
  for (const auto& [partition, position] : state_.positions) partitions.push_back(partition);
  OffsetFetchRequest request{.group_id = processor_group, .require_stable = true};
  request.topics = {{.name = input_topic, .partition_indexes = partitions}};
  send(request, 7);
}

void Processor::begin_fetch() {
  FetchRequest request{.min_bytes = 1, .isolation_level = 1};
  request.topics = {{.topic = input_topic}};
  for (const auto& [partition, position] : state_.positions) {
    // So few bytes that each has its first batch at most.
    request.topics.front().partitions.push_back(
        {.partition = partition, .fetch_offset = position, .partition_max_bytes = 1});
  }
  send(request, 11);
}

void Processor::begin_add_partition() {
  AddPartitionsToTxnRequest request{.v3_and_below_transactional_id = transactional_id_,
                                    .v3_and_below_producer_id = state_.producer_id,
                                    .v3_and_below_producer_epoch = state_.producer_epoch};
  request.v3_and_below_topics = {{.name = output_topic, .partitions = {0}}};
  send(request, 3);
}

void Processor::begin_produce() {
  BatchBuilder batch({.producer_id = state_.producer_id,
                      .producer_epoch = state_.producer_epoch,
                      .base_sequence = state_.next_sequence,
                      .is_transactional = true});
  batch.add(Record{.timestamp = record_time_ms, .value = Buffer::copy_of(state_.input->value)});
  PartitionProduceData data;
  data.records = Buffers(batch.build().bytes());
  ProduceRequest request{.transactional_id = transactional_id_, .acks = -1};
  request.topic_data.push_back({.name = output_topic, .partition_data = {data}});
  send(request, 8);
}

void Processor::begin_commit_offsets() {
  TxnOffsetCommitRequest request{.transactional_id = transactional_id_,
                                 .group_id = processor_group,
                                 .producer_id = state_.producer_id,
                                 .producer_epoch = state_.producer_epoch,
                                 .generation_id = state_.generation,
                                 .member_id = state_.member_id};
  request.topics = {{.name = input_topic,
                     .partitions = {{.partition_index = state_.input->partition,
                                     .committed_offset = state_.input->offset + 1}}}};
  send(request, 3);
}

}  // namespace cohort::testing
