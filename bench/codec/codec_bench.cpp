// Encoding and decoding of what a broker sees most, and of what has most fields.
#include "samples.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace cohort;

/// 10 topics with 64 partitions each.
MetadataResponse metadata_response() {
  MetadataResponse response{.cluster_id = "AAAAAAAAAAAAAAAAAAAAAA", .controller_id = 1};
  response.brokers.push_back({.node_id = 1, .host = "127.0.0.1", .port = 9092});
  for (int topic = 0; topic < 10; ++topic) {
    MetadataResponseTopic& made = response.topics.emplace_back();
    made.name = "a-topic-with-a-name-" + std::to_string(topic);
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

/// 4 partitions with 16 kB of records each.
FetchResponse fetch_response() {
  FetchResponse response;
  FetchableTopicResponse& topic = response.responses.emplace_back();
  topic.topic = "a-topic-with-a-name";
  for (std::int32_t partition = 0; partition < 4; ++partition) {
    topic.partitions.push_back({.partition_index = partition,
                                .high_watermark = 160,
                                .last_stable_offset = 160,
                                .log_start_offset = 0,
                                .aborted_transactions = std::nullopt,
                                .records = Buffers(bench::batch_of(160, 100))});
  }
  return response;
}

FetchRequest fetch_request() {
  FetchRequest request{.max_wait_ms = 500, .min_bytes = 1, .max_bytes = 52'428'800};
  FetchTopic& topic = request.topics.emplace_back();
  topic.topic = "a-topic-with-a-name";
  for (std::int32_t partition = 0; partition < 4; ++partition) {
    topic.partitions.push_back(
        {.partition = partition, .fetch_offset = 1'000'000, .partition_max_bytes = 1'048'576});
  }
  return request;
}

JoinGroupRequest join_group_request() {
  JoinGroupRequest request{.group_id = "orders", .session_timeout_ms = 45'000};
  request.member_id = "consumer-orders-1-a3f2c1d4-0000-4000-8000-000000000001";
  request.protocol_type = "consumer";
  const Buffer metadata = Buffer::copy_of(std::string(60, 'm'));
  request.protocols = {{"range", metadata}, {"cooperative-sticky", metadata}};
  return request;
}

/// What the leader of 100 members gets.
JoinGroupResponse join_group_response() {
  JoinGroupResponse response{.generation_id = 7, .protocol_type = "consumer"};
  response.protocol_name = "range";
  for (int member = 0; member < 100; ++member) {
    response.members.push_back(
        {.member_id = "consumer-orders-1-a3f2c1d4-0000-4000-8000-" + std::to_string(member),
         .metadata = Buffer::copy_of(std::string(60, 'm'))});
  }
  return response;
}

template <class Message>
void encoding(benchmark::State& state, Message (*sample)(), int version) {
  const Message message = sample();
  for (auto _ : state) benchmark::DoNotOptimize(encode(message, version));
}

template <class Message>
void decoding(benchmark::State& state, Message (*sample)(), int version) {
  const Buffer body = encode(sample(), version).joined();
  for (auto _ : state) benchmark::DoNotOptimize(decode<Message>(body, version));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * body.size()));
}

BENCHMARK_CAPTURE(encoding, metadata_response_v9, &metadata_response, 9);
BENCHMARK_CAPTURE(decoding, metadata_response_v9, &metadata_response, 9);
BENCHMARK_CAPTURE(encoding, metadata_response_v1, &metadata_response, 1);
BENCHMARK_CAPTURE(encoding, fetch_response_v11, &fetch_response, 11);
BENCHMARK_CAPTURE(decoding, fetch_response_v11, &fetch_response, 11);
BENCHMARK_CAPTURE(decoding, fetch_request_v11, &fetch_request, 11);
BENCHMARK_CAPTURE(decoding, join_group_request_v9, &join_group_request, 9);
BENCHMARK_CAPTURE(encoding, join_group_response_v9, &join_group_response, 9);

}  // namespace
