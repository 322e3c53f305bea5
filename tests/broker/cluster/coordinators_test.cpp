// Which broker coordinates what, and what the others answer.
#include "coordinators.hpp"

#include "cluster_world.hpp"

namespace cohort::broker {
namespace {

class Coordinators : public ClusterWorld {
 protected:
  Coordinators() {
    find("any", 0);
    find("any", 1);
  }

  FindCoordinatorCoordinator find(const std::string& key, std::int8_t type,
                                  std::int32_t asked = 1) {
    FindCoordinatorRequest request{.key_type = type};
    request.coordinator_keys = {key};
    return ask<FindCoordinatorResponse>(asked, request, 4).coordinators.at(0);
  }

  std::string group_of(std::int32_t broker, int skip = 0) {
    return id_of(broker, skip, coordinator_of_group);
  }
  std::string transaction_of(std::int32_t broker) {
    return id_of(broker, 0, coordinator_of_transactions);
  }

  JoinGroupResponse join(std::int32_t asked, const std::string& group,
                         std::int32_t session_ms = 10'000) {
    JoinGroupRequest request{.group_id = group,
                             .session_timeout_ms = session_ms,
                             .rebalance_timeout_ms = 10'000,
                             .protocol_type = "consumer"};
    request.protocols = {{.name = "range"}};
    return ask<JoinGroupResponse>(asked, request, 3);
  }

  ErrorCode commit(std::int32_t asked, const std::string& group) {
    OffsetCommitRequest request{.group_id = group};
    request.topics = {{.name = "t", .partitions = {{.partition_index = 0, .committed_offset = 5}}}};
    return ask<OffsetCommitResponse>(asked, request, 8).topics.at(0).partitions.at(0).error_code;
  }

  OffsetFetchResponse fetch_offsets(std::int32_t asked, const std::string& group,
                                    std::int16_t version) {
    OffsetFetchRequest request{.group_id = group};
    request.topics.emplace();
    request.topics->push_back({.name = "t", .partition_indexes = {0}});
    return ask<OffsetFetchResponse>(asked, request, version);
  }

  InitProducerIdResponse init(std::int32_t asked, const std::string& id,
                              std::int32_t timeout_ms = 1000) {
    return ask<InitProducerIdResponse>(
        asked, InitProducerIdRequest{.transactional_id = id, .transaction_timeout_ms = timeout_ms},
        4);
  }

