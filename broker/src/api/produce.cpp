// Produce v0-v11.
// v0-v2 bring message sets, converted on arrival; v1 throttle time; v2 log append time; v3 record
// batches and transactional id (KIP-98); v5 log start offset; v7 zstd (KIP-110); v8 record errors
// (KIP-467); v9 flexible; v10 leader and node endpoints (KIP-951); v11 TRANSACTION_ABORTABLE
// (KIP-890). Not here: authorisation.
#include "api/handlers.hpp"
#include "api/produce_verification.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/produce.hpp>

#include <algorithm>

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

PartitionProduceResponse append(RequestContext& context, const std::string& topic_name,
                                const PartitionProduceData& data, bool is_verified) {
  BrokerState& state = context.state;
  AppendResult result =
      state.catalog.append(topic_name, data.index,
                           {.records = data.records ? data.records->joined() : Buffer{},
                            .produce_version = context.version(),
                            .now = context.now,
                            .is_verified = is_verified});
  if (result.appended_bytes > 0) {
    const PartitionKey key{state.catalog.find(topic_name)->id, data.index};
    const std::vector<ReplyId> woken = state.fetch_waits.appended(key, result.appended_bytes);
    state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  }
  return answered(data.index, std::move(result));
}

/// In Kafka's order: existence, then the transaction, then acks, then the topic, then the records
/// (KafkaApis.handleProduceRequest, ReplicaManager.appendRecords).
PartitionProduceResponse produce_one(RequestContext& context, const ProduceRequest& request,
                                     const std::string& topic_name,
                                     const PartitionProduceData& data) {
  if (context.state.catalog.find(topic_name, data.index) == nullptr) {
    return refused(data.index, ErrorCode::unknown_topic_or_partition);
  }
  ProduceVerdict verdict = verify_transactional(context, request, {topic_name, data.index}, data);
  if (verdict.error != ErrorCode::none) {
    PartitionProduceResponse response = refused(data.index, verdict.error);
    response.error_message = std::move(verdict.message);
    return response;
  }
  if (!is_valid(request.acks)) return refused(data.index, ErrorCode::invalid_required_acks);
  if (is_internal_topic(topic_name)) return refused(data.index, ErrorCode::invalid_topic_exception);
  return append(context, topic_name, data, verdict.is_verified);
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
  for (const TopicProduceData& topic : request.topic_data) {
    TopicProduceResponse& answer = response.responses.emplace_back();
    answer.name = topic.name;
    for (const PartitionProduceData& data : topic.partition_data) {
      answer.partition_responses.push_back(error == ErrorCode::none
                                               ? produce_one(context, request, topic.name, data)
                                               : refused(data.index, error));
    }
  }
  if (request.acks != 0) return response;
  // Nobody reads an answer, so an error is told by closing (KafkaApis.handleProduceRequest).
  if (has_error(response)) context.refuse("a Produce request with acks=0 that failed");
  return std::nullopt;
}

}  // namespace cohort::broker
