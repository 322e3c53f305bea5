// EmbeddedBroker: a broker on a thread of its own, over real sockets.
#include "broker/control/control_world.hpp"
#include "net/client.hpp"
#include <cohort/broker/embedded_broker.hpp>

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

/// A member over TCP, by blocking requests.
class TcpMember {
 public:
  explicit TcpMember(const std::string& bootstrap)
      : socket_(static_cast<std::uint16_t>(std::stoi(bootstrap.substr(bootstrap.rfind(':') + 1)))) {
  }

  template <class Request>
  void send(const Request& request, std::int16_t version) {
    const RequestHeader header{
        .api_key = Request::api.key, .api_version = version, .client_id = "tcp"};
    const Buffer frame = encode_request(header, request).joined();
    ASSERT_TRUE(socket_.send(frame.text()));
  }
  template <class Response, class Request>
  Response ask(const Request& request, std::int16_t version) {
    send(request, version);
    std::size_t size = 0;
    for (const char byte : socket_.receive(4)) {
      size = size * 256 + static_cast<unsigned char>(byte);
    }
    const Buffer frame = Buffer::copy_of(socket_.receive(size));
    const auto header = decode_response_header(frame, Response::api.key, version).value();
    return decode<Response>(frame.slice(header.size), version).value();
  }
  JoinGroupRequest join_request() const {
    return {.group_id = "g",
            .session_timeout_ms = 45'000,
            .rebalance_timeout_ms = 60'000,
            .member_id = id,
            .protocol_type = "consumer",
            .protocols = {{"range", {}}}};
  }
  /// Up to the end of the join phase of a group of its own.
  void join_alone() {
    id = ask<JoinGroupResponse>(join_request(), 5).member_id;
    ASSERT_EQ(ask<JoinGroupResponse>(join_request(), 5).leader, id);
  }
  bool is_at_end() const { return socket_.is_at_end(); }

  std::string id;

 private:
  net::Client socket_;
};

EmbeddedOptions manual() {
  return {.topics = {{.name = "t", .partitions = 2}}, .clock = net::ClockMode::manual};
}

bool is_answered(const std::string& bootstrap) {
  TcpMember client(bootstrap);
  return !client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys.empty();
}

TEST(EmbeddedBrokers, TenInOneProcessHaveNothingInCommon) {
  std::vector<std::unique_ptr<EmbeddedBroker>> brokers;
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
