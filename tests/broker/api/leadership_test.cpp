// ElectLeaders and the reassignments of partitions.
#include "api_world.hpp"
#include "topics.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;
using Ids = std::vector<std::int32_t>;

Config three_brokers() {
  Config config;
  config.brokers = 3;
  return config;
}

/// Topic t has partition 0 on the brokers 2, 1 and partition 1 on 1, 2; u is on 1.
class Leadership : public ::testing::Test {
 protected:
  Leadership() {
    CreateTopicsRequest creation{.timeout_ms = 1000};
    auto& topic = creation.topics.emplace_back();
    topic.name = "t";
    topic.num_partitions = -1;
    topic.replication_factor = -1;
    topic.assignments = {{.partition_index = 0, .broker_ids = {2, 1}},
                         {.partition_index = 1, .broker_ids = {1, 2}}};
    creation.topics.push_back({.name = "u", .num_partitions = 1, .replication_factor = 1});
    EXPECT_EQ(client.ask<CreateTopicsResponse>(creation, 5)->topics.at(0).error_code,
              ErrorCode::none);
  }

  const Partition& partition(std::int32_t index = 0) {
    return *api.broker().state().catalog.find("t", index);
  }

  void lead(std::int32_t leader) {
    api.world.turn("broker",
                   [&] { move_leader(api.broker().state(), "t", 0, leader, api.world.now()); });
  }

  ElectLeadersResponse elect(const ElectLeadersRequest& request, std::int16_t version = 2) {
    return *client.ask<ElectLeadersResponse>(request, version);
  }

  /// The error of the one partition that is reassigned.
  ReassignablePartitionResponse reassign(std::int32_t index, std::optional<Ids> replicas,
                                         const std::string& topic = "t") {
    AlterPartitionReassignmentsRequest request;
    auto& wanted = request.topics.emplace_back();
    wanted.name = topic;
    wanted.partitions = {{.partition_index = index, .replicas = std::move(replicas)}};
    return client.ask<AlterPartitionReassignmentsResponse>(request, 0)
        ->responses.at(0)
        .partitions.at(0);
  }

  ApiWorld api{three_brokers()};
  WireClient client{api.world, "client"};
};

ElectLeadersRequest election_of(const Ids& partitions, std::int8_t type = 0) {
  ElectLeadersRequest request{.election_type = type};
  request.topic_partitions->push_back({.topic = "t", .partitions = partitions});
  return request;
}

ElectLeadersPartitionResult result_of(std::int32_t index, ErrorCode error,
                                      std::optional<std::string> message = std::nullopt) {
  return {.partition_id = index, .error_code = error, .error_message = std::move(message)};
}

ElectLeadersResponse results(std::vector<ElectLeadersPartitionResult> partitions,
                             ErrorCode error = ErrorCode::none) {
  ElectLeadersResponse response{.error_code = error};
  response.replica_election_results = {{.topic = "t", .partition_result = std::move(partitions)}};
  return response;
}

TEST_F(Leadership, AnElectionBringsThePreferredLeaderBackInTheNextEpoch) {
  lead(1);
  ASSERT_EQ(partition().leader_epoch, 1);

  const ElectLeadersResponse response = elect(election_of({0, 1, 7}));

  EXPECT_EQ(
      response,
      results({result_of(0, ErrorCode::none),
               result_of(1, ErrorCode::election_not_needed, "The partition needs no election."),
               result_of(7, ErrorCode::unknown_topic_or_partition, "There is no partition t-7")}));
  EXPECT_EQ(partition().leader, 2);
  EXPECT_EQ(partition().leader_epoch, 2);
}

TEST_F(Leadership, AnUncleanElectionIsForPartitionsThatNobodyLeads) {
  lead(1);
  EXPECT_EQ(elect(election_of({0}, 1)).replica_election_results.at(0).partition_result.at(0),
            result_of(0, ErrorCode::election_not_needed, "The partition needs no election."));
  lead(-1);
  EXPECT_EQ(elect(election_of({0}, 1)), results({result_of(0, ErrorCode::none)}));
  EXPECT_EQ(partition().leader, 2);
}

TEST_F(Leadership, AnElectionEverywhereNamesEveryTopicAndWhatItChanged) {
  lead(1);
  ElectLeadersResponse expected;
  expected.replica_election_results = {
      {.topic = "t", .partition_result = {result_of(0, ErrorCode::none)}}, {.topic = "u"}};

  EXPECT_EQ(elect({.topic_partitions = std::nullopt}), expected);
}

TEST_F(Leadership, AnElectionOfNothingIsAnsweredWithNothing) {
  EXPECT_EQ(elect({.election_type = 9, .timeout_ms = 0}), ElectLeadersResponse{});
}

TEST_F(Leadership, AnElectionThatCannotBeHeldTellsEveryPartitionAndFromVersion1OnTheWhole) {
  ElectLeadersRequest request = election_of({0, 1}, 2);
  const std::string unknown = "Unknown election type 2";
  EXPECT_EQ(elect(request), results({result_of(0, ErrorCode::invalid_request, unknown),
                                     result_of(1, ErrorCode::invalid_request, unknown)},
                                    ErrorCode::invalid_request));
  request = election_of({0});
  request.timeout_ms = 0;
  EXPECT_EQ(elect(request, 1),
            results({result_of(0, ErrorCode::request_timed_out)}, ErrorCode::request_timed_out));
  EXPECT_EQ(elect(request, 0), results({result_of(0, ErrorCode::request_timed_out)}));
}

