// ClassicMember: many things go wrong at once and for long, and when they end the group settles.
#include "client/member_client.hpp"
#include "membership/member_requests.hpp"
#include <cohort/node/rng.hpp>
#include <cohort/protocol/codec.hpp>

#include <gmock/gmock.h>

#include <cstdlib>

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

std::vector<FaultAction> storm_actions() {
  return {AnswerError{ErrorCode::not_coordinator},
          AnswerError{ErrorCode::coordinator_load_in_progress},
          AnswerError{ErrorCode::unknown_member_id},
          AnswerError{ErrorCode::illegal_generation},
          AnswerError{ErrorCode::rebalance_in_progress},
          AnswerError{ErrorCode::kafka_storage_error},
          Disconnect{Moment::before},
          Disconnect{Moment::after},
          DropAnswer{},
          broker::DelayAnswer{seconds(2)}};
}

void add_faults(MemberWorld& world, std::vector<broker::RuleId>& rules) {
  for (const ApiKey api :
       {ApiKey::find_coordinator, ApiKey::join_group, ApiKey::sync_group, ApiKey::heartbeat,
        ApiKey::leave_group, ApiKey::offset_commit, ApiKey::metadata}) {
    for (const FaultAction& action : storm_actions()) {
      rules.push_back(world.broker.control().add_rule(
          {.match = {.api = api}, .probability = 0.01, .action = action}));
    }
  }
}

/// One thing that users, or those who run brokers, do.
void do_something(MemberWorld& world, Rng& rng) {
  const std::vector<std::string> names{"a", "b", "c", "d"};
  const std::string& name = names[rng.below(names.size())];
  switch (rng.below(6)) {
    case 0:
      world.leave(name);
      break;
    case 1:
      world.turn(name, [](MemberClient& client, Instant) {
        client.member().subscribe({MemberWorld::topic});
      });
      break;
    case 2:
      world.turn(name, [](MemberClient& client, Instant) { client.polls = !client.polls; });
      break;
    case 3:
      world.turn(name, [](MemberClient& client, Instant now) {
        client.commits().commit_async({{{"orders", 0}, {.offset = 1}}}, now);
      });
      break;
    case 4:
      world.turn(name, [](MemberClient& client, Instant) {
        client.member().request_rejoin("for the sake of it");
      });
      break;
    default:
      if (world.broker.control().group(MemberWorld::group)) {
        world.broker.control().move_coordinator(MemberWorld::group);
      }
      break;
  }
}

std::uint64_t digest_of_storm(std::uint64_t seed, const MemberOptions& options) {
  SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
  MemberWorld world({.brokers = 3,
                     .partitions = 6,
                     .seed = seed,
                     .faults = {.latency_min = milliseconds(1),
                                .latency_max = milliseconds(30),
                                .resets_per_thousand = 3}});
  std::vector<broker::RuleId> rules;
  add_faults(world, rules);
  for (const char* name : {"a", "b", "c", "d"}) world.start(name, options);
  Rng rng = Rng(seed).fork("storm");
  for (int i = 0; i < 60; ++i) {
    do_something(world, rng);
    world.advance(milliseconds(rng.below(20'000)));
  }
  for (const broker::RuleId rule : rules) world.broker.control().remove_rule(rule);
  for (const char* name : {"a", "b", "c", "d"}) {
    world.turn(name, [](MemberClient& client, Instant) {
      client.polls = true;
      client.member().subscribe({MemberWorld::topic});
    });
  }
  EXPECT_TRUE(world.settles({"a", "b", "c", "d"})) << world.describe();
  EXPECT_THAT(world.ledger->conflicts, IsEmpty()) << world.describe();
  return world.digest();
}

TEST(MemberStorm, GroupSettlesWhenItIsOver) {
  const char* chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? 12 : first;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto options = seed % 2 == 0 ? MemberWorld::eager() : MemberWorld::cooperative();
    EXPECT_EQ(digest_of_storm(seed, options), digest_of_storm(seed, options)) << seed;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(MemberStorm, CopyOfTheWorldGoesOnAlike) {
  MemberWorld world;
  for (const char* name : {"a", "b"}) world.start(name, MemberWorld::cooperative());
  world.advance(milliseconds(5));
  broker::VirtualBroker copy(world.broker);
  copy.advance(seconds(60));
  world.broker.advance(seconds(60));
  EXPECT_EQ(copy.world().digest().value(), world.digest());
}

TEST(MemberStorm, OlderBrokersAreUnderstood) {
  MemberWorld world({.release = broker::Release::kafka_2_4});
  world.start("a");
  world.start("b", MemberWorld::of_instance("two"));
  EXPECT_TRUE(world.settles({"a", "b"})) << world.describe();
  world.turn("a", [](MemberClient& client, Instant now) {
    client.commits().commit_async({{{"orders", 0}, {.offset = 4}}}, now);
    client.queries().ask({{"orders", 1}}, now + seconds(5));
  });
  world.advance(seconds(1));
  EXPECT_FALSE(world.client("a").committed.at(0).failure.has_value());
  EXPECT_TRUE(world.client("a").answers.at(0).offsets.has_value());
  world.leave("a");
  EXPECT_TRUE(world.settles({"b"}, seconds(10))) << world.describe();
}

TEST(MemberRequests, OldestLeaveGroupNamesItsMemberAtTheTop) {
  const MemberOptions options = MemberWorld::eager();
  const Membership membership{.generation_id = 1, .member_id = "a-1"};
  EXPECT_EQ(leave_request(options, membership, "why", 2),
            (LeaveGroupRequest{.group_id = "readers", .member_id = "a-1"}));
  EXPECT_EQ(leave_request(options, membership, "why", 3),
            (LeaveGroupRequest{.group_id = "readers",
                               .members = {{.member_id = "a-1", .reason = "why"}}}));
}

TEST(MemberRequests, JoinGroupSaysAllThatItsVersionHas) {
  MemberOptions options = MemberWorld::of_instance("one");
  options.max_poll_interval = Duration::max();
  const JoinGroupRequest request = join_request(
      options,
      {.membership = {.member_id = "a-1"}, .topics = {"orders"}, .reason = std::string(300, 'x')});
  EXPECT_EQ(request.session_timeout_ms, 45'000);
  EXPECT_EQ(request.rebalance_timeout_ms, 2'147'483'647);
  EXPECT_EQ(request.reason, std::string(255, 'x'));
  const auto oldest = decode<JoinGroupRequest>(encode(request, 0).joined(), 0);
  EXPECT_EQ(oldest->protocols, request.protocols);
  EXPECT_EQ(oldest->rebalance_timeout_ms, -1);
}

}  // namespace

}  // namespace cohort::client
