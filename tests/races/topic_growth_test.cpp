// A topic gets more partitions while the leader works the assignment out.
#include "races/race_member.hpp"
#include <cohort/protocol/messages/metadata.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

/// Of the topic `orders`, as the client is told.
Pending<std::vector<std::int32_t>> ask_for_partitions(RaceClient& client) {
  MetadataRequest request;
  request.topics->push_back({.name = RaceWorld::topic});
  return client.send<MetadataResponse>(request, 9, [](const MetadataResponse& response) {
    std::vector<std::int32_t> partitions;
    for (const auto& each : response.topics.at(0).partitions) {
      partitions.push_back(each.partition_index);
    }
    return partitions;
  });
}

TEST(TopicGrowth, GrowthThatTheLeaderHasNotSeenIsForTheNextRebalance) {
  race({.partitions = 1}, [](RaceWorld& world) {
    RaceMember anna(world, "anna");
    join_together({&anna});
    const std::vector<std::int32_t> seen = ask_for_partitions(anna).answer().value();
    const RuleId plan_held = world.hold(ApiKey::sync_group, "anna");
    const Pending<Synced> plan = anna.sync({{"anna", seen}});

    world.broker.control().grow_topic(RaceWorld::topic, 3);
    world.release(plan_held);

    // The broker does not look into assignments: that is the leader's business.
    EXPECT_EQ(plan.answer(), (Synced{.partitions = {0}}));
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::none);

    // A leader that finds more partitions joins again, which is a rebalance.
    EXPECT_EQ(ask_for_partitions(anna).answer(), (std::vector<std::int32_t>{0, 1, 2}));
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna"}}));
    EXPECT_EQ(anna.sync({{"anna", {0, 1, 2}}}).answer(), (Synced{.partitions = {0, 1, 2}}));
  });
}

TEST(TopicGrowth, GrowthThatTheLeaderHasSeenNeedsNoOtherRebalance) {
  race({.partitions = 1}, [](RaceWorld& world) {
    RaceMember anna(world, "anna");
    join_together({&anna});
    const RuleId metadata_held = world.hold(ApiKey::metadata, "anna");
    const auto asked = ask_for_partitions(anna);

    world.broker.control().grow_topic(RaceWorld::topic, 3);
    world.release(metadata_held);

    const std::vector<std::int32_t> seen = asked.answer().value();
    EXPECT_EQ(anna.sync({{"anna", seen}}).answer(), (Synced{.partitions = {0, 1, 2}}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
