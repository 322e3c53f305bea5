// What a world's state says: as much as its future needs, and nothing else.
#include "explore/exactly_once.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace cohort::testing {

namespace {

void make_any(ProcessingWorld& world, Rng& draws) { world.make(draws.below(world.move_count())); }

/// Makes these draws' moves, and tells all that arrives and can be seen on the way.
std::vector<std::string> future_of(ProcessingWorld world, Rng draws, int moves) {
  std::vector<std::string> told;
  world.simulation().on_arrival([&](const sim::Arrival& arrival, Instant) {
    const auto* bytes = std::get_if<Buffer>(&arrival.what);
    told.emplace_back(bytes == nullptr ? "no bytes" : bytes->text());
  });
  for (int i = 0; i < moves; ++i) {
    const std::size_t move = draws.below(world.move_count());
    told.push_back(world.move_name(move));
    world.make(move);
    world.look();
    for (const OutputRecord& record : world.view().log) told.push_back(record.value);
    for (const std::int64_t offset : world.view().committed) told.push_back(std::to_string(offset));
  }
  return told;
}

/// A broker with a topic and a group's offset, all of it made at `start`.
StateHash state_of_broker_started_at(Instant start, std::int64_t offset) {
  sim::Simulation world({.start = start});
  world.add("broker", std::make_unique<broker::Broker>(broker::Config{}, world.now()));
  broker::Control control([&](const auto& work) {
    world.turn("broker",
               [&](Node& node) { work(dynamic_cast<broker::Broker&>(node), world.now()); });
  });
  control.create_topic("orders", 2);
  control.append("orders", 0,
                 {Record{.timestamp = start.unix_ms(), .value = Buffer::copy_of("x")}});
  control.set_offsets("readers", {{.topic = "orders", .offset = offset}});
  return world.state({.coordinator_logs_stay_unread = true});
}

}  // namespace

TEST(WorldState, WhenItIsTheSameByOtherWaysTheFutureIsTheSame) {
  constexpr int walks = 12;
  constexpr int steps = 40;
  std::map<StateHash, ProcessingWorld> seen;
  int twins = 0;
  for (int walk = 0; walk < walks; ++walk) {
    Rng draws = Rng(1).fork("walk", static_cast<std::uint64_t>(walk));
    ProcessingWorld world;
    for (int step = 0; step < steps; ++step) {
      make_any(world, draws);
      const auto [twin, is_new] = seen.try_emplace(world.state(), world);
      const bool came_another_way =
          twin->second.simulation().digest() != world.simulation().digest();
      if (is_new || !came_another_way) continue;
      ++twins;
      const Rng futures = draws.fork("future", static_cast<std::uint64_t>(step));
      EXPECT_EQ(future_of(world, futures, 6), future_of(twin->second, futures, 6))
          << "walk " << walk << ", step " << step;
    }
  }
  EXPECT_GT(twins, 20);
}

TEST(WorldState, EveryStepOfATransactionChangesIt) {
  ProcessingWorld world;
  std::set<StateHash> states{world.state()};
  // OffsetFetch, Fetch, AddPartitionsToTxn, Produce, AddOffsetsToTxn, TxnOffsetCommit, EndTxn.
  constexpr std::size_t steps = 7;
  for (std::size_t step = 0; step < steps; ++step) {
    world.make(0);
    states.insert(world.state());
  }
  EXPECT_EQ(states.size(), steps + 1);
}

TEST(WorldState, WhatIsLostOnTheWayIsNotUnderWay) {
  std::set<StateHash> states;
  const ProcessingWorld world;
  for (std::size_t move = 0; move < world.move_count(); ++move) {
    ProcessingWorld next = world;
    next.make(move);
    states.insert(next.state());
  }
  EXPECT_EQ(states.size(), world.move_count());
}

TEST(WorldState, LookingAndCopyingChangeNothing) {
  ProcessingWorld world;
  const StateHash before = world.state();
  const ProcessingWorld copy = world;
  world.look();

  EXPECT_EQ(world.state(), before);
  EXPECT_EQ(copy.state(), before);
}

TEST(WorldState, HeartbeatsOfAMemberThatHasNothingToDoChangeNothing) {
  ProcessingWorld world({.crashes = 0, .expiries = 0});
  while (world.move_name(0) != "p1's Heartbeat arrives") world.make(0);
  world.make(0);
  while (world.move_name(0) != "p1's Heartbeat arrives") world.make(0);
  world.make(0);
  world.make(0);  // It has read all of its partition.
  const StateHash idle = world.state();
  world.make(0);

  EXPECT_EQ(world.state(), idle);
}

TEST(WorldState, TheSameAnHourLaterIsTheSame) {
  const Instant start = Instant::from_unix_ms(record_time_ms);
  const Instant later = start + std::chrono::hours(1);

  EXPECT_EQ(state_of_broker_started_at(start, 1), state_of_broker_started_at(later, 1));
  EXPECT_NE(state_of_broker_started_at(start, 1), state_of_broker_started_at(start, 2));
}

}  // namespace cohort::testing
