// What clients are told of several brokers and their listeners.
#include "cluster_world.hpp"

namespace cohort::broker {
namespace {

class Listeners : public ClusterWorld {
 protected:
  MetadataResponse metadata(std::int32_t id, std::int16_t version = 12) {
    MetadataRequest request;
    request.topics.emplace();
    request.topics->push_back({.name = "t"});
    return ask<MetadataResponse>(id, request, version);
  }

  void advertise(std::vector<Listener> listeners) {
    world.turn("broker", [&] { broker().advertise(std::move(listeners)); });
  }
};

TEST_F(Listeners, EveryBrokerNamesThemAllWithTheirRacks) {
  const std::vector<MetadataResponseBroker> all{
      {.node_id = 1, .host = "broker", .port = 9092, .rack = "a"},
      {.node_id = 2, .host = "broker", .port = 9093, .rack = "b"},
      {.node_id = 3, .host = "broker", .port = 9094, .rack = "c"}};
  for (std::int32_t id = 1; id <= 3; ++id) EXPECT_EQ(metadata(id).brokers, all);
}

TEST_F(Listeners, DescribeClusterNamesThemAndTheController) {
  stop(1);
  const auto response = ask<DescribeClusterResponse>(2, DescribeClusterRequest{}, 0);
  EXPECT_EQ(response.controller_id, 2);
  EXPECT_EQ(response.brokers, (std::vector<DescribeClusterBroker>{
                                  {.broker_id = 2, .host = "broker", .port = 9093, .rack = "b"},
                                  {.broker_id = 3, .host = "broker", .port = 9094, .rack = "c"}}));
}

TEST_F(Listeners, PartitionsAreSpreadWithTheirReplicas) {
  const auto topic = metadata(1).topics.at(0);
  EXPECT_EQ(topic.partitions.at(0).replica_nodes, (std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_EQ(topic.partitions.at(1).leader_id, 2);
  EXPECT_EQ(topic.partitions.at(1).isr_nodes, (std::vector<std::int32_t>{2, 3, 1}));
}

TEST_F(Listeners, AnAdvertisedHostOfNothingIsTheAddressThatTheClientConnectedTo) {
  advertise({{.node_id = 1, .advertised = {"", 1}},
             {.node_id = 2, .advertised = {"named", 2}},
             {.node_id = 3, .advertised = {"", 3}}});
  const auto brokers = metadata(1).brokers;
  EXPECT_EQ(brokers.at(0).host, "broker");
  EXPECT_EQ(brokers.at(1).host, "named");
  EXPECT_EQ(brokers.at(2).port, 3);
}

TEST_F(Listeners, AClientHearsOfTheListenersWithTheNameOfItsOwn) {
  advertise({{.node_id = 1, .name = "INTERNAL", .advertised = {"inner", 1}},
             {.node_id = 2, .name = "EXTERNAL", .advertised = {"outer", 2}},
             {.node_id = 2, .name = "INTERNAL", .advertised = {"inner", 2}}});
  const auto inside = metadata(1);
  const auto outside = metadata(2);
  EXPECT_EQ(inside.brokers.size(), 2);
  EXPECT_EQ(outside.brokers, (std::vector<MetadataResponseBroker>{
                                 {.node_id = 2, .host = "outer", .port = 2, .rack = "b"}}));
  // Partition 0 is led by a broker that has no such listener.
  EXPECT_EQ(outside.topics.at(0).partitions.at(0),
            (MetadataResponsePartition{.error_code = ErrorCode::listener_not_found,
                                       .partition_index = 0,
                                       .leader_id = -1,
                                       .leader_epoch = 0,
                                       .replica_nodes = {1, 2, 3},
                                       .isr_nodes = {1, 2, 3},
                                       .offline_replicas = {1, 3}}));
  EXPECT_EQ(metadata(2, 5).topics.at(0).partitions.at(0).error_code,
            ErrorCode::leader_not_available);
}

TEST_F(Listeners, AnotherBrokerThanTheLeaderNamesIt) {
  ProduceRequest request{.acks = 1};
  BatchBuilder batch(BatchOptions{});
  batch.add(Record{.timestamp = 1000, .value = Buffer::copy_of("v")});
  request.topic_data = {
      {.name = "t", .partition_data = {{.index = 1, .records = Buffers(batch.build().bytes())}}}};

  const auto response = ask<ProduceResponse>(1, request, 10);

  const auto& answer = response.responses.at(0).partition_responses.at(0);
  EXPECT_EQ(answer.error_code, ErrorCode::not_leader_or_follower);
  EXPECT_EQ(answer.current_leader.leader_id, 2);
  EXPECT_EQ(response.node_endpoints,
            (std::vector<ProduceNodeEndpoint>{
                {.node_id = 2, .host = "broker", .port = 9093, .rack = "b"}}));
}

TEST_F(Listeners, ABrokerTellsOfItsOwnSettingsAlone) {
  const auto described = [&](std::int32_t asked, const std::string& name) {
    DescribeConfigsRequest request;
    request.resources = {
        {.resource_type = 4,
         .resource_name = name,
         .configuration_keys = std::vector<std::string>{"node.id", "broker.rack"}}};
    return ask<DescribeConfigsResponse>(asked, request, 1).results.at(0);
  };
  EXPECT_EQ(described(1, "2").error_code, ErrorCode::invalid_request);
  const auto own = described(2, "2");
  ASSERT_EQ(own.configs.size(), 2);
  EXPECT_EQ(own.configs.at(0).value, "b");
  EXPECT_EQ(own.configs.at(1).value, "2");
}

TEST_F(Listeners, WhatIsSetForOneBrokerIsThatBrokersAlone) {
  IncrementalAlterConfigsRequest request;
  request.resources = {{.resource_type = 4, .resource_name = "2"}};
  request.resources.front().configs = {
      {.name = "log.cleaner.threads", .config_operation = 0, .value = "2"}};
  EXPECT_EQ(ask<IncrementalAlterConfigsResponse>(1, request, 1).responses.at(0).error_code,
            ErrorCode::invalid_request);
  EXPECT_EQ(ask<IncrementalAlterConfigsResponse>(2, request, 1).responses.at(0).error_code,
            ErrorCode::none);
  const auto threads = [&](std::int32_t id) {
    DescribeConfigsRequest wanted;
    wanted.resources = {{.resource_type = 4,
                         .resource_name = std::to_string(id),
                         .configuration_keys = std::vector<std::string>{"log.cleaner.threads"}}};
    return ask<DescribeConfigsResponse>(id, wanted, 1).results.at(0).configs.at(0).value;
  };
  EXPECT_EQ(threads(1), "1");
  EXPECT_EQ(threads(2), "2");
}

}  // namespace
}  // namespace cohort::broker
