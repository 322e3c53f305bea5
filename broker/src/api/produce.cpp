// Produce v0-v11.
// v0-v2 bring message sets, converted on arrival; v1 throttle time; v2 log append time; v3 record
// batches and transactional id (KIP-98); v5 log start offset; v7 zstd (KIP-110); v8 record errors
// (KIP-467); v9 flexible; v10 leader and node endpoints (KIP-951); v11 TRANSACTION_ABORTABLE
// (KIP-890). Not here: authorisation.
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/produce_verification.hpp"
#include "current_leader.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/produce.hpp>
#include <cohort/protocol/record_check.hpp>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

bool is_valid(std::int16_t acks) { return acks >= -1 && acks <= 1; }

PartitionProduceResponse refused(std::int32_t index, ErrorCode error) {
  return {.index = index, .error_code = error, .base_offset = -1};
}

PartitionProduceResponse answered(std::int32_t index, AppendResult result) {
  PartitionProduceResponse response{.index = index,
                                    .error_code = result.error,
                                    .base_offset = result.base_offset,
                                    .log_append_time_ms = result.log_append_time_ms,
                                    .log_start_offset = result.log_start_offset,
                                    .error_message = std::move(result.error_message)};
  for (RecordError& error : result.record_errors) {
    response.record_errors.push_back({error.batch_index, std::move(error.message)});
  }
  return response;
}

Buffer bytes_of(const PartitionProduceData& data) {
  return data.records ? data.records->joined() : Buffer{};
}

ErrorCode check_request(const RequestContext& context, const std::string& topic,
                        const PartitionProduceData& data) {
  if (context.state.catalog.find(topic, data.index) == nullptr) {
    return ErrorCode::unknown_topic_or_partition;
  }
  const auto fault = request_fault(bytes_of(data), context.version());
  return fault ? error_code(*fault) : ErrorCode::none;
}

PartitionProduceResponse append(RequestContext& context, const std::string& topic_name,
                                const PartitionProduceData& data, bool is_verified) {
  BrokerState& state = context.state;
  AppendResult result = state.catalog.append(topic_name, data.index,
                                             {.records = bytes_of(data),
                                              .produce_version = context.version(),
                                              .now = context.now,
                                              .is_verified = is_verified});
  if (result.appended_bytes > 0) {
    tell_appended(state, topic_name, data.index, result.appended_bytes);
  }
  return answered(data.index, std::move(result));
}

std::int64_t size_of(const PartitionProduceData& data) {
  return static_cast<std::int64_t>(data.records ? data.records->size() : 0);
}

/// One partition of the request. Who names a partition twice means the second time, but hears of a
/// fault in either (KafkaApis.handleProduceRequest puts them in maps).
struct WantedAppend {
  const std::string* topic = nullptr;
  const PartitionProduceData* data = nullptr;  ///< Null if no mention of it is without fault.
  std::int32_t index = 0;
  ErrorCode error = ErrorCode::none;
};

/// In the order of the request.
std::vector<WantedAppend> wanted_appends(const RequestContext& context,
                                         const ProduceRequest& request) {
  std::vector<WantedAppend> wanted;
  std::map<std::pair<std::string_view, std::int32_t>, std::size_t> places;
  for (const TopicProduceData& topic : request.topic_data) {
    for (const PartitionProduceData& data : topic.partition_data) {
      const auto [place, is_first] = places.try_emplace({topic.name, data.index}, wanted.size());
      if (is_first) wanted.push_back({.topic = &topic.name, .index = data.index});
      WantedAppend& append = wanted[place->second];
      const ErrorCode error = check_request(context, topic.name, data);
      if (error == ErrorCode::none) append.data = &data;
      if (error != ErrorCode::none) append.error = error;
    }
  }
  return wanted;
}

/// Source: Partition.appendRecordsToLeader.
ErrorCode check_leader(const RequestContext& context, const WantedAppend& wanted,
                       std::int16_t acks) {
  const Topic* topic = context.state.catalog.find(*wanted.topic);
  const Partition* partition = topic->partition(wanted.index);
  const ErrorCode error = partition->check_served_by({.node_id = context.node_id()});
  if (error != ErrorCode::none) return error;
  constexpr std::int16_t all = -1;
  const std::int32_t needed = topic->settings.min_insync_replicas;
  return acks != all || partition->has_enough_in_sync(needed) ? ErrorCode::none
                                                              : ErrorCode::not_enough_replicas;
}

