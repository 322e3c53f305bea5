// TransactionalProducer: a client that speaks the requests of transactions one by one.
#pragma once

#include "broker/control/control_world.hpp"

#include <map>
#include <string>

namespace cohort::broker {

/// Of the topic `t`; partition `p` is where the broker says. REQUIRES: the broker outlives it.
class TransactionalProducer {
 public:
  TransactionalProducer(VirtualBroker& broker, std::string id, std::string name = "producer")
      : broker_(&broker), id_(std::move(id)), name_(std::move(name)) {}

  ErrorCode init(std::int32_t timeout_ms = 60'000) {
    FindCoordinatorRequest locating{.key = id_, .key_type = 1};
    coordinator_ = to(1).ask<FindCoordinatorResponse>(locating, 3).value().node_id;
    InitProducerIdRequest request{.transactional_id = id_, .transaction_timeout_ms = timeout_ms};
    const auto answer = at_coordinator().ask<InitProducerIdResponse>(request, 4).value();
    if (answer.error_code == ErrorCode::none) {
      producer_id = answer.producer_id;
      epoch = answer.producer_epoch;
      sequence_.clear();
    }
    return answer.error_code;
  }
  ErrorCode add(const std::vector<std::int32_t>& partitions, const std::string& topic = "t") {
    AddPartitionsToTxnRequest request{.v3_and_below_transactional_id = id_,
                                      .v3_and_below_producer_id = producer_id,
                                      .v3_and_below_producer_epoch = epoch};
    request.v3_and_below_topics = {{.name = topic, .partitions = partitions}};
    return at_coordinator()
        .ask<AddPartitionsToTxnResponse>(request, 3)
        .value()
        .results_by_topic_v3_and_below.at(0)
        .results_by_partition.at(0)
        .partition_error_code;
  }
  ErrorCode produce(std::int32_t partition, const std::string& topic = "t") {
    BatchBuilder batch({.producer_id = producer_id,
                        .producer_epoch = epoch,
                        .base_sequence = sequence_[partition]++,
                        .is_transactional = true});
    batch.add(record_of("v", broker_->now().unix_ms()));
    ProduceRequest request{.transactional_id = id_, .acks = -1};
    request.topic_data = {
        {.name = topic,
         .partition_data = {{.index = partition, .records = Buffers(batch.build().bytes())}}}};
    const std::int32_t leader = broker_->control()
                                    .topic(topic)
                                    .value()
                                    .partitions.at(static_cast<std::size_t>(partition))
                                    .leader;
    return to(leader)
        .ask<ProduceResponse>(request, 9)
        .value()
        .responses.at(0)
        .partition_responses.at(0)
        .error_code;
  }
  ErrorCode add_offsets(const std::string& group = "g") {
    AddOffsetsToTxnRequest request{.transactional_id = id_,
                                   .producer_id = producer_id,
                                   .producer_epoch = epoch,
                                   .group_id = group};
    return at_coordinator().ask<AddOffsetsToTxnResponse>(request, 3).value().error_code;
  }
  /// Moves the offset of `t-0` for a group that was added.
  ErrorCode send_offset(std::int64_t offset, const std::string& group = "g") {
    TxnOffsetCommitRequest request{.transactional_id = id_,
                                   .group_id = group,
                                   .producer_id = producer_id,
                                   .producer_epoch = epoch};
    request.topics = {{.name = "t", .partitions = {{.committed_offset = offset}}}};
    const auto answer = to(coordinator_of(group)).ask<TxnOffsetCommitResponse>(request, 3).value();
    return answer.topics.at(0).partitions.at(0).error_code;
  }
  ErrorCode commit_offset(std::int64_t offset, const std::string& group = "g") {
    const ErrorCode error = add_offsets(group);
    return error == ErrorCode::none ? send_offset(offset, group) : error;
  }
  ErrorCode end(bool is_committed) {
    EndTxnRequest request{.transactional_id = id_,
                          .producer_id = producer_id,
                          .producer_epoch = epoch,
                          .committed = is_committed};
    return at_coordinator().ask<EndTxnResponse>(request, 3).value().error_code;
  }
  /// A transaction of one record for each partition, not ended.
  void begin(const std::vector<std::int32_t>& partitions) {
    ASSERT_EQ(init(), ErrorCode::none);
    ASSERT_EQ(add(partitions), ErrorCode::none);
    for (const std::int32_t each : partitions) ASSERT_EQ(produce(each), ErrorCode::none);
  }

  /// What the group has of `t-0`; UNSTABLE_OFFSET_COMMIT while a transaction holds it back.
  std::pair<ErrorCode, std::int64_t> stable_offset(const std::string& group = "g") {
    OffsetFetchRequest request{.group_id = group, .require_stable = true};
    request.topics = {{OffsetFetchRequestTopic{"t", {0}}}};
    const auto answer = to(coordinator_of(group)).ask<OffsetFetchResponse>(request, 7).value();
    const auto& of_partition = answer.topics.at(0).partitions.at(0);
    return {of_partition.error_code, of_partition.committed_offset};
  }

  std::int64_t producer_id = -1;
  std::int16_t epoch = -1;

 private:
  testing::WireClient& to(std::int32_t node_id) {
    const auto found = links_.find(node_id);
    if (found != links_.end() && !found->second.is_closed()) return found->second;
    links_.erase(node_id);
    const std::string name = name_ + "-" + std::to_string(++connections_);
    const auto port = static_cast<std::uint16_t>(9091 + node_id);
    return links_.try_emplace(node_id, broker_->world(), name, port, name_).first->second;
  }
  testing::WireClient& at_coordinator() { return to(coordinator_); }
  std::int32_t coordinator_of(const std::string& group) {
    FindCoordinatorRequest locating{.key = group};
    return to(1).ask<FindCoordinatorResponse>(locating, 3).value().node_id;
  }

  VirtualBroker* broker_;
  std::string id_;
  std::string name_;
  std::int32_t coordinator_ = 1;
  int connections_ = 0;
  std::map<std::int32_t, testing::WireClient> links_;
  std::map<std::int32_t, std::int32_t> sequence_;
};

}  // namespace cohort::broker
