#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/subjects.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace cohort::testing {
namespace {

const Uuid id = uuid_from_bits(1, 2);

template <class Request>
Subjects subjects_of_last(const Request& request) {
  return subjects_of(request, Request::api.versions.last);
}

TEST(Subjects, OfProduceAreItsPartitionsAndItsTransaction) {
  ProduceRequest request{.transactional_id = "x"};
  request.topic_data = {{.name = "a", .partition_data = {{.index = 1}, {.index = 0}}},
                        {.name = "b", .partition_data = {{.index = 2}}}};

  Subjects expected{.transactional_ids = {"x"}};
  expected.topics = {{.name = "a", .partitions = {1, 0}}, {.name = "b", .partitions = {2}}};
  EXPECT_EQ(subjects_of(request, 3), expected);
  expected.transactional_ids.clear();  // Not in the request before v3.
  EXPECT_EQ(subjects_of(request, 2), expected);
}

TEST(Subjects, OfFetchAreTopicsByNameOrIdWithoutThoseThatLeaveTheSession) {
  FetchRequest request;
  request.topics = {{.topic = "a", .topic_id = id, .partitions = {{.partition = 3}}}};
  request.forgotten_topics_data = {{.topic = "b", .topic_id = id, .partitions = {1}}};

  EXPECT_EQ(subjects_of(request, 12), (Subjects{.topics = {{.name = "a", .partitions = {3}}}}));
  EXPECT_EQ(subjects_of(request, 13), (Subjects{.topics = {{.id = id, .partitions = {3}}}}));
}

TEST(Subjects, OfMetadataAreTheTopicsItNames) {
  MetadataRequest request;
  request.topics.emplace() = {{.name = "a"}, {.topic_id = id, .name = std::nullopt}};
  EXPECT_EQ(subjects_of(request, 12), (Subjects{.topics = {{.name = "a"}, {.id = id}}}));

  EXPECT_EQ(subjects_of(MetadataRequest{.topics = std::nullopt}, 12), Subjects{});
}

TEST(Subjects, OfOffsetCommitAreGroupMemberAndPartitions) {
  OffsetCommitRequest request{.group_id = "g", .member_id = "m", .group_instance_id = "i"};
  request.topics = {{.name = "a", .partitions = {{.partition_index = 1}}}};

  EXPECT_EQ(subjects_of(request, 7), (Subjects{.groups = {"g"},
                                               .member_ids = {"m"},
                                               .group_instance_ids = {"i"},
                                               .topics = {{.name = "a", .partitions = {1}}}}));
  EXPECT_EQ(subjects_of(request, 0),
            (Subjects{.groups = {"g"}, .topics = {{.name = "a", .partitions = {1}}}}));
}

TEST(Subjects, OfOffsetFetchAreOneGroupBeforeVersion8AndSeveralFromThereOn) {
  OffsetFetchRequest request{.group_id = "g"};
  request.topics.emplace() = {{.name = "a", .partition_indexes = {1, 2}}};
  request.groups = {{.group_id = "h", .member_id = "m"}, {.group_id = "k", .topics = std::nullopt}};
  request.groups.at(0).topics.emplace() = {{.name = "b", .partition_indexes = {3}}};

  EXPECT_EQ(subjects_of(request, 7),
            (Subjects{.groups = {"g"}, .topics = {{.name = "a", .partitions = {1, 2}}}}));
  EXPECT_EQ(subjects_of(request, 9), (Subjects{.groups = {"h", "k"},
                                               .member_ids = {"m"},
                                               .topics = {{.name = "b", .partitions = {3}}}}));
}

TEST(Subjects, OfFindCoordinatorAreGroupsOrTransactionsByTheTypeOfItsKeys) {
  FindCoordinatorRequest request{.key = "one", .coordinator_keys = {"a", "b"}};
  EXPECT_EQ(subjects_of(request, 0), (Subjects{.groups = {"one"}}));
  EXPECT_EQ(subjects_of(request, 3), (Subjects{.groups = {"one"}}));
  EXPECT_EQ(subjects_of(request, 4), (Subjects{.groups = {"a", "b"}}));

  request.key_type = 1;
  EXPECT_EQ(subjects_of(request, 0), (Subjects{.groups = {"one"}}));  // It has no type yet.
  EXPECT_EQ(subjects_of(request, 3), (Subjects{.transactional_ids = {"one"}}));
  EXPECT_EQ(subjects_of(request, 4), (Subjects{.transactional_ids = {"a", "b"}}));

  request.key_type = 2;
  EXPECT_EQ(subjects_of(request, 6), Subjects{});
}

TEST(Subjects, OfMembershipRequestsAreGroupAndMember) {
  const Subjects expected{.groups = {"g"}, .member_ids = {"m"}, .group_instance_ids = {"i"}};
  const JoinGroupRequest join{.group_id = "g",
                              .member_id = "m",
                              .group_instance_id = "i",
                              .protocol_type = "consumer",
                              .protocols = {{.name = "range"}}};
  EXPECT_EQ(subjects_of(join, 9), expected);

  SyncGroupRequest sync{.group_id = "g", .member_id = "m", .group_instance_id = "i"};
  sync.assignments = {{.member_id = "other"}};
  EXPECT_EQ(subjects_of(sync, 5), expected);

  EXPECT_EQ(
      subjects_of(HeartbeatRequest{.group_id = "g", .member_id = "m", .group_instance_id = "i"}, 3),
      expected);
}

TEST(Subjects, OfAFirstJoinGroupHaveNoMember) {
  EXPECT_EQ(subjects_of(JoinGroupRequest{.group_id = "g"}, 9), (Subjects{.groups = {"g"}}));
}

TEST(Subjects, OfLeaveGroupAreAllThatLeave) {
  LeaveGroupRequest request{.group_id = "g", .member_id = "old"};
  request.members = {{.member_id = "m"}, {.group_instance_id = "i"}};

  EXPECT_EQ(subjects_of(request, 2), (Subjects{.groups = {"g"}, .member_ids = {"old"}}));
  EXPECT_EQ(subjects_of(request, 3),
            (Subjects{.groups = {"g"}, .member_ids = {"m"}, .group_instance_ids = {"i"}}));
}

TEST(Subjects, OfListsOfGroupsAreEach) {
  const Subjects expected{.groups = {"g", "h"}};
  EXPECT_EQ(subjects_of_last(DescribeGroupsRequest{.groups = {"g", "h"}}), expected);
  EXPECT_EQ(subjects_of_last(DeleteGroupsRequest{.groups_names = {"g", "h"}}), expected);
}

TEST(Subjects, OfOffsetDeleteAreGroupAndPartitions) {
  OffsetDeleteRequest request{.group_id = "g"};
  request.topics = {{.name = "a", .partitions = {{.partition_index = 1}}}};
  EXPECT_EQ(subjects_of(request, 0),
            (Subjects{.groups = {"g"}, .topics = {{.name = "a", .partitions = {1}}}}));
}

TEST(Subjects, OfTransactionsAreTheirIds) {
  const Subjects expected{.transactional_ids = {"x"}};
  EXPECT_EQ(subjects_of_last(InitProducerIdRequest{.transactional_id = "x"}), expected);
  EXPECT_EQ(subjects_of_last(EndTxnRequest{.transactional_id = "x"}), expected);
  EXPECT_EQ(subjects_of_last(DescribeTransactionsRequest{.transactional_ids = {"x"}}), expected);
  EXPECT_EQ(subjects_of_last(InitProducerIdRequest{.transactional_id = std::nullopt}), Subjects{});
  EXPECT_EQ(subjects_of_last(AddOffsetsToTxnRequest{.transactional_id = "x", .group_id = "g"}),
            (Subjects{.groups = {"g"}, .transactional_ids = {"x"}}));
}

TEST(Subjects, OfTxnOffsetCommitAreTransactionGroupAndPartitions) {
  TxnOffsetCommitRequest request{.transactional_id = "x", .group_id = "g", .member_id = "m"};
  request.topics = {{.name = "a", .partitions = {{.partition_index = 1}}}};
  EXPECT_EQ(subjects_of(request, 3), (Subjects{.groups = {"g"},
                                               .member_ids = {"m"},
                                               .transactional_ids = {"x"},
                                               .topics = {{.name = "a", .partitions = {1}}}}));
}

TEST(Subjects, OfAddPartitionsToTxnAreOneTransactionBeforeVersion4AndSeveralFromThereOn) {
  AddPartitionsToTxnRequest request{.v3_and_below_transactional_id = "x"};
  request.v3_and_below_topics = {{.name = "a", .partitions = {1}}};
  request.transactions = {{.transactional_id = "y", .topics = {{.name = "b", .partitions = {2}}}},
                          {.transactional_id = "z", .topics = {{.name = "c", .partitions = {3}}}}};

  EXPECT_EQ(subjects_of(request, 3),
            (Subjects{.transactional_ids = {"x"}, .topics = {{.name = "a", .partitions = {1}}}}));
  EXPECT_EQ(
      subjects_of(request, 4),
      (Subjects{.transactional_ids = {"y", "z"},
                .topics = {{.name = "b", .partitions = {2}}, {.name = "c", .partitions = {3}}}}));
}

TEST(Subjects, OfMarkersAreThePartitionsOfAll) {
  WriteTxnMarkersRequest request;
  request.markers = {{.producer_id = 1, .topics = {{.name = "a", .partition_indexes = {1}}}},
                     {.producer_id = 2, .topics = {{.name = "b", .partition_indexes = {2}}}}};
  EXPECT_EQ(
      subjects_of_last(request),
      (Subjects{.topics = {{.name = "a", .partitions = {1}}, {.name = "b", .partitions = {2}}}}));
}

TEST(Subjects, OfRequestsForPartitionsAreThese) {
  const Subjects expected{.topics = {{.name = "a", .partitions = {1}}}};
  ListOffsetsRequest list;
  list.topics = {{.name = "a", .partitions = {{.partition_index = 1, .timestamp = 5}}}};
  EXPECT_EQ(subjects_of_last(list), expected);

  DeleteRecordsRequest records;
  records.topics = {{.name = "a", .partitions = {{.partition_index = 1, .offset = 5}}}};
  EXPECT_EQ(subjects_of_last(records), expected);

  OffsetForLeaderEpochRequest epoch;
  epoch.topics = {{.topic = "a", .partitions = {{.partition = 1, .leader_epoch = 5}}}};
  EXPECT_EQ(subjects_of_last(epoch), expected);

  ElectLeadersRequest election;
  election.topic_partitions.emplace() = {{.topic = "a", .partitions = {1}}};
  EXPECT_EQ(subjects_of_last(election), expected);
}

TEST(Subjects, OfTopicsToMakeAreTheirNamesWithoutSettingsAndReplicas) {
  const Subjects expected{.topics = {{.name = "a"}}};
  CreateTopicsRequest make;
  make.topics = {{.name = "a",
                  .num_partitions = 3,
                  .assignments = {{.partition_index = 1, .broker_ids = {7}}},
                  .configs = {{.name = "retention.ms"}}}};
  EXPECT_EQ(subjects_of_last(make), expected);

  CreatePartitionsRequest widen;
  widen.topics = {{.name = "a", .count = 3}};
  widen.topics.at(0).assignments.emplace() = {{.broker_ids = {7}}};
  EXPECT_EQ(subjects_of_last(widen), expected);
}

TEST(Subjects, OfTopicsToDeleteAreNamesOrIds) {
  DeleteTopicsRequest request{.topic_names = {"a", "b"}};
  request.topics = {{.name = "c"}, {.name = std::nullopt, .topic_id = id}};

  EXPECT_EQ(subjects_of(request, 5), (Subjects{.topics = {{.name = "a"}, {.name = "b"}}}));
  EXPECT_EQ(subjects_of(request, 6), (Subjects{.topics = {{.name = "c"}, {.id = id}}}));
}

TEST(Subjects, OfDescribeTopicPartitionsIncludeWhereThePageBegins) {
  DescribeTopicPartitionsRequest request;
  request.topics = {{.name = "a"}};
  request.cursor = DescribeTopicPartitionsRequestCursor{.topic_name = "b", .partition_index = 4};

  EXPECT_EQ(subjects_of(request, 0),
            (Subjects{.topics = {{.name = "a"}, {.name = "b", .partitions = {4}}}}));
}

TEST(Subjects, OfSettingsAreTopicsAndNotBrokers) {
  const Subjects expected{.topics = {{.name = "a"}}};
  DescribeConfigsRequest describe;
  describe.resources = {{.resource_type = 4, .resource_name = "1"},
                        {.resource_type = 2, .resource_name = "a"}};
  EXPECT_EQ(subjects_of_last(describe), expected);

  AlterConfigsRequest alter;
  alter.resources = {{.resource_type = 2, .resource_name = "a", .configs = {{.name = "key"}}},
                     {.resource_type = 4, .resource_name = "1"}};
  EXPECT_EQ(subjects_of_last(alter), expected);
}

TEST(Subjects, OfQuotasAreNone) {
  AlterClientQuotasRequest request;
  request.entries = {{.entity = {{.entity_type = "user"}}, .ops = {{.key = "producer_byte_rate"}}}};
  EXPECT_EQ(subjects_of_last(request), Subjects{});
}

}  // namespace
}  // namespace cohort::testing
