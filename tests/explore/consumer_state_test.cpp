// What the state of a world of real consumers says: as much as its future needs, and no more than
// was promised.
#include "explore/polling_world.hpp"
#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::testing {

namespace {

/// Makes these draws' moves, and tells what each is and brings: bytes but for what was promised to
/// be nobody's business.
std::vector<StateHash> future_of_consumers(PollingWorld world, Rng draws, int moves) {
  std::vector<StateHash> told;
  StateDigest tale(world.started(), {.whole_frames = true, .member_ids_to_come = 0});
  world.simulation().on_arrival([&](const sim::Arrival& arrival, Instant) {
    tale.add(arrival.what.index());
    if (const auto* bytes = std::get_if<Buffer>(&arrival.what)) {
      if (arrival.node == sim::NodeIndex{0}) {
        tale.add_requests(bytes->bytes());
      } else {
        tale.add_answers(bytes->bytes());
      }
    }
  });
  for (int i = 0; i < moves; ++i) {
    const auto possible = world.moves();
    const std::size_t move = draws.below(possible.size());
    const Instant before = world.simulation().now();
    tale.add_all(possible.size(), move, possible[move].kind, possible[move].what.index());
    world.make(possible[move]);
    tale.add(world.simulation().now() - before);
    told.push_back(tale.value());
  }
  return told;
}

struct WalkResult {
  int twins = 0;    ///< So often a state came up again by another way,
  int swapped = 0;  ///< and so often with other consumers in the same places.
  std::size_t states = 0;
};

PollingWorld two_new_consumers(Alike alike) {
  PollingWorld world(alike);
  world.start("p1");
  world.start("p2");
  return world;
}

PollingWorld two_stable_consumers(Alike alike, const std::string& first,
                                  const std::string& second) {
  PollingWorld world(alike);
  world.start(first);
  world.settle();
  world.start(second);
  world.advance(std::chrono::seconds(4));  // The first hears of it with a heartbeat.
  EXPECT_TRUE(world.is_stable(first));
  EXPECT_TRUE(world.is_stable(second));
  return world;
}

/// Walks at random, and compares futures wherever a state comes up again by another way.
WalkResult walk_consumers(const PollingWorld& start, int walks, int steps) {
  std::map<StateHash, PollingWorld> seen;
  WalkResult result;
  for (int walk = 0; walk < walks; ++walk) {
    Rng draws = Rng(1).fork("walk", static_cast<std::uint64_t>(walk));
    PollingWorld world = start;
    int crashes = 0;
    for (int step = 0; step < steps; ++step) {
      const auto possible = world.moves();
      const auto& move = possible[draws.below(possible.size())];
      const bool is_crash = move.kind == PollingWorld::Move::Kind::crash;
      if (is_crash && ++crashes > 1) continue;
      world.make(move);
      const auto [twin, is_new] = seen.try_emplace(world.state(), world);
      const bool came_another_way =
          twin->second.simulation().digest() != world.simulation().digest();
      if (is_new || !came_another_way) continue;
      ++result.twins;
      if (world.seats_in_order() != twin->second.seats_in_order()) ++result.swapped;
      const Rng futures = draws.fork("future", static_cast<std::uint64_t>(step));
      EXPECT_EQ(future_of_consumers(world, futures, 8),
                future_of_consumers(twin->second, futures, 8))
          << "walk " << walk << ", step " << step;
    }
  }
  result.states = seen.size();
  return result;
}

/// Two consumers that dial in one order, and join in this one.
PollingWorld consumers_that_join(Alike alike, const std::vector<std::string>& order) {
  PollingWorld world = two_new_consumers(alike);
  for (const std::string& seat : order) world.run(seat);
  return world;
}

StateHash own_state(const client::ConsumerNode& consumer, Instant now) {
  StateDigest digest(now);
  consumer.digest(digest);
  return digest.value();
}

/// A consumer that reads alone, after these have each been given a member id that was never used.
PollingWorld world_of_one(const std::vector<std::string>& gone) {
  PollingWorld world(Alike::yes);
  for (const std::string& seat : gone) {
    world.start(seat);
    const auto member_id = [&] { return world.consumer(seat).group_membership().member_id; };
    world.simulation().run_until([&] { return !member_id().empty(); }, std::chrono::seconds(1));
    const std::string id = member_id();
    world.crash(seat, Arrives::nothing);
    world.settle();
    world.act_on_broker(
        [&](broker::Control& control) { control.expire_member(PollingWorld::group, id); });
  }
  world.start("p1");
  world.settle();
  EXPECT_TRUE(world.is_stable("p1"));
  return world;
}

}  // namespace

TEST(ConsumerState, WhenItIsTheSameByOtherWaysTheFutureIsTheSame) {
  EXPECT_GT(walk_consumers(two_new_consumers(Alike::no), 20, 60).twins, 100);
  EXPECT_GT(walk_consumers(two_stable_consumers(Alike::no, "p1", "p2"), 30, 60).twins, 50);
}

