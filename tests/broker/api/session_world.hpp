// SessionWorld: a broker with a topic of three partitions, and fetchers that keep sessions.
#pragma once

#include "api_world.hpp"
#include "fetch/node_sessions.hpp"
#include "fetch_samples.hpp"
#include "topics.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

/// The next fetch of a session.
inline FetchRequest session_fetch(std::int32_t id, std::int32_t epoch,
                                  std::vector<FetchTopic> topics = {}) {
  FetchRequest request;
  request.session_id = id;
  request.session_epoch = epoch;
  request.topics = std::move(topics);
  return request;
}

inline FetchForgottenTopic forgotten(const std::string& topic,
                                     std::vector<std::int32_t> partitions) {
  FetchForgottenTopic gone;
  gone.topic = topic;
  gone.partitions = std::move(partitions);
  return gone;
}

class SessionWorld : public ::testing::Test {
 protected:
  SessionWorld() { api.create_topic("t", 3); }

  std::optional<FetchResponse> fetch(const FetchRequest& request, std::int16_t version = 12) {
    return reader.ask<FetchResponse>(request, version);
  }

  /// Its id; the answer is not looked at.
  std::int32_t open(std::vector<FetchTopic> topics, std::int16_t version = 12) {
    const auto response = fetch(session_fetch(0, 0, std::move(topics)), version);
    EXPECT_NE(response->session_id, 0);
    return response->session_id;
  }

  void produce(const std::string& topic, std::int32_t partition, const Buffer& batch) {
    ProduceRequest request{.acks = -1};
    request.topic_data = {{.name = topic, .partition_data = {produced(partition, batch)}}};
    ASSERT_TRUE(client.ask<ProduceResponse>(request, 9).has_value());
  }

  void delete_before(std::int32_t partition, std::int64_t offset) {
    DeleteRecordsRequest request{.timeout_ms = 1000};
    request.topics = {
        {.name = "t", .partitions = {{.partition_index = partition, .offset = offset}}}};
    ASSERT_TRUE(client.ask<DeleteRecordsResponse>(request, 2).has_value());
  }

  void delete_topic(const std::string& name) {
    DeleteTopicsRequest deletion{.timeout_ms = 1000};
    deletion.topic_names = {name};
    ASSERT_TRUE(client.ask<DeleteTopicsResponse>(deletion, 5).has_value());
  }

  void move_leader(std::int32_t partition, std::int32_t leader) {
    api.world.turn("broker", [&] {
      cohort::broker::move_leader(api.broker().state(), "t", partition, leader, api.world.now());
      api.broker().advance(api.world.now());
    });
  }

  /// In a session, with nothing else to tell.
  static FetchResponse nothing_new(std::int32_t id) {
    FetchResponse response;
    response.session_id = id;
    return response;
  }

  static FetchResponse news(std::int32_t id, std::vector<FetchableTopicResponse> topics) {
    FetchResponse response = nothing_new(id);
    response.responses = std::move(topics);
    return response;
  }

  static FetchResponse session_error(ErrorCode error) { return {.error_code = error}; }

  ApiWorld api;
  testing::WireClient client{api.world, "client"};
  testing::WireClient reader{api.world, "reader"};
};

}  // namespace cohort::broker
