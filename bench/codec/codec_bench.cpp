// Encoding and decoding of every message that a client sends or gets often.
#include "allocations.hpp"
#include "messages.hpp"
#include <cohort/protocol/codec.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace {

using namespace cohort;

template <class Message>
void add(const std::string& name, const Message& message, int version) {
  const Buffer body = encode(message, version).joined();
  if (!decode<Message>(body, version)) throw std::logic_error(name + " can't be read");
  const bench::Work work{.bytes = static_cast<std::int64_t>(body.size())};
  const std::string full = name + "/v" + std::to_string(version);
  benchmark::RegisterBenchmark(
      (full + "/encode").c_str(), [message, version, work](benchmark::State& state) {
        bench::measure(state, work, [&] { benchmark::DoNotOptimize(encode(message, version)); });
      });
  benchmark::RegisterBenchmark((full + "/decode").c_str(), [body, version,
                                                            work](benchmark::State& state) {
    bench::measure(state, work, [&] { benchmark::DoNotOptimize(decode<Message>(body, version)); });
  });
}

template <class Request, class Response>
void add(const std::string& name, std::initializer_list<int> versions, const Request& request,
         const Response& response) {
  for (const int version : versions) add(name + "/request", request, version);
  for (const int version : versions) add(name + "/response", response, version);
}

/// First what librdkafka 2.0.2 asks for, then what its newest does where that is another, then the
/// newest version, as Java clients of 3.9 do.
bool add_all() {
  using namespace bench;
  add("Produce", {7, 10, 11}, produce_request(), produce_response());
  add("Fetch", {11, 16, 17}, fetch_request(), fetch_response());
  add("ListOffsets", {2, 7, 9}, list_offsets_request(), list_offsets_response());
  add("Metadata", {4, 12}, metadata_request(), metadata_response());
  add("ApiVersions", {3, 4}, api_versions_request(), api_versions_response());
  add("FindCoordinator", {2, 6}, find_coordinator_request(), find_coordinator_response());
  add("JoinGroup", {5, 9}, join_group_request(), join_group_response());
  add("SyncGroup", {3, 5}, sync_group_request(), sync_group_response());
  add("Heartbeat", {3, 4}, heartbeat_request(), heartbeat_response());
  add("LeaveGroup", {1, 5}, leave_group_request(), leave_group_response());
  add("OffsetCommit", {7, 9}, offset_commit_request(), offset_commit_response());
  add("OffsetFetch", {7, 9}, offset_fetch_request(), offset_fetch_response());
  return true;
}

const bool is_filled = add_all();

}  // namespace
