// VirtualBroker: time, timers, copies, and hours that pass in no time.
#include "broker/control/control_world.hpp"

#include <stdexcept>

namespace cohort::broker {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class InVirtualTime : public ControlWorld {
 protected:
  bool is_armed(std::string_view text) const {
    return std::ranges::any_of(broker.armed_timers(), [&](const ArmedTimer& timer) {
      return timer.name.find(text) != std::string::npos;
    });
  }
};

TEST_F(InVirtualTime, NothingHappensByItself) {
  testing::WireClient client(broker.world(), "client");
  client.send(MetadataRequest{}, 1);
  const Instant before = broker.now();
  EXPECT_EQ(client.take<MetadataResponse>(1), std::nullopt);
  broker.settle();
  EXPECT_TRUE(client.take<MetadataResponse>(1).has_value());
  EXPECT_EQ(broker.now(), before);
  EXPECT_EQ(broker.bootstrap_servers(), "broker:9092");
}

TEST_F(InVirtualTime, ASessionOf45SecondsExpires) {
  Member a(broker, "a");
  a.join_alone();
  broker.advance(seconds(44));
  ASSERT_EQ(a.heartbeat(), ErrorCode::none);
  broker.advance(milliseconds(44'999));
  ASSERT_EQ(control().group("g")->state, GroupState::stable);
  broker.advance(milliseconds(1));
  EXPECT_EQ(control().group("g")->state, GroupState::empty);
  EXPECT_EQ(newest(FactKind::member_expired).at, broker.now());
}

// What a consumer's max.poll.interval.ms is to the broker: it heartbeats and does not rejoin.
TEST_F(InVirtualTime, AMemberThatOnlyHeartbeatsIsEvictedAfterItsRebalanceTimeout) {
  Member stuck(broker, "stuck");
  stuck.join_alone();
  Member other(broker, "other");
  other.join();
  stuck.join();
  ASSERT_EQ(stuck.take_joined().value().members.size(), 2);
  ASSERT_TRUE(other.take_joined().has_value());
  stuck.sync({{stuck.id, {}}, {other.id, {}}});
  ASSERT_TRUE(stuck.take_synced().has_value());
  control().force_rebalance("g");
  other.join();
  const WaitView wait = broker.waiting_for("g").value();
  EXPECT_EQ(wait.phase, "join");
  EXPECT_EQ(wait.members, std::vector{stuck.id});
  EXPECT_EQ(wait.deadline, broker.now() + minutes(5));
  for (int i = 0; i < 9; ++i) {
    broker.advance(seconds(30));
    ASSERT_EQ(stuck.heartbeat(), ErrorCode::rebalance_in_progress);
  }
  broker.advance(milliseconds(29'999));
  ASSERT_EQ(other.take_joined(), std::nullopt);

  broker.advance(milliseconds(1));

  EXPECT_EQ(other.take_joined().value().leader, other.id);
  EXPECT_EQ(control().group("g")->members.size(), 1);
  EXPECT_EQ(stuck.heartbeat(), ErrorCode::unknown_member_id);
}

TEST_F(InVirtualTime, OffsetsOfAnEmptyGroupGoAfterSevenDays) {
  control().set_offsets("g", {{"t", 0, 1}});
  broker.advance(hours(24 * 7) - minutes(1));
  ASSERT_EQ(control().group("g")->offsets.size(), 1);
  broker.advance(minutes(11));
  EXPECT_FALSE(control().group("g").has_value());
  EXPECT_EQ(newest(FactKind::offset_expired).cause.kind, Cause::Kind::timer);
}

TEST_F(InVirtualTime, TimersAreListedTheNextOneFirst) {
  Member a(broker, "a");
  a.join_alone();
  const std::vector<ArmedTimer> timers = broker.armed_timers();
  EXPECT_TRUE(std::ranges::is_sorted(timers, {}, &ArmedTimer::deadline));
  EXPECT_EQ(timers.front().deadline, broker.next_deadline());
  EXPECT_TRUE(is_armed("session"));
}

TEST_F(InVirtualTime, IdleIsWhenOnlyPeriodicTimersAreArmed) {
  Member a(broker, "a");
  a.join();
  ASSERT_TRUE(a.take_joined().has_value());
  EXPECT_THROW(broker.run_until_idle(seconds(1)), std::runtime_error);
  a.sync({{a.id, {}}});
  const Instant before = broker.now();
  broker.run_until_idle(seconds(1));
  EXPECT_EQ(broker.now(), before);
}

TEST_F(InVirtualTime, WhatIsLeftIsNamedWhenItIsNotIdleInTime) {
  control().add_rule({.match = {.api = ApiKey::metadata}, .action = DelayAnswer{minutes(5)}});
  testing::WireClient client(broker.world(), "client");
  client.send(MetadataRequest{}, 1);
  broker.settle();
  try {
    broker.run_until_idle(minutes(1));
    ADD_FAILURE() << "it is idle";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("delayed answer to Metadata"), std::string::npos);
  }
  broker.run_until_idle(minutes(5));
  EXPECT_TRUE(client.take<MetadataResponse>(1).has_value());
}

TEST_F(InVirtualTime, TimeDoesNotGoBackOrBeyondItsEnd) {
  const Instant before = broker.now();
  EXPECT_THROW(broker.advance(-seconds(1)), std::invalid_argument);
  EXPECT_THROW(broker.advance(Duration::max()), std::invalid_argument);
  EXPECT_THROW(broker.run_until_idle(-seconds(1)), std::invalid_argument);
  EXPECT_THROW(broker.run_until([] { return false; }, -seconds(1)), std::invalid_argument);
  EXPECT_EQ(broker.now(), before);
}

TEST_F(InVirtualTime, RunUntilJumpsToWhereItHolds) {
  Member a(broker, "a");
  a.join_alone();
  const Instant before = broker.now();
  const auto is_empty = [this] { return control().group("g")->state == GroupState::empty; };
  EXPECT_FALSE(broker.run_until(is_empty, seconds(44)));
  EXPECT_TRUE(broker.run_until(is_empty, seconds(2)));
  EXPECT_EQ(broker.now(), before + seconds(45));
}

TEST_F(InVirtualTime, ACopyIsAWorldOfItsOwn) {
  Member a(broker, "a");
  a.join_alone();
  const std::uint64_t next = broker.journal().next();

  VirtualBroker copy(broker);
  copy.control().expire_member("g", a.id);
  copy.control().add_rule({.action = Observe{}});
  copy.advance(seconds(1));

  EXPECT_EQ(copy.control().group("g")->state, GroupState::empty);
  EXPECT_GT(copy.journal().next(), next);
  EXPECT_EQ(control().group("g")->state, GroupState::stable);
  EXPECT_TRUE(control().rules().empty());
  EXPECT_EQ(broker.journal().next(), next);
  EXPECT_EQ(copy.now(), broker.now() + seconds(1));
}

TEST_F(InVirtualTime, TwoCopiesToWhichTheSameHappensStayTheSame) {
  Member a(broker, "a");
  a.join_alone();
  const auto go_on = [](VirtualBroker& world) {
    world.control().append("t", 0, {record_of("x")});
    world.advance(hours(1));
    return world.journal().last(100);
  };
  VirtualBroker copy(broker);
  EXPECT_EQ(go_on(copy), go_on(broker));
  EXPECT_EQ(copy.world().digest().value(), broker.world().digest().value());
}

TEST(VirtualBrokers, OfTheSameSeedDoTheSame) {
  const auto digest_of = [](std::uint64_t seed) {
    VirtualOptions options = control_options();
    options.config.seed = seed;
    VirtualBroker broker(options);
    Member a(broker, "a");
    a.join_alone();
    broker.advance(minutes(1));
    return broker.world().digest().value();
  };
  EXPECT_EQ(digest_of(1), digest_of(1));
  EXPECT_NE(digest_of(1), digest_of(2));
}

TEST(VirtualBrokers, AreNotMadeWithTopicsThatCantBe) {
  EXPECT_THROW(VirtualBroker({.topics = {{.name = "not a name"}}}), std::invalid_argument);
  EXPECT_THROW(VirtualBroker({.topics = {{.name = "t"}, {.name = "t"}}}), std::invalid_argument);
}

TEST(VirtualBrokers, ListenAtAPortEach) {
  VirtualBroker broker(control_options(3));
  EXPECT_EQ(broker.bootstrap_servers(), "broker:9092,broker:9093,broker:9094");
}

}  // namespace
}  // namespace cohort::broker