 private:
  std::string id_of(std::int32_t broker, int skip,
                    std::int32_t (*coordinator)(const BrokerState&, std::string_view)) {
    for (int i = 0;; ++i) {
      std::string id = "id-" + std::to_string(i);
      if (coordinator(state(), id) == broker && skip-- == 0) return id;
    }
  }
};

TEST_F(Coordinators, TheirTopicHasThreeReplicas) {
  EXPECT_EQ(partition(0, "__consumer_offsets").replicas.size(), 3);
  EXPECT_EQ(partition(49, "__transaction_state").replicas.size(), 3);
}

TEST_F(Coordinators, EveryBrokerNamesTheLeaderOfTheGroupsPartition) {
  for (std::int32_t id = 1; id <= 3; ++id) {
    EXPECT_EQ(find(group_of(2), 0, id),
              (FindCoordinatorCoordinator{
                  .key = group_of(2), .node_id = 2, .host = "broker", .port = 9093}));
    EXPECT_EQ(find(transaction_of(3), 1, id).node_id, 3);
  }
}

TEST_F(Coordinators, WhoseLeaderIsDownIsNotThereAndOldClientsAreToldInWords) {
  const std::string group = group_of(2);
  stop(1);
  stop(3);
  stop(2);
  start(1);
  FindCoordinatorResponse expected{.error_code = ErrorCode::coordinator_not_available,
                                   .error_message = "The coordinator is not available.",
                                   .node_id = -1,
                                   .port = -1};
  EXPECT_EQ(ask<FindCoordinatorResponse>(1, FindCoordinatorRequest{.key = group}, 2), expected);
}

TEST_F(Coordinators, AnotherBrokerRefusesEverythingAboutTheGroup) {
  const std::string group = group_of(2);
  EXPECT_EQ(join(1, group),
            (JoinGroupResponse{.error_code = ErrorCode::not_coordinator, .protocol_name = ""}));
  EXPECT_EQ(ask<SyncGroupResponse>(1, SyncGroupRequest{.group_id = group}, 3).error_code,
            ErrorCode::not_coordinator);
  EXPECT_EQ(ask<HeartbeatResponse>(1, cohort::HeartbeatRequest{.group_id = group}, 3).error_code,
            ErrorCode::not_coordinator);
  EXPECT_EQ(ask<LeaveGroupResponse>(1, LeaveGroupRequest{.group_id = group}, 3),
            (LeaveGroupResponse{.error_code = ErrorCode::not_coordinator}));
  EXPECT_EQ(commit(1, group), ErrorCode::not_coordinator);
  OffsetDeleteRequest deletion{.group_id = group};
  EXPECT_EQ(ask<OffsetDeleteResponse>(1, deletion, 0).error_code, ErrorCode::not_coordinator);
  DeleteGroupsRequest groups{.groups_names = {group}};
  EXPECT_EQ(ask<DeleteGroupsResponse>(1, groups, 2).results,
            (std::vector<DeleteGroupsDeletableGroupResult>{
                {.group_id = group, .error_code = ErrorCode::not_coordinator}}));
  DescribeGroupsRequest description{.groups = {group}, .include_authorized_operations = true};
  EXPECT_EQ(ask<DescribeGroupsResponse>(1, description, 5).groups,
            (std::vector<DescribeGroupsDescribedGroup>{
                {.error_code = ErrorCode::not_coordinator, .group_id = group}}));
}

TEST_F(Coordinators, WhatARequestSaysOfItselfIsLookedAtFirst) {
  EXPECT_EQ(join(1, "").error_code, ErrorCode::invalid_group_id);
  EXPECT_EQ(join(1, group_of(2), 0).error_code, ErrorCode::invalid_session_timeout);
  EXPECT_EQ(ask<HeartbeatResponse>(1, cohort::HeartbeatRequest{}, 3).error_code,
            ErrorCode::invalid_group_id);
  EXPECT_EQ(init(1, transaction_of(2), -1).error_code, ErrorCode::invalid_transaction_timeout);
}

TEST_F(Coordinators, OffsetFetchTellsItWhereTheVersionHasAPlaceForIt) {
  const std::string group = group_of(2);
  EXPECT_EQ(fetch_offsets(1, group, 7),
            (OffsetFetchResponse{.error_code = ErrorCode::not_coordinator}));
  EXPECT_EQ(fetch_offsets(1, group, 1).topics.at(0).partitions.at(0),
            (OffsetFetchResponsePartition{.partition_index = 0,
                                          .committed_offset = -1,
                                          .metadata = "",
                                          .error_code = ErrorCode::not_coordinator}));
  OffsetFetchRequest request;
  request.groups = {{.group_id = group}, {.group_id = group_of(1)}};
  const auto groups = ask<OffsetFetchResponse>(1, request, 8).groups;
  EXPECT_EQ(groups.at(0).error_code, ErrorCode::not_coordinator);
  EXPECT_EQ(groups.at(1).error_code, ErrorCode::none);
}

TEST_F(Coordinators, ABrokerListsTheGroupsItCoordinates) {
  const std::string first = group_of(1);
  const std::string second = group_of(2);
  EXPECT_EQ(commit(1, first), ErrorCode::none);
  EXPECT_EQ(commit(2, second), ErrorCode::none);
  const auto listed = [&](std::int32_t id) {
    std::vector<std::string> names;
    for (const auto& group : ask<ListGroupsResponse>(id, ListGroupsRequest{}, 4).groups) {
      names.push_back(group.group_id);
    }
    return names;
  };
  EXPECT_EQ(listed(1), std::vector{first});
  EXPECT_EQ(listed(2), std::vector{second});
  EXPECT_EQ(listed(3), std::vector<std::string>{});
}

TEST_F(Coordinators, AnotherBrokerRefusesEverythingAboutTheTransactionalId) {
  const std::string id = transaction_of(2);
  EXPECT_EQ(init(1, id).error_code, ErrorCode::not_coordinator);
  const auto producer = init(2, id);
  ASSERT_EQ(producer.error_code, ErrorCode::none);

  AddPartitionsToTxnRequest addition{.v3_and_below_transactional_id = id,
                                     .v3_and_below_producer_id = producer.producer_id,
                                     .v3_and_below_producer_epoch = producer.producer_epoch};
  addition.v3_and_below_topics = {{.name = "t", .partitions = {0}}};
  EXPECT_EQ(ask<AddPartitionsToTxnResponse>(1, addition, 3)
                .results_by_topic_v3_and_below.at(0)
                .results_by_partition.at(0)
                .partition_error_code,
            ErrorCode::not_coordinator);
  EXPECT_EQ(
      ask<AddOffsetsToTxnResponse>(1, AddOffsetsToTxnRequest{.transactional_id = id}, 3).error_code,
      ErrorCode::not_coordinator);
  EXPECT_EQ(ask<EndTxnResponse>(1, EndTxnRequest{.transactional_id = id}, 3).error_code,
            ErrorCode::not_coordinator);
  DescribeTransactionsRequest description{.transactional_ids = {id}};
  EXPECT_EQ(
      ask<DescribeTransactionsResponse>(1, description, 0).transaction_states.at(0).error_code,
      ErrorCode::not_coordinator);
  EXPECT_EQ(
      ask<ListTransactionsResponse>(1, ListTransactionsRequest{}, 0).transaction_states.size(), 0);
  EXPECT_EQ(
      ask<ListTransactionsResponse>(2, ListTransactionsRequest{}, 0).transaction_states.size(), 1);
}

TEST_F(Coordinators, TransactionsNeedTwoReplicasInSync) {
  const std::string id = transaction_of(1);
  stop(2);
  EXPECT_EQ(init(1, id).error_code, ErrorCode::none);
  stop(3);
  EXPECT_EQ(init(1, id).error_code, ErrorCode::coordinator_not_available);
  start(3);
  EXPECT_EQ(init(1, id).error_code, ErrorCode::none);
}

TEST_F(Coordinators, BeforeTheirTopicIsThereNobodyCoordinates) {
  world.turn("broker", [&] { delete_topic(state(), "__consumer_offsets", world.now()); });
  for (std::int32_t id = 1; id <= 3; ++id) {
    EXPECT_EQ(commit(id, "g"), ErrorCode::not_coordinator);
  }
}

}  // namespace
}  // namespace cohort::broker
