// Admin: answers that can't be read, or say nothing of what was asked.
#include "client/admin_world.hpp"
#include "client/garbling_broker.hpp"

#include <gmock/gmock.h>

namespace cohort::client {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

const TopicPartition garbled_0{"orders", 0};

Buffers garbage() { return Buffers(Buffer::adopt({0xff, 0xff, 0xff, 0xff, 0x7f})); }

class AdminMalformed : public ::testing::Test {
 protected:
  AdminMalformed() {
    world.add("broker", std::make_unique<GarblingBroker>());
    world.listen("broker", "garbled", 9092);
    AdminConfig config{.client = {.bootstrap_servers = {{"garbled", 9092}}}};
    config.client.default_api_timeout = seconds(5);
    admin.emplace(config, runtime);
  }

  GarblingBroker& broker() { return world.node_as<GarblingBroker>("broker"); }
  void say(ApiKey api, const GarblingBroker::Answer& answer) { broker().answers[api] = answer; }

  sim::Simulation world;
  VirtualRuntime runtime{world};
  std::optional<Admin> admin;
};

/// Every call, by the API that it ends with.
struct GarbledCall {
  ApiKey api{};
  std::function<void(Admin&)> call;
};

std::vector<GarbledCall> garbled_calls() {
  return {
      {ApiKey::create_topics,
       [](Admin& admin) { static_cast<void>(admin.create_topics({{.name = "orders"}})); }},
      {ApiKey::delete_topics,
       [](Admin& admin) { static_cast<void>(admin.delete_topics({"orders"})); }},
      {ApiKey::create_partitions,
       [](Admin& admin) {
         static_cast<void>(admin.create_partitions({{"orders", {.total = 2}}}));
       }},
      {ApiKey::describe_configs,
       [](Admin& admin) { admin.describe_configs({topic_resource("orders")}); }},
      {ApiKey::incremental_alter_configs,
       [](Admin& admin) {
         static_cast<void>(admin.incremental_alter_configs({{topic_resource("orders"), {}}}));
       }},
      {ApiKey::list_groups, [](Admin& admin) { admin.list_groups(); }},
      {ApiKey::describe_groups, [](Admin& admin) { admin.describe_groups({"readers"}); }},
      {ApiKey::delete_groups,
       [](Admin& admin) { static_cast<void>(admin.delete_groups({"readers"})); }},
      {ApiKey::offset_fetch, [](Admin& admin) { admin.list_group_offsets("readers"); }},
      {ApiKey::offset_fetch, [](Admin& admin) { admin.lag("readers"); }},
      {ApiKey::offset_commit,
       [](Admin& admin) {
         static_cast<void>(admin.alter_group_offsets("readers", {{garbled_0, {.offset = 1}}}));
       }},
      {ApiKey::offset_delete,
       [](Admin& admin) { static_cast<void>(admin.delete_group_offsets("readers", {garbled_0})); }},
      {ApiKey::leave_group,
       [](Admin& admin) { static_cast<void>(admin.remove_members("readers", {"one"})); }},
      {ApiKey::delete_records,
       [](Admin& admin) {
         static_cast<void>(admin.delete_records({{garbled_0, 1}}));
       }},
      {ApiKey::list_offsets,
       [](Admin& admin) {
         admin.list_offsets({{garbled_0, OffsetSpec::latest()}});
       }},
      {ApiKey::describe_cluster, [](Admin& admin) { admin.describe_cluster(); }},
  };
}

TEST_F(AdminMalformed, UnreadableAnswersOfEveryApiAreTriedAgainAndTold) {
  for (const GarbledCall& each : garbled_calls()) {
    SCOPED_TRACE(name(each.api));
    say(each.api, [](int, int) { return garbage(); });
    const int before = broker().count(each.api);
    const Failure failure = failure_of<TimedOut>([&] { each.call(*admin); });
    EXPECT_GT(broker().count(each.api), before + 1);
    EXPECT_THAT(failure.message,
                HasSubstr("an answer to " + std::string(name(each.api)) + " that can't be read"));
  }
}

TEST_F(AdminMalformed, OneUnreadableAnswerIsNotSeen) {
  say(ApiKey::list_groups, [](int version, int before) {
    return before == 0 ? garbage() : encode(ListGroupsResponse{}, version);
  });
  EXPECT_TRUE(admin->list_groups().groups.empty());
  EXPECT_EQ(broker().count(ApiKey::list_groups), 2);
}

TEST_F(AdminMalformed, AnswerThatLeavesSomethingOutSaysSo) {
  say(ApiKey::delete_groups,
      [](int version, int) { return encode(DeleteGroupsResponse{}, version); });
  const auto deleted = admin->delete_groups({"readers"});
  EXPECT_EQ(deleted.at("readers").error().code, ErrorCode::unknown_server_error);
  EXPECT_EQ(deleted.at("readers").error().message, "the answer says nothing of readers");
  say(ApiKey::offset_fetch,
      [](int version, int) { return encode(OffsetFetchResponse{}, version); });
  EXPECT_EQ(failure_of<Error>([&] { admin->list_group_offsets("readers"); }).message,
            "the answer says nothing of group readers");
}

TEST_F(AdminMalformed, AnswerOfOtherThingsIsNotTaken) {
  say(ApiKey::list_offsets, [](int version, int) {
    ListOffsetsResponse response;
    response.topics = {{.name = "others", .partitions = {{.partition_index = 0, .offset = 5}}}};
    return encode(response, version);
  });
  const auto ends = admin->list_offsets({{garbled_0, OffsetSpec::latest()}});
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends.at(garbled_0).error().code, ErrorCode::unknown_server_error);
}