TEST_F(Leadership, APartitionMovesToOtherReplicasAtOnce) {
  EXPECT_EQ(reassign(0, Ids{3, 1}), (ReassignablePartitionResponse{.error_message = std::nullopt}));
  EXPECT_EQ(partition().replicas, (Ids{3, 1}));
  EXPECT_EQ(partition().isr, (Ids{1, 3}));
  // Its leader went, and the first of those that are left follows.
  EXPECT_EQ(partition().leader, 3);
  EXPECT_EQ(partition().leader_epoch, 1);
  EXPECT_EQ(client.ask<ListPartitionReassignmentsResponse>(ListPartitionReassignmentsRequest{}, 0),
            (ListPartitionReassignmentsResponse{.error_message = std::nullopt}));
}

TEST_F(Leadership, TheLeaderStaysWhileItIsAReplica) {
  EXPECT_EQ(reassign(0, Ids{1, 2}).error_code, ErrorCode::none);
  EXPECT_EQ(partition().leader, 2);
  EXPECT_EQ(partition().leader_epoch, 0);
  EXPECT_EQ(reassign(0, Ids{1, 2, 3}).error_code, ErrorCode::none);
  EXPECT_EQ(partition().leader_epoch, 0);
  // When a replica goes, those that are left begin an epoch without it.
  EXPECT_EQ(reassign(0, Ids{1, 2}).error_code, ErrorCode::none);
  EXPECT_EQ(partition().leader, 2);
  EXPECT_EQ(partition().leader_epoch, 1);
}

TEST_F(Leadership, ToHaveTheSameReplicasChangesNothing) {
  EXPECT_EQ(reassign(1, Ids{1, 2}).error_code, ErrorCode::none);
  EXPECT_EQ(partition(1).leader_epoch, 0);
}

TEST_F(Leadership, ReplicasThatCannotBeAreRefused) {
  EXPECT_EQ(reassign(0, Ids{4}).error_code, ErrorCode::invalid_replica_assignment);
  EXPECT_EQ(reassign(0, Ids{1, 1}).error_code, ErrorCode::invalid_replica_assignment);
  EXPECT_EQ(reassign(0, Ids{}).error_code, ErrorCode::invalid_replica_assignment);
  EXPECT_EQ(reassign(9, Ids{1}).error_code, ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(reassign(0, Ids{1}, "no").error_code, ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(reassign(0, std::nullopt),
            (ReassignablePartitionResponse{.error_code = ErrorCode::no_reassignment_in_progress,
                                           .error_message = std::nullopt}));
  EXPECT_EQ(partition().replicas, (Ids{2, 1}));
}

TEST_F(Leadership, AReassignmentOfNothingHasAnEmptyMessageAndOneWithoutTimeTimesOut) {
  const auto ask = [&](const AlterPartitionReassignmentsRequest& request) {
    return client.ask<AlterPartitionReassignmentsResponse>(request, 0);
  };
  EXPECT_EQ(ask({.timeout_ms = 0}), (AlterPartitionReassignmentsResponse{.error_message = ""}));
  AlterPartitionReassignmentsRequest request{.timeout_ms = 0};
  request.topics = {{.name = "t", .partitions = {{.partition_index = 0, .replicas = Ids{1}}}}};
  AlterPartitionReassignmentsResponse expected{.error_code = ErrorCode::request_timed_out,
                                               .error_message = std::nullopt};
  expected.responses = {{.name = "t",
                         .partitions = {{.error_code = ErrorCode::request_timed_out,
                                         .error_message = std::nullopt}}}};
  EXPECT_EQ(ask(request), expected);
}

TEST_F(Leadership, AReassignmentThatIsOpenIsListedAndCanBeCancelled) {
  api.world.turn("broker", [&] {
    api.broker().state().catalog.set_replicas(
        "t", 0, {.replicas = {3, 1, 2}, .isr = {2, 1}, .adding = {3}, .removing = {2}});
  });
  ListPartitionReassignmentsRequest request;
  request.topics.emplace();
  request.topics->push_back({.name = "t", .partition_indexes = {1, 0}});
  request.topics->push_back({.name = "u", .partition_indexes = {0}});
  request.topics->push_back({.name = "no", .partition_indexes = {0}});
  ListPartitionReassignmentsResponse expected{.error_message = std::nullopt};
  expected.topics = {{.name = "t",
                      .partitions = {{.partition_index = 0,
                                      .replicas = {3, 1, 2},
                                      .adding_replicas = {3},
                                      .removing_replicas = {2}}}}};
  EXPECT_EQ(client.ask<ListPartitionReassignmentsResponse>(request, 0), expected);

  EXPECT_EQ(reassign(0, std::nullopt).error_code, ErrorCode::none);

  EXPECT_EQ(partition().replicas, (Ids{1, 2}));
  EXPECT_EQ(partition().leader, 2);
  EXPECT_TRUE(partition().adding.empty() && partition().removing.empty());
}

}  // namespace
}  // namespace cohort::broker
