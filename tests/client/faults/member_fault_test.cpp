// ClassicMember: whatever goes wrong with whichever request, the group settles again.
#include "client/member_client.hpp"
#include <cohort/protocol/api_key.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using broker::AnswerError;
using broker::Disconnect;
using broker::DropAnswer;
using broker::FaultAction;
using broker::Moment;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::IsEmpty;

struct Injection {
  ApiKey api{};
  std::uint64_t nth = 1;
  FaultAction action{};
};

std::string text_of(const Injection& injection) {
  return std::string(name(injection.api)) + " " + std::to_string(injection.nth) + ": " +
         to_string(injection.action);
}

/// Three members form a group, one joins later, one leaves, and one request of them all goes wrong.
void expect_that_it_settles(const Injection& injection, const MemberOptions& options) {
  SCOPED_TRACE(text_of(injection));
  MemberWorld world;
  const auto rule = world.rule(injection.api, injection.action, injection.nth);
  const auto alive = [&world](std::vector<std::string> names) {
    // One that is fenced, as far as it was told, is out for good.
    std::erase_if(names, [&world](const std::string& name) {
      return world.client(name).member().state() == MemberState::fenced;
    });
    return names;
  };
  const auto settles = [&](const std::vector<std::string>& names) {
    // Long enough for some heartbeats.
    world.advance(seconds(4));
    return world.broker.run_until([&] { return world.are_settled(alive(names)); }, minutes(10));
  };
  for (const char* each : {"a", "b"}) world.start(each, options);
  EXPECT_TRUE(settles({"a", "b"})) << world.describe();
  world.start("c", options);
  EXPECT_TRUE(settles({"a", "b", "c"})) << world.describe();
  world.leave("b");
  EXPECT_TRUE(settles({"a", "c"})) << world.describe();
  EXPECT_THAT(world.ledger->conflicts, IsEmpty()) << world.describe();
  EXPECT_EQ(world.broker.control().rule(rule)->hits, 1U);
}

/// As many of each are sent in any case.
std::uint64_t count_of(ApiKey api) {
  if (api == ApiKey::leave_group) return 1;
  return api == ApiKey::find_coordinator || api == ApiKey::metadata ? 3 : 5;
}

