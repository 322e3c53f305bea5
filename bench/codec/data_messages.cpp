#include "messages.hpp"
#include "samples.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

using namespace cohort;

namespace {

constexpr std::int32_t partitions = 4;
const char* const topic_name = "a-topic-with-a-name";
constexpr Uuid topic_id{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

std::string numbered_topic(int number) { return "a-topic-with-a-name-" + std::to_string(number); }

}  // namespace

ProduceRequest produce_request() {
  ProduceRequest request{.acks = -1, .timeout_ms = 30'000};
  TopicProduceData& topic = request.topic_data.emplace_back();
  topic.name = topic_name;
  topic.partition_data.push_back({.index = 0, .records = batch_of(100, 100)});
  return request;
}

ProduceResponse produce_response() {
  ProduceResponse response;
  TopicProduceResponse& topic = response.responses.emplace_back();
  topic.name = topic_name;
  topic.partition_responses.push_back(
      {.index = 0, .base_offset = 1'000'000, .log_start_offset = 0});
  return response;
}

FetchRequest fetch_request() {
  FetchRequest request{.max_wait_ms = 500, .min_bytes = 1, .max_bytes = 52'428'800};
  FetchTopic& topic = request.topics.emplace_back();
  topic.topic = topic_name;
  topic.topic_id = topic_id;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back(
        {.partition = partition, .fetch_offset = 1'000'000, .partition_max_bytes = 1'048'576});
  }
  return request;
}

FetchResponse fetch_response() {
  FetchResponse response;
  FetchableTopicResponse& topic = response.responses.emplace_back();
  topic.topic = topic_name;
  topic.topic_id = topic_id;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back({.partition_index = partition,
                                .high_watermark = 160,
                                .last_stable_offset = 160,
                                .log_start_offset = 0,
                                .aborted_transactions = std::nullopt,
                                .records = Buffers(batch_of(160, 100))});
  }
  return response;
}

ListOffsetsRequest list_offsets_request() {
  ListOffsetsRequest request{.replica_id = -1};
  ListOffsetsTopic& topic = request.topics.emplace_back();
  topic.name = topic_name;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back({.partition_index = partition, .timestamp = -1});
  }
  return request;
}

ListOffsetsResponse list_offsets_response() {
  ListOffsetsResponse response;
  ListOffsetsTopicResponse& topic = response.topics.emplace_back();
  topic.name = topic_name;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    topic.partitions.push_back(
        {.partition_index = partition, .offset = 1'000'000, .leader_epoch = 0});
  }
  return response;
}

MetadataRequest metadata_request() {
  MetadataRequest request;
  for (int topic = 0; topic < 10; ++topic) {
    request.topics->push_back({.name = numbered_topic(topic)});
  }
  return request;
}

MetadataResponse metadata_response() {
  MetadataResponse response{.cluster_id = "AAAAAAAAAAAAAAAAAAAAAA", .controller_id = 1};
  response.brokers.push_back({.node_id = 1, .host = "127.0.0.1", .port = 9092});
  for (int topic = 0; topic < 10; ++topic) {
    MetadataResponseTopic& made = response.topics.emplace_back();
    made.name = numbered_topic(topic);
    made.topic_id = topic_id;
    for (std::int32_t partition = 0; partition < 64; ++partition) {
      made.partitions.push_back({.partition_index = partition,
                                 .leader_id = 1,
                                 .leader_epoch = 0,
                                 .replica_nodes = {1},
                                 .isr_nodes = {1}});
    }
  }
  return response;
}

ApiVersionsRequest api_versions_request() {
  return {.client_software_name = "librdkafka", .client_software_version = "2.0.2"};
}

ApiVersionsResponse api_versions_response() {
  ApiVersionsResponse response;
  for (std::int16_t key = 0; key < 60; ++key) {
    response.api_keys.push_back({.api_key = ApiKey{key}, .min_version = 0, .max_version = 9});
  }
  return response;
}

}  // namespace bench
