// EmbeddedBroker: a broker on a thread of its own, over real sockets.
#include "broker/control/tcp_member.hpp"
#include <cohort/broker/embedded_broker.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

namespace cohort::broker {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::chrono::milliseconds patience{10'000};

EmbeddedOptions manual() {
  return {.topics = {{.name = "t", .partitions = 2}}, .clock = net::ClockMode::manual};
}

bool is_answered(const std::string& bootstrap) {
  TcpMember client(bootstrap);
  return !client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys.empty();
}

TEST(EmbeddedBrokers, TenInOneProcessHaveNothingInCommon) {
  std::vector<std::unique_ptr<EmbeddedBroker>> brokers;
  brokers.reserve(10);
  for (int i = 0; i < 10; ++i) brokers.push_back(std::make_unique<EmbeddedBroker>());
  brokers.front()->control().create_topic("only-here");
  for (const auto& broker : brokers) {
    EXPECT_TRUE(is_answered(broker->bootstrap_servers()));
    EXPECT_EQ(broker->control().topics().size(), broker == brokers.front() ? 1 : 0);
  }
}

TEST(EmbeddedBrokers, SeveralBrokersListenAtAPortEach) {
  EmbeddedOptions options;
  options.config.brokers = 3;
  EmbeddedBroker broker(options);
  EXPECT_EQ(std::ranges::count(broker.bootstrap_servers(), ','), 2);
  EXPECT_EQ(broker.http_address(), "");
}

TEST(EmbeddedBrokers, AResetKeepsThePortsAndMakesTheTopicsAgain) {
  EmbeddedBroker broker(manual());
  const std::string bootstrap = broker.bootstrap_servers();
  TcpMember client(bootstrap);
  ASSERT_FALSE(client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys.empty());
  broker.control().create_topic("u");

  broker.reset();

  EXPECT_TRUE(client.is_at_end());
  EXPECT_EQ(broker.bootstrap_servers(), bootstrap);
  EXPECT_TRUE(is_answered(bootstrap));
  ASSERT_EQ(broker.control().topics().size(), 1);
  EXPECT_EQ(broker.control().topics().at(0).topic, "t");
}

TEST(EmbeddedBrokers, AResetTakesAManualClockBackToWhereItStarted) {
  EmbeddedBroker broker(manual());
  const Instant start = broker.now();
  const std::vector<ArmedTimer> armed = broker.armed_timers();
  TcpMember client(broker.bootstrap_servers());
  client.join_alone();
  broker.advance(std::chrono::hours(1));

  broker.reset();

  EXPECT_EQ(broker.now(), start);
  EXPECT_EQ(broker.armed_timers(), armed);
  broker.advance(std::chrono::hours(24));
  EXPECT_EQ(broker.now(), start + std::chrono::hours(24));
}

TEST(EmbeddedBrokers, AManualClockExpiresASessionWhenItIsMoved) {
  EmbeddedBroker broker(manual());
  TcpMember member(broker.bootstrap_servers());
  member.join_alone();
  const Instant before = broker.now();
  broker.advance(seconds(44));
  ASSERT_EQ(broker.control().group("g")->members.size(), 1);
  EXPECT_EQ(broker.waiting_for("g")->phase, "sync");

  broker.advance(seconds(1));

  EXPECT_EQ(broker.control().group("g")->state, GroupState::empty);
  EXPECT_EQ(broker.now(), before + seconds(45));
  EXPECT_EQ(broker.journal().timeline("g").back().fact.at, before + seconds(45));
  EXPECT_EQ(broker.next_deadline(), broker.armed_timers().front().deadline);
}

TEST(EmbeddedBrokers, AdvanceInStepsComesOutAtTheSameTime) {
  EmbeddedBroker broker(manual());
  const Instant before = broker.now();
  broker.advance(milliseconds(250), milliseconds(100), milliseconds(0));
  EXPECT_EQ(broker.now(), before + milliseconds(250));
  EXPECT_THROW(broker.advance(seconds(1), Duration::zero(), milliseconds(0)),
               std::invalid_argument);
  EXPECT_THROW(broker.advance(seconds(-1)), std::invalid_argument);
}

TEST(EmbeddedBrokers, ARealClockIsNotMoved) {
  EmbeddedBroker broker;
  EXPECT_THROW(broker.advance(seconds(1)), std::logic_error);
}

// A consumer asks for no further partitions, and does not close, before its Fetch is answered.
TEST(EmbeddedBrokers, AFetchWaitsInRealTimeWhileTheClockStandsStill) {
  EmbeddedBroker broker(manual());
  const Instant before = broker.now();
  TcpMember client(broker.bootstrap_servers());
  FetchRequest request = fetch_request(0);
  request.max_wait_ms = 20;
  EXPECT_EQ(client.ask<FetchResponse>(request, 11).responses.at(0).partitions.at(0).error_code,
            ErrorCode::none);
  EXPECT_EQ(client.ask<FetchResponse>(request, 11).error_code, ErrorCode::none);
  EXPECT_EQ(broker.now(), before);
}

TEST(EmbeddedBrokers, TimeEndsWhereNoTimerCouldBeToldFromNone) {
  EmbeddedBroker broker(manual());
  const Instant before = broker.now();
  EXPECT_THROW(broker.advance(Duration::max()), std::invalid_argument);
  EXPECT_THROW(broker.advance(-seconds(1)), std::invalid_argument);
  EXPECT_THROW(broker.advance(-seconds(1), seconds(1), milliseconds(0)), std::invalid_argument);
  EXPECT_EQ(broker.now(), before);
}

TEST(EmbeddedBrokers, AreNotMadeWithoutABrokerOrWithPortsThatThereAreNot) {
  EmbeddedOptions none;
  none.config.brokers = 0;
  EXPECT_THROW(EmbeddedBroker{none}, std::invalid_argument);
  EmbeddedOptions beyond{.port = 65'535};
  beyond.config.brokers = 2;
  EXPECT_THROW(EmbeddedBroker{beyond}, std::invalid_argument);
}

TEST(EmbeddedBrokers, GoWhileARequestWaits) {
  std::optional<EmbeddedBroker> broker(manual());
  TcpMember leader(broker->bootstrap_servers());
  leader.join_alone();
  TcpMember waiting(broker->bootstrap_servers());
  waiting.id = waiting.ask<JoinGroupResponse>(waiting.join_request(), 5).member_id;
  waiting.send(waiting.join_request(), 5);
  ASSERT_TRUE(broker->wait_until(
      [](const Broker& node, const Journal&) { return group_view(node, "g")->members.size() == 2; },
      patience));

  broker.reset();

  EXPECT_TRUE(waiting.is_at_end());
  EXPECT_TRUE(leader.is_at_end());
}

TEST(EmbeddedBrokers, WaitUntilSeesWhatAnotherThreadDoes) {
  EmbeddedBroker broker;
  std::promise<void> begun;
  std::thread other([&] {
    begun.get_future().wait();
    broker.control().create_topic("t");
  });
  bool is_first = true;
  EXPECT_TRUE(broker.wait_until(
      [&](const Broker&, const Journal& journal) {
        if (std::exchange(is_first, false)) begun.set_value();
        return journal.next() > journal.first();
      },
      patience));
  other.join();
}

TEST(EmbeddedBrokers, AWaitThatIsOverIsNotLookedAtAgain) {
  EmbeddedBroker broker;
  std::atomic<int> looks = 0;
  const auto never = [&](const Broker&, const Journal&) {
    ++looks;
    return false;
  };
  EXPECT_FALSE(broker.wait_until(never, milliseconds(1)));
  const int seen = looks;
  EXPECT_GT(seen, 0);
  broker.control().create_topic("t");
  EXPECT_EQ(looks, seen);
}

TEST(EmbeddedBrokers, WhatWorkThrowsReachesTheCallerAndNothingElse) {
  EmbeddedBroker broker;
  EXPECT_THROW(broker.control().delete_topic("t"), NotThere);
  EXPECT_THROW(broker.control().create_topic("not a name"), std::invalid_argument);
  EXPECT_THROW(broker.control().stop_broker(9), NotThere);
  EXPECT_THROW(broker.look([](const Broker&, const Journal&) { throw std::out_of_range("x"); }),
               std::out_of_range);
  EXPECT_THROW(
      broker.wait_until([](const Broker&, const Journal&) -> bool { throw std::out_of_range("x"); },
                        patience),
      std::out_of_range);
  EXPECT_TRUE(is_answered(broker.bootstrap_servers()));
}

TEST(EmbeddedBrokers, CanBeActedUponByManyThreadsAtOnce) {
  EmbeddedBroker broker(manual());
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&broker, i] {
      for (int j = 0; j < 25; ++j) {
        broker.control().create_topic(std::to_string(i) + '-' + std::to_string(j));
        broker.control().append("t", 0, {record_of("x")});
        broker.advance(milliseconds(1));
        broker.look([](const Broker& node, const Journal&) { group_views(node); });
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(broker.control().topics().size(), 101);
  EXPECT_EQ(broker.control().topic("t")->partitions.at(0).end_offset, 100);
}

TEST(EmbeddedBrokers, AreNotMadeWhereSomebodyListensOrWithWrongTopics) {
  EmbeddedBroker first;
  const std::string& bootstrap = first.bootstrap_servers();
  EmbeddedOptions same;
  same.port = static_cast<std::uint16_t>(std::stoi(bootstrap.substr(bootstrap.rfind(':') + 1)));
  EXPECT_THROW(EmbeddedBroker{same}, std::system_error);
  EXPECT_THROW(EmbeddedBroker({.topics = {{.name = "not a name"}}}), std::invalid_argument);
}

}  // namespace
}  // namespace cohort::broker