void expect_that_all_settle(const std::vector<FaultAction>& actions) {
  for (const ApiKey api : {ApiKey::find_coordinator, ApiKey::join_group, ApiKey::sync_group,
                           ApiKey::heartbeat, ApiKey::leave_group, ApiKey::metadata}) {
    for (std::uint64_t nth = 1; nth <= count_of(api); ++nth) {
      for (const FaultAction& action : actions) {
        const Injection injection{.api = api, .nth = nth, .action = action};
        expect_that_it_settles(injection, MemberWorld::eager());
        expect_that_it_settles(injection, MemberWorld::cooperative());
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(MemberFault, ErrorsThatPassAreWaitedOut) {
  expect_that_all_settle({AnswerError{ErrorCode::coordinator_load_in_progress},
                          AnswerError{ErrorCode::coordinator_not_available},
                          AnswerError{ErrorCode::not_coordinator}});
}

TEST(MemberFault, ErrorsOfAnotherGenerationAreOvercome) {
  expect_that_all_settle(
      {AnswerError{ErrorCode::unknown_member_id}, AnswerError{ErrorCode::illegal_generation},
       AnswerError{ErrorCode::rebalance_in_progress}, AnswerError{ErrorCode::member_id_required}});
}

TEST(MemberFault, ErrorsThatTheUserIsToldOfPassWithTheNextPolls) {
  expect_that_all_settle(
      {AnswerError{ErrorCode::group_max_size_reached},
       AnswerError{ErrorCode::inconsistent_group_protocol},
       AnswerError{ErrorCode::invalid_session_timeout}, AnswerError{ErrorCode::unsupported_version},
       AnswerError{ErrorCode::request_timed_out}, AnswerError{ErrorCode::kafka_storage_error},
       AnswerError{ErrorCode::unknown_server_error}});
}

TEST(MemberFault, LostRequestsAndAnswersAreOvercome) {
  expect_that_all_settle({Disconnect{Moment::before}, Disconnect{Moment::after}, DropAnswer{},
                          broker::DelayAnswer{seconds(7)}});
}

TEST(MemberFault, FencedMembersLeaveTheirPartitionsToOthers) {
  for (const ApiKey api : {ApiKey::join_group, ApiKey::sync_group, ApiKey::heartbeat}) {
    for (std::uint64_t nth = 1; nth <= 3; ++nth) {
      const Injection injection{
          .api = api, .nth = nth, .action = AnswerError{ErrorCode::fenced_instance_id}};
      expect_that_it_settles(injection, MemberWorld::eager());
    }
  }
}

TEST(MemberFault, RefusalIsToldOnceAndNamesTheRequest) {
  for (const ErrorCode code :
       {ErrorCode::group_authorization_failed, ErrorCode::group_max_size_reached,
        ErrorCode::inconsistent_group_protocol, ErrorCode::invalid_session_timeout,
        ErrorCode::invalid_group_id, ErrorCode::kafka_storage_error}) {
    MemberWorld world;
    world.rule(ApiKey::join_group, AnswerError{code});
    const MemberClient& a = world.start("a");
    EXPECT_TRUE(world.settles({"a"})) << world.describe();
    ASSERT_EQ(a.failures.size(), 1U);
    EXPECT_EQ(a.failures[0], (Failure{.kind = FailureKind::refused,
                                      .code = code,
                                      .message = "JoinGroup of group readers was refused"}));
  }
}

TEST(MemberFault, NothingIsTriedBehindTheBackOfAUserWhoWasNotToldWhy) {
  MemberWorld world;
  MemberClient& a = world.add("a");
  world.broker.control().add_rule({.match = {.api = ApiKey::sync_group},
                                   .action = AnswerError{ErrorCode::group_authorization_failed}});
  world.turn("a", [](MemberClient& client, Instant) { client.member().subscribe({"orders"}); });
  ASSERT_TRUE(world.broker.run_until([&] { return !a.failures.empty(); }, seconds(10)));
  a.polls = false;
  world.advance(seconds(2));
  const std::int32_t generation = world.view().generation;
  world.advance(seconds(20));
  EXPECT_EQ(world.view().generation, generation);
}

TEST(MemberFault, BrokerThatSaysTheSameForEverIsNotAskedWithoutPause) {
  for (const ErrorCode code : {ErrorCode::unknown_member_id, ErrorCode::rebalance_in_progress,
                               ErrorCode::member_id_required, ErrorCode::not_coordinator}) {
    MemberWorld world;
    const auto rule = world.broker.control().add_rule(
        {.match = {.api = ApiKey::join_group}, .action = AnswerError{code}});
    world.start("a");
    world.advance(seconds(60));
    EXPECT_LT(world.broker.control().rule(rule)->hits, 80U) << name(code);
    world.broker.control().remove_rule(rule);
    EXPECT_TRUE(world.settles({"a"})) << world.describe();
  }
}

TEST(MemberFault, CoordinatorMayMoveAtAnyTime) {
  for (const auto& options : {MemberWorld::eager(), MemberWorld::cooperative()}) {
    for (int step = 0; step < 12; ++step) {
      MemberWorld world({.brokers = 3});
      for (const char* each : {"a", "b"}) world.start(each, options);
      world.advance(milliseconds(20) * step);
      if (world.broker.control().group("readers")) {
        world.broker.control().move_coordinator("readers");
      }
      EXPECT_TRUE(world.settles({"a", "b"}, minutes(3))) << step << world.describe();
      world.broker.control().move_coordinator("readers");
      world.start("c", options);
      EXPECT_TRUE(world.settles({"a", "b", "c"}, minutes(3))) << step << world.describe();
      EXPECT_THAT(world.ledger->conflicts, IsEmpty());
    }
  }
}

TEST(MemberFault, MembersKeepTheirPartitionsWhenTheCoordinatorMoves) {
  MemberWorld world({.brokers = 3});
  for (const char* each : {"a", "b"}) world.start(each);
  ASSERT_TRUE(world.settles({"a", "b"}));
  const std::int32_t before = world.view().generation;
  const std::size_t told = world.client("a").told.size();
  world.broker.control().move_coordinator("readers");
  world.advance(minutes(2));
  EXPECT_EQ(world.view().generation, before);
  EXPECT_EQ(world.client("a").told.size(), told);
}

TEST(MemberFault, JoinGroupIsNotLeftWithABrokerThatIsNotTheCoordinator) {
  MemberWorld world;
  MemberClient& a = world.start("a");
  world.client("a").commits_when_revoked = {{{"orders", 0}, {.offset = 1}}};
  ASSERT_TRUE(world.settles({"a"}));
  // The commit before JoinGroup is told so, and JoinGroup itself would wait.
  world.rule(ApiKey::offset_commit, AnswerError{ErrorCode::not_coordinator});
  world.rule(ApiKey::join_group, broker::Hold{Moment::before}, 1, "a");
  world.turn("a", [](MemberClient& client, Instant) { client.member().request_rejoin("why"); });
  world.advance(seconds(1));
  EXPECT_EQ(a.member().state(), MemberState::stable) << world.describe();
}

TEST(MemberFault, BrokersMayStopAndStart) {
  MemberWorld world({.brokers = 3});
  for (const char* each : {"a", "b"}) world.start(each, MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a", "b"}));
  for (std::int32_t node = 1; node <= 3; ++node) {
    world.broker.control().stop_broker(node);
    world.advance(seconds(20));
    EXPECT_TRUE(world.settles({"a", "b"}, minutes(3))) << node << world.describe();
    world.broker.control().start_broker(node);
    world.advance(seconds(5));
  }
  EXPECT_TRUE(world.settles({"a", "b"})) << world.describe();
  EXPECT_THAT(world.ledger->conflicts, IsEmpty());
}

TEST(MemberFault, OnlyBrokerMayBeGoneForMinutes) {
  MemberWorld world;
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  world.broker.control().stop_broker(1);
  world.advance(minutes(3));
  world.broker.control().start_broker(1);
  EXPECT_TRUE(world.settles({"a"}, minutes(2))) << world.describe();
}

TEST(MemberFault, FaultsAreTheSameInEachRun) {
  const auto run = [] {
    MemberWorld world;
    world.rule(ApiKey::join_group, Disconnect{Moment::after}, 2);
    world.rule(ApiKey::sync_group, AnswerError{ErrorCode::not_coordinator}, 3);
    for (const char* each : {"a", "b", "c"}) world.start(each);
    EXPECT_TRUE(world.settles({"a", "b", "c"}));
    return world.digest();
  };
  EXPECT_EQ(run(), run());
}

}  // namespace

}  // namespace cohort::client
