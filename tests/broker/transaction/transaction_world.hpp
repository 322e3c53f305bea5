// TransactionWorld: a broker in virtual time with a topic `t`, and connections that ask it.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

using std::chrono::seconds;

class TransactionWorld : public testing::Test {
 protected:
  TransactionWorld() {
    broker_.create_topic("t", 2, now_);
    for (const LinkId link : {LinkId{1}, LinkId{2}}) {
      broker_.opened(link, {.address = "127.0.0.1"}, now_);
    }
  }

  /// Sends a request; the answer, if it is there at once or later, is kept for take().
  template <class Request>
  void send(const Request& request, std::int16_t version, LinkId link = LinkId{1}) {
    const RequestHeader header{
        .api_key = Request::api.key, .api_version = version, .correlation_id = 1};
    broker_.received(link, encode_request(header, request).joined(), now_);
    collect();
  }
  template <class Response>
  std::optional<Response> take(std::int16_t version, LinkId link = LinkId{1}) {
    const auto found = answers_.find(link);
    if (found == answers_.end()) return std::nullopt;
    const Buffer frame = found->second.slice(4);
    answers_.erase(found);
    const auto header = decode_response_header(frame, Response::api.key, version);
    return decode<Response>(frame.slice(header.value().size), version).value();
  }
  /// The answer must be there at once.
  template <class Response, class Request>
  Response ask(const Request& request, std::int16_t version) {
    send(request, version);
    std::optional<Response> response = take<Response>(version);
    EXPECT_TRUE(response.has_value());
    return response.value_or(Response{});
  }
  void pass(Duration time) {
    now_ = now_ + time;
    broker_.advance(now_);
    collect();
  }

  InitProducerIdResponse init(std::int32_t timeout_ms = 60'000) {
    return ask<InitProducerIdResponse>(
        InitProducerIdRequest{.transactional_id = "x", .transaction_timeout_ms = timeout_ms}, 4);
  }
  ErrorCode add(std::int32_t partition) {
    const auto response = ask<AddPartitionsToTxnResponse>(
        AddPartitionsToTxnRequest{.v3_and_below_transactional_id = "x",
                                  .v3_and_below_producer_id = 1,
                                  .v3_and_below_producer_epoch = epoch_,
                                  .v3_and_below_topics = {{"t", {partition}}}},
        3);
    return response.results_by_topic_v3_and_below.at(0)
        .results_by_partition.at(0)
        .partition_error_code;
  }
  ErrorCode add_offsets() {
    return ask<AddOffsetsToTxnResponse>(AddOffsetsToTxnRequest{.transactional_id = "x",
                                                               .producer_id = 1,
                                                               .producer_epoch = epoch_,
                                                               .group_id = "g"},
                                        3)
        .error_code;
  }
  ErrorCode end(bool committed) {
    return ask<EndTxnResponse>(EndTxnRequest{.transactional_id = "x",
                                             .producer_id = 1,
                                             .producer_epoch = epoch_,
                                             .committed = committed},
                               3)
        .error_code;
  }

  /// One record of the transaction, of now.
  PartitionProduceResponse produce(std::int32_t partition, std::int32_t sequence,
                                   std::int16_t version = 10) {
    BatchBuilder builder({.producer_id = 1,
                          .producer_epoch = epoch_,
                          .base_sequence = sequence,
                          .is_transactional = true});
    builder.add(Record{.timestamp = now_.unix_ms(), .value = Buffer::copy_of("v")});
    ProduceRequest request{.transactional_id = transactional_id_, .acks = -1};
    request.topic_data = {
        {.name = "t",
         .partition_data = {{.index = partition, .records = Buffers(builder.build().bytes())}}}};
    return ask<ProduceResponse>(request, version).responses.at(0).partition_responses.at(0);
  }
  ErrorCode commit_offset(std::int64_t offset, std::int16_t version = 3) {
    const auto response = ask<TxnOffsetCommitResponse>(
        TxnOffsetCommitRequest{
            .transactional_id = "x",
            .group_id = "g",
            .producer_id = 1,
            .producer_epoch = epoch_,
            .topics = {{"t", {{.partition_index = 0, .committed_offset = offset}}}}},
        version);
    return response.topics.at(0).partitions.at(0).error_code;
  }
  ErrorCode commit_plainly(std::int64_t offset) {
    return ask<OffsetCommitResponse>(
               OffsetCommitRequest{
                   .group_id = "g",
                   .topics = {{"t", {{.partition_index = 0, .committed_offset = offset}}}}},
               7)
        .topics.at(0)
        .partitions.at(0)
        .error_code;
  }
  OffsetFetchResponsePartition committed(bool require_stable = false) {
    return ask<OffsetFetchResponse>(
               OffsetFetchRequest{.group_id = "g",
                                  .topics = {{OffsetFetchRequestTopic{"t", {0}}}},
                                  .require_stable = require_stable},
               7)
        .topics.at(0)
        .partitions.at(0);
  }

  static FetchRequest fetch_committed(std::int64_t offset, std::int32_t max_wait_ms) {
    FetchRequest request{.replica_id = -1,
                         .max_wait_ms = max_wait_ms,
                         .min_bytes = 1,
                         .max_bytes = 1'000'000,
                         .isolation_level = 1};
    request.topics = {
        {.topic = "t",
         .partitions = {
             {.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1'000'000}}}};
    return request;
  }

  Instant now_ = Instant::from_unix_ms(1'700'000'000'000);
  Broker broker_{Config{}, now_};
  std::int16_t epoch_ = 0;
  std::optional<std::string> transactional_id_ = "x";

 private:
  void collect() {
    std::vector<Action> actions;
    broker_.take_actions(actions);
    for (const Action& action : actions) {
      if (const auto* sent = std::get_if<Send>(&action)) {
        answers_.insert_or_assign(sent->link, sent->bytes.joined());
      }
    }
  }

  std::map<LinkId, Buffer> answers_;
};

}  // namespace cohort::broker