/// Spares the client a Metadata request (KIP-951).
void name_leader(const RequestContext& context, const std::string& topic,
                 PartitionProduceResponse& answer, ProduceResponse& response) {
  if (context.version() < 10 || answer.error_code != ErrorCode::not_leader_or_follower) return;
  const Partition* partition = context.state.catalog.find(topic, answer.index);
  if (partition == nullptr) return;
  answer.current_leader = {.leader_id = partition->leader, .leader_epoch = partition->leader_epoch};
  put_endpoint(context.state, partition->leader, context.entrance(), response.node_endpoints);
}

/// In Kafka's order: existence, what the version demands of the records, the transaction, acks,
/// the topic, the records (KafkaApis.handleProduceRequest, ReplicaManager.appendRecords).
PartitionProduceResponse produce_one(RequestContext& context, const ProduceRequest& request,
                                     const WantedAppend& wanted) {
  PartitionProduceResponse answer = refused(wanted.index, wanted.error);
  if (wanted.data == nullptr) return answer;
  ProduceVerdict verdict =
      verify_transactional(context, request, {*wanted.topic, wanted.index}, *wanted.data);
  if (verdict.error != ErrorCode::none) {
    answer = refused(wanted.index, verdict.error);
    answer.error_message = std::move(verdict.message);
    return answer;
  }
  // An administrator's client may write to internal topics (AdminUtils.ADMIN_CLIENT_ID).
  const bool may_write =
      !is_internal_topic(*wanted.topic) || context.origin.client_id == "__admin_client";
  if (!is_valid(request.acks)) {
    answer = refused(wanted.index, ErrorCode::invalid_required_acks);
  } else if (!may_write) {
    answer = refused(wanted.index, ErrorCode::invalid_topic_exception);
  } else if (const ErrorCode error = check_leader(context, wanted, request.acks);
             error != ErrorCode::none) {
    answer = refused(wanted.index, error);
  } else if (!has_room(context.state, size_of(*wanted.data), context.now)) {
    answer = refused(wanted.index, ErrorCode::kafka_storage_error);
  } else {
    answer = append(context, *wanted.topic, *wanted.data, verdict.is_verified);
  }
  return wanted.error == ErrorCode::none ? answer : refused(wanted.index, wanted.error);
}

/// The partitions of a topic stand together, however often it is named (ProduceResponse.toData).
void put(ProduceResponse& response, std::map<std::string_view, std::size_t>& places,
         const std::string& topic, PartitionProduceResponse answer) {
  const auto [place, is_first] = places.try_emplace(topic, response.responses.size());
  if (is_first) response.responses.push_back({.name = topic});
  response.responses[place->second].partition_responses.push_back(std::move(answer));
}

bool has_error(const ProduceResponse& response) {
  return std::any_of(
      response.responses.begin(), response.responses.end(), [](const TopicProduceResponse& topic) {
        return std::any_of(topic.partition_responses.begin(), topic.partition_responses.end(),
                           [](const auto& p) { return p.error_code != ErrorCode::none; });
      });
}

}  // namespace

std::optional<ProduceResponse> produce(RequestContext& context, const ProduceRequest& request) {
  const ErrorCode error = check_transactional(context, request);
  ProduceResponse response;
  std::map<std::string_view, std::size_t> places;
  for (const WantedAppend& wanted : wanted_appends(context, request)) {
    PartitionProduceResponse answer = error == ErrorCode::none
                                          ? produce_one(context, request, wanted)
                                          : refused(wanted.index, error);
    name_leader(context, *wanted.topic, answer, response);
    if (request.transactional_id) {
      tell_if_fenced(context, *request.transactional_id, answer.error_code,
                     TransactionPartition{*wanted.topic, wanted.index});
    }
    put(response, places, *wanted.topic, std::move(answer));
  }
  if (request.acks != 0) return response;
  // Nobody reads an answer, so an error is told by closing (KafkaApis.handleProduceRequest).
  if (has_error(response)) context.refuse("a Produce request with acks=0 that failed");
  return std::nullopt;
}

}  // namespace cohort::broker