TEST_F(AdminMalformed, MemberWhoseBytesAreNoneIsDescribedWithoutThem) {
  say(ApiKey::describe_groups, [](int version, int) {
    DescribeGroupsResponse response;
    DescribeGroupsDescribedGroup group{.group_id = "readers", .group_state = "Stable"};
    group.protocol_type = "consumer";
    group.members.push_back({.member_id = "m",
                             .member_metadata = Buffer::copy_of("no"),
                             .member_assignment = Buffer::copy_of("none either")});
    response.groups = {group};
    return encode(response, version);
  });
  const auto described = admin->describe_groups({"readers"});
  const MemberDescription& member = described.at("readers").value().members.at(0);
  EXPECT_FALSE(member.subscription.has_value());
  EXPECT_FALSE(member.assignment.has_value());
  EXPECT_EQ(member.raw_metadata, Buffer::copy_of("no"));
}

TEST_F(AdminMalformed, LagOfACommitWithoutItsPartitionIsAFailureAtOnce) {
  say(ApiKey::offset_fetch, [](int version, int) {
    OffsetFetchResponseTopics topic{.name = "orders"};
    topic.partitions = {{.partition_index = 0, .committed_offset = 4},
                        {.partition_index = 9, .committed_offset = 4}};
    OffsetFetchResponse response;
    response.groups = {{.group_id = "readers", .topics = {topic}}};
    return encode(response, version);
  });
  say(ApiKey::list_offsets, [](int version, int) {
    ListOffsetsResponse response;
    response.topics = {{.name = "orders", .partitions = {{.partition_index = 0, .offset = 5}}}};
    return encode(response, version);
  });
  const Instant before = world.now();
  const auto lags = admin->lag("readers");
  EXPECT_EQ(lags.at(garbled_0).value(), (PartitionLag{.committed = 4, .end = 5, .lag = 1}));
  EXPECT_EQ(lags.at({"orders", 9}).error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_LT(world.now() - before, seconds(1));
}

TEST_F(AdminMalformed, ClusterWithoutBrokersIsAskedAgain) {
  say(ApiKey::metadata,
      [](int version, int) { return encode(MetadataResponse{.controller_id = 1}, version); });
  EXPECT_THAT(failure_of<TimedOut>([&] { admin->list_groups(); }).message,
              HasSubstr("any broker to answer Metadata"));
}

TEST_F(AdminMalformed, ControllerThatIsNoBrokerIsNamed) {
  for (const auto& [controller, text] : std::map<std::int32_t, std::string>{
           {-1, "metadata that names no controller"},
           {7, "metadata that names broker 7 as controller, and no such broker"}}) {
    say(ApiKey::metadata, [controller = controller](int version, int) {
      MetadataResponse response{.controller_id = controller};
      response.brokers = {{.node_id = 1, .host = "garbled", .port = 9092}};
      return encode(response, version);
    });
    const auto call = [&] { static_cast<void>(admin->create_topics({{.name = "orders"}})); };
    EXPECT_THAT(failure_of<TimedOut>(call).message, HasSubstr(text));
  }
}

}  // namespace
}  // namespace cohort::client
