// Admin: what comes right by itself is tried again, of every API, until the call's time is over.
#include "client/admin_world.hpp"

#include <gmock/gmock.h>

#include <functional>

namespace cohort::client {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const TopicPartition first{"orders", 0};

/// A call that must succeed although the API's first request is answered with an error.
struct Trouble {
  const char* name;
  ApiKey api;
  std::vector<ErrorCode> errors;
  std::function<void(Admin&)> call;
};
void PrintTo(const Trouble& trouble, std::ostream* out) { *out << trouble.name; }

const std::vector<ErrorCode> controller_errors{ErrorCode::not_controller,
                                               ErrorCode::throttling_quota_exceeded};
const std::vector<ErrorCode> coordinator_errors{ErrorCode::not_coordinator,
                                                ErrorCode::coordinator_not_available,
                                                ErrorCode::coordinator_load_in_progress};
const std::vector<ErrorCode> leader_errors{
    ErrorCode::not_leader_or_follower, ErrorCode::leader_not_available,
    ErrorCode::fenced_leader_epoch,    ErrorCode::unknown_leader_epoch,
    ErrorCode::kafka_storage_error,    ErrorCode::replica_not_available};

std::vector<Trouble> troubles() {
  return {
      {"create_topics", ApiKey::create_topics, controller_errors,
       [](Admin& admin) { require_all(admin.create_topics({{.name = "made", .partitions = 1}})); }},
      {"delete_topics", ApiKey::delete_topics, controller_errors,
       [](Admin& admin) { require_all(admin.delete_topics({"doomed"})); }},
      {"create_partitions", ApiKey::create_partitions, controller_errors,
       [](Admin& admin) {
         require_all(admin.create_partitions({{"doomed", {.total = 9}}}));
       }},
      {"describe_topics",
       ApiKey::metadata,
       {ErrorCode::leader_not_available},
       [](Admin& admin) { require_all(admin.describe_topics({"orders"})); }},
      {"alter_configs",
       ApiKey::incremental_alter_configs,
       {ErrorCode::not_controller, ErrorCode::throttling_quota_exceeded},
       [](Admin& admin) {
         require_all(admin.incremental_alter_configs(
             {{topic_resource("orders"), {{.name = "retention.ms", .value = "1"}}}}));
       }},
      {"list_groups",
       ApiKey::list_groups,
       {ErrorCode::coordinator_load_in_progress, ErrorCode::coordinator_not_available},
       [](Admin& admin) { EXPECT_TRUE(admin.list_groups().failures.empty()); }},
      {"describe_groups", ApiKey::describe_groups, coordinator_errors,
       [](Admin& admin) { require_all(admin.describe_groups({"readers"})); }},
      {"delete_groups", ApiKey::delete_groups, coordinator_errors,
       [](Admin& admin) { require_all(admin.delete_groups({"readers"})); }},
      {"list_group_offsets",
       ApiKey::offset_fetch,
       {ErrorCode::not_coordinator, ErrorCode::coordinator_load_in_progress,
        ErrorCode::unstable_offset_commit},
       [](Admin& admin) { EXPECT_EQ(admin.list_group_offsets("readers").size(), 1U); }},
      {"alter_group_offsets",
       ApiKey::offset_commit,
       {ErrorCode::not_coordinator, ErrorCode::coordinator_load_in_progress,
        ErrorCode::coordinator_not_available, ErrorCode::rebalance_in_progress},
       [](Admin& admin) {
         require_all(admin.alter_group_offsets("readers", {{first, {.offset = 1}}}));
       }},
      {"delete_group_offsets", ApiKey::offset_delete, coordinator_errors,
       [](Admin& admin) { require_all(admin.delete_group_offsets("readers", {first})); }},
      {"remove_members", ApiKey::leave_group, coordinator_errors,
       [](Admin& admin) { EXPECT_EQ(admin.remove_members("readers", {"nobody"}).size(), 1U); }},
      {"delete_records", ApiKey::delete_records, leader_errors,
       [](Admin& admin) {
         require_all(admin.delete_records({{first, 0}}));
       }},
      {"list_offsets", ApiKey::list_offsets, leader_errors,
       [](Admin& admin) {
         require_all(admin.list_offsets({{first, OffsetSpec::latest()}}));
       }},
      {"list_offsets, unknown",
       ApiKey::list_offsets,
       {ErrorCode::unknown_topic_or_partition},
       [](Admin& admin) {
         require_all(admin.list_offsets({{first, OffsetSpec::latest()}}));
       }},
      {"lag, its commits",
       ApiKey::offset_fetch,
       {ErrorCode::not_coordinator},
       [](Admin& admin) { require_all(admin.lag("readers")); }},
      {"lag, its ends",
       ApiKey::list_offsets,
       {ErrorCode::not_leader_or_follower},
       [](Admin& admin) { require_all(admin.lag("readers")); }},
      {"finding a coordinator",
       ApiKey::find_coordinator,
       {ErrorCode::coordinator_not_available, ErrorCode::coordinator_load_in_progress},
       [](Admin& admin) { require_all(admin.describe_groups({"readers"})); }},
  };
}

class AdminRetry : public ::testing::TestWithParam<Trouble> {
 protected:
  static void prepare(AdminWorld& world) {
    world.broker.control().create_topic("doomed", 1);
    world.commit("readers", 0, 0);
  }
};

TEST_P(AdminRetry, ErrorThatPassesIsNotSeen) {
  for (const ErrorCode error : GetParam().errors) {
    SCOPED_TRACE(name(error));
    AdminWorld world;
    prepare(world);
    const broker::RuleId rule = world.refuse_next(GetParam().api, error);
    EXPECT_NO_THROW(GetParam().call(world.admin));
    EXPECT_EQ(world.hits(rule), 1U);
    EXPECT_LT(world.broker.now().since_epoch(),
              Instant::from_unix_ms(1'704'067'205'000).since_epoch());
  }
}

TEST_P(AdminRetry, ConnectionThatBreaksIsNotSeen) {
  for (const broker::Moment moment : {broker::Moment::before, broker::Moment::after}) {
    // What was done and not answered is done again: TOPIC_ALREADY_EXISTS then, as with Kafka's own.
    const bool is_done_twice = moment == broker::Moment::after;
    const ApiKey api = GetParam().api;
    if (is_done_twice && (api == ApiKey::create_topics || api == ApiKey::delete_topics ||
                          api == ApiKey::create_partitions || api == ApiKey::delete_groups)) {
      continue;
    }
    AdminWorld world;
    prepare(world);
    const broker::RuleId rule = world.broker.control().add_rule(
        {.match = {.api = api}, .times = 1, .action = broker::Disconnect{moment}});
    EXPECT_NO_THROW(GetParam().call(world.admin));
    EXPECT_EQ(world.hits(rule), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryApi, AdminRetry, ::testing::ValuesIn(troubles()),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           std::ranges::replace_if(
                               name, [](char each) { return each == ' ' || each == ','; }, '_');
                           return name;
                         });

TEST(AdminRetries, AreLimitedByConfiguration) {
  AdminWorld world;
  AdminConfig config = AdminWorld::config();
  config.retries = 2;
  Admin admin(config, world.runtime);
  world.commit("readers", 0, 0);
  const broker::RuleId rule = world.broker.control().add_rule(
      {.match = {.api = ApiKey::describe_groups},
       .action = broker::AnswerError{ErrorCode::coordinator_load_in_progress}});
  const auto described = admin.describe_groups({"readers"});
  EXPECT_EQ(described.at("readers").error().code, ErrorCode::coordinator_load_in_progress);
  EXPECT_THAT(described.at("readers").error().message, HasSubstr("after 2 retries"));
  EXPECT_EQ(world.hits(rule), 3U);
}

TEST(AdminRetries, OnlyWhatFailedIsAskedAgain) {
  AdminWorld world;
  world.commit("a", 0, 0);
  world.commit("b", 0, 0);
  world.refuse_next(ApiKey::find_coordinator, ErrorCode::coordinator_not_available);
  const broker::RuleId observed = world.broker.control().add_rule(
      {.match = {.api = ApiKey::describe_groups, .group = "b"}, .action = broker::Observe{}});
  require_all(world.admin.describe_groups({"a", "b"}));
  EXPECT_EQ(world.hits(observed), 1U);
}

TEST(AdminTimeout, ErrorThatStaysIsToldAtTheEnd) {
  AdminWorld world;
  world.broker.control().add_rule({.match = {.api = ApiKey::describe_groups},
                                   .action = broker::AnswerError{ErrorCode::not_coordinator}});
  const Instant before = world.broker.now();
  const Failure failure =
      failure_of<TimedOut>([&] { world.admin.describe_groups({"readers"}, seconds(5)); });
  EXPECT_EQ(world.broker.now() - before, seconds(5));
  EXPECT_EQ(failure.code, ErrorCode::not_coordinator);
  EXPECT_THAT(failure.message,
              AllOf(HasSubstr("5000 ms"), HasSubstr("the coordinator of group readers"),
                    HasSubstr("DescribeGroups of readers"), HasSubstr("NOT_COORDINATOR"),
                    HasSubstr("broker:9092")));
}

TEST(AdminTimeout, BrokerThatIsNotThereIsNamed) {
  AdminWorld world;
  AdminConfig config = AdminWorld::config();
  config.client.bootstrap_servers = {{"nowhere", 1}};
  config.client.default_api_timeout = seconds(3);
  Admin admin(config, world.runtime);
  const auto message = [&](const auto& call) { return failure_of<TimedOut>(call).message; };
  EXPECT_THAT(message([&] { admin.list_topics(); }),
              AllOf(HasSubstr("any broker to answer Metadata"), HasSubstr("nowhere:1")));
  EXPECT_THAT(message([&] { static_cast<void>(admin.create_topics({{.name = "t"}})); }),
              HasSubstr("the controller to answer CreateTopics of t"));
  EXPECT_THAT(message([&] { admin.lag("readers"); }),
              HasSubstr("the coordinator of group readers"));
  EXPECT_THAT(message([&] {
                admin.list_offsets({{first, OffsetSpec::latest()}});
              }),
              HasSubstr("the leader of orders-0"));
  EXPECT_THAT(message([&] { admin.describe_cluster(); }), HasSubstr("nowhere:1"));
}

TEST(AdminTimeout, BrokerThatGoesIsNamed) {
  AdminWorld world;
  static_cast<void>(world.admin.list_topics());
  world.broker.control().stop_broker(1);
  const Failure failure =
      failure_of<TimedOut>([&] { world.admin.list_topics({.timeout = seconds(4)}); });
  EXPECT_THAT(failure.message, AllOf(HasSubstr("4000 ms"), HasSubstr("broker:9092")));
}

TEST(AdminTimeout, AnswerThatDoesNotComeIsWaitedForAndAskedForAgain) {
  AdminWorld world;
  AdminConfig config = AdminWorld::config();
  config.client.request_timeout = seconds(2);
  Admin admin(config, world.runtime);
  const broker::RuleId rule = world.broker.control().add_rule(
      {.match = {.api = ApiKey::list_groups}, .times = 1, .action = broker::DropAnswer{}});
  const Instant before = world.broker.now();
  EXPECT_TRUE(admin.list_groups().failures.empty());
  EXPECT_EQ(world.hits(rule), 1U);
  EXPECT_GE(world.broker.now() - before, seconds(2));
}

TEST(AdminTimeout, WhatCameUntilThenStands) {
  AdminWorld world(3);
  std::int32_t stuck = 0;
  for (int i = 0; i < 12; ++i) world.commit("group-" + std::to_string(i), 0, 1);
  const auto listed = world.admin.list_groups();
  stuck = listed.groups.front().coordinator;
  world.broker.control().add_rule(
      {.match = {.api = ApiKey::list_groups, .broker = stuck}, .action = broker::DropAnswer{}});
  const GroupListing partial = world.admin.list_groups({.timeout = seconds(5)});
  EXPECT_LT(partial.groups.size(), 12U);
  EXPECT_FALSE(partial.groups.empty());
  ASSERT_EQ(partial.failures.size(), 1U);
  EXPECT_EQ(partial.failures.begin()->first, stuck);
  EXPECT_THAT(partial.failures.begin()->second.message,
              HasSubstr("broker " + std::to_string(stuck) + " to answer ListGroups"));
}

TEST(AdminTimeout, ClientGoesOnAfterIt) {
  AdminWorld world;
  const broker::RuleId rule = world.broker.control().add_rule(
      {.match = {.api = ApiKey::list_groups}, .action = broker::DropAnswer{}});
  EXPECT_THROW(world.admin.list_groups({.timeout = seconds(1)}), TimedOut);
  world.broker.control().remove_rule(rule);
  EXPECT_TRUE(world.admin.list_groups().groups.empty());
}

TEST(AdminFailure, GroupThatMayNotBeSeenIsRefused) {
  AdminWorld world;
  world.commit("readers", 0, 0);
  world.broker.control().add_rule(
      {.match = {.api = ApiKey::find_coordinator, .group = "secrets"},
       .action = broker::AnswerError{ErrorCode::group_authorization_failed}});
  const auto described = world.admin.describe_groups({"secrets", "readers"});
  EXPECT_EQ(described.at("secrets").error().code, ErrorCode::group_authorization_failed);
  EXPECT_TRUE(described.at("readers").has_value());
  EXPECT_EQ(failure_of<Error>([&] { world.admin.lag("secrets"); }).code,
            ErrorCode::group_authorization_failed);
}

TEST(AdminConfiguration, IsChecked) {
  AdminWorld world;
  EXPECT_THROW(Admin(AdminConfig{}, world.runtime), ConfigError);
}

}  // namespace
}  // namespace cohort::client