TEST(ConsumerState, TheSameHoldsWhereConsumersAreAlike) {
  const WalkResult beginnings = walk_consumers(two_new_consumers(Alike::yes), 20, 60);
  const WalkResult later = walk_consumers(two_stable_consumers(Alike::yes, "p1", "p2"), 20, 60);

  EXPECT_GT(beginnings.twins, 100);
  EXPECT_GT(beginnings.swapped, 10);
  EXPECT_GT(later.twins, 30);
}

TEST(ConsumerState, HeartbeatsLeadBackToIt) {
  PollingWorld world = two_stable_consumers(Alike::no, "p1", "p2");
  world.advance(std::chrono::seconds(3));
  const StateHash before = world.state();
  world.advance(std::chrono::seconds(3));

  EXPECT_EQ(world.state(), before);
  world.advance(std::chrono::seconds(1));
  EXPECT_NE(world.state(), before);
}

TEST(ConsumerState, IsTheSameForMembersThatHaveChangedPlacesWhereTheyAreAlike) {
  EXPECT_EQ(consumers_that_join(Alike::yes, {"p1", "p2"}).state(),
            consumers_that_join(Alike::yes, {"p2", "p1"}).state());
}

TEST(ConsumerState, IsAnotherForMembersThatHaveChangedPlacesWhereTheyAreNot) {
  EXPECT_NE(consumers_that_join(Alike::no, {"p1", "p2"}).state(),
            consumers_that_join(Alike::no, {"p2", "p1"}).state());
}

TEST(ConsumerState, EveryStepOfAConsumerChangesIt) {
  PollingWorld world;
  world.start("p1");
  std::set<StateHash> states;
  std::size_t arrivals = 0;
  world.simulation().on_arrival([&](const sim::Arrival& arrival, Instant) {
    if (arrival.node == sim::NodeIndex{0}) return;
    states.insert(own_state(world.consumer("p1"), world.started()));
    ++arrivals;
  });
  world.settle();

  EXPECT_GT(arrivals, 10U);
  EXPECT_EQ(states.size(), arrivals);
}

TEST(ConsumerState, WhateverItsUserDoesChangesIt) {
  using client::ConsumerNode;
  const PollingWorld world = two_stable_consumers(Alike::no, "p1", "p2");
  const Instant now = world.simulation().now();
  const client::TopicPartition own = *world.consumer("p1").positions().assigned().begin();
  const std::vector<std::function<void(ConsumerNode&)>> deeds{
      [&](ConsumerNode& node) { node.pause({own}, now); },
      [&](ConsumerNode& node) { node.seek(own, client::Position{.offset = 7}, now); },
      [&](ConsumerNode& node) { node.seek({own}, {.kind = client::SoughtKind::end}, now); },
      [&](ConsumerNode& node) {
        node.commit_async({{own, {.offset = 1}}}, now);
      },
      [&](ConsumerNode& node) {
        node.commit_sync({{own, {.offset = 1}}}, now + milliseconds(5), now);
      },
      [&](ConsumerNode& node) { node.ask_committed({own}, now + milliseconds(5), now); },
      [&](ConsumerNode& node) {
        node.ask_offsets({{own, client::latest_timestamp}}, now);
      },
      [&](ConsumerNode& node) { node.subscribe(std::set<std::string>{"others"}, now); },
      [&](ConsumerNode& node) { node.enforce_rebalance("for a test", now); },
      [&](ConsumerNode& node) { node.leave({.reason = "for a test"}, now); },
      [&](ConsumerNode& node) { node.want_topic("others", now); },
      [&](ConsumerNode& node) { node.wake_up(); },
      [&](ConsumerNode& node) { node.end_poll(); },
      [&](ConsumerNode& node) { node.close(now); },
  };
  std::set<StateHash> states{own_state(world.consumer("p1"), now)};
  for (const auto& deed : deeds) {
    ConsumerNode node = world.consumer("p1");
    deed(node);
    states.insert(own_state(node, now));
  }

  EXPECT_EQ(states.size(), deeds.size() + 1);
}

TEST(ConsumerState, IsTheSameForAMemberOfAnotherId) {
  const PollingWorld first = world_of_one({});
  const PollingWorld second = world_of_one({"p0"});
  DigestPromises ids_count = first.promises(0);
  ids_count.member_ids_to_come.reset();

  EXPECT_EQ(first.state(0), second.state(0));
  EXPECT_NE(first.simulation().state(ids_count, first.alike_nodes()),
            second.simulation().state(ids_count, second.alike_nodes()));
}

TEST(ConsumerState, HowTheIdsToComeAreSortedCounts) {
  const PollingWorld first = world_of_one({});
  const PollingWorld second = world_of_one({"p0"});

  EXPECT_NE(first.state(5), second.state(5));
}

}  // namespace cohort::testing
