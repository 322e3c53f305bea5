// How many connections a broker takes up: max.connections, max.connections.per.ip and what changes
// them.
#include "api_world.hpp"

#include <gtest/gtest.h>

#include <variant>

namespace cohort::broker {
namespace {

/// The broker alone, with links that the test opens.
class Admission : public ::testing::Test {
 protected:
  void start(const std::vector<std::pair<std::string, std::string>>& properties,
             std::vector<Listener> listeners = {Listener{.advertised = {"broker", 9092}}}) {
    Config config;
    for (const auto& [key, value] : properties) config.set(key, value);
    broker = std::make_unique<Broker>(config, now);
    broker->advertise(std::move(listeners));
  }

  void open(int link, const std::string& address = "10.0.0.1", std::uint32_t listener = 0) {
    broker->opened(LinkId(link), {.listener = listener, .address = address}, now);
    collect();
  }

  /// Asks something that is answered at once.
  void ask(int link) {
    answered.clear();
    const RequestHeader header{.api_key = ApiKey::api_versions};
    broker->received(LinkId(link), encode_request(header, ApiVersionsRequest{}).joined(), now);
    collect();
  }

  void close(int link) {
    broker->closed(LinkId(link), now);
    collect();
  }

  void set(const std::string& key, const std::string& value, int link) {
    IncrementalAlterConfigsRequest request;
    request.resources = {{.resource_type = 4,
                          .resource_name = "",
                          .configs = {{.name = key, .config_operation = 0, .value = value}}}};
    const RequestHeader header{.api_key = ApiKey::incremental_alter_configs, .api_version = 1};
    broker->received(LinkId(link), encode_request(header, request).joined(), now);
    collect();
  }

  void collect() {
    std::vector<Action> actions;
    broker->take_actions(actions);
    for (const Action& action : actions) {
      if (const auto* held = std::get_if<PauseRead>(&action)) waiting.push_back(number(held->link));
      if (const auto* free = std::get_if<ResumeRead>(&action)) {
        std::erase(waiting, number(free->link));
      }
      if (const auto* gone = std::get_if<Close>(&action)) closing.push_back(number(gone->link));
      if (const auto* sent = std::get_if<Send>(&action)) answered.push_back(number(sent->link));
    }
  }

  static int number(LinkId link) { return static_cast<int>(link); }

  using Links = std::vector<int>;
  Instant now = Instant::from_unix_ms(1'700'000'000'000);
  std::unique_ptr<Broker> broker;
  Links waiting;
  Links closing;
  Links answered;
};

TEST_F(Admission, BeyondMaxConnectionsAClientWaitsUntilAnotherOneGoes) {
  start({{"max.connections", "2"}});
  for (int link = 1; link <= 4; ++link) open(link);
  EXPECT_EQ(waiting, (Links{3, 4}));
  EXPECT_EQ(closing, Links{});

  close(1);
  EXPECT_EQ(waiting, (Links{4}));
  ask(3);
  EXPECT_EQ(answered, (Links{3}));

  close(4);  // Who waits may go too, and frees nothing.
  open(5);
  EXPECT_EQ(waiting, (Links{4, 5}));
  close(2);
  EXPECT_EQ(waiting, (Links{4}));
}

TEST_F(Admission, AConnectionThatTheBrokerClosesFreesItsPlaceAtOnce) {
  start({{"max.connections", "1"}});
  open(1);
  open(2);
  ASSERT_EQ(waiting, (Links{2}));

  broker->received(LinkId(1), Buffer::copy_of("GET / HTTP/1.1\r\n\r\n"), now);
  collect();

  EXPECT_EQ(closing, (Links{1}));
  EXPECT_EQ(waiting, Links{});
}

TEST_F(Admission, BeyondMaxConnectionsPerIpAClientIsClosed) {
  start({{"max.connections.per.ip", "2"},
         {"max.connections.per.ip.overrides", "10.0.0.2:1, localhost:3,0:0:0:0:0:0:0:1:0"}});
  for (int link = 1; link <= 3; ++link) open(link, "10.0.0.1");
  EXPECT_EQ(closing, (Links{3}));
  close(3);
  open(4, "10.0.0.1");
  EXPECT_EQ(closing, (Links{3, 4}));
  close(1);
  open(5, "10.0.0.1");
  EXPECT_EQ(closing, (Links{3, 4}));

  open(6, "10.0.0.2");
  open(7, "10.0.0.2");
  open(8, "::1");
  for (int link = 9; link <= 12; ++link) open(link, "127.0.0.1");
  EXPECT_EQ(closing, (Links{3, 4, 7, 8, 12}));
  EXPECT_EQ(broker->take_facts().back().detail,
            "127.0.0.1: more than 3 connections from there, see max.connections.per.ip");
}

TEST_F(Admission, LimitsThatChangeHoldAtOnce) {
  start({{"max.connections", "3"}});
  for (int link = 1; link <= 4; ++link) {
    open(link);
    now = now + std::chrono::seconds(1);
  }
  ask(1);
  ASSERT_EQ(waiting, (Links{4}));

  set("max.connections", "4", 1);
  EXPECT_EQ(waiting, Links{});
  // Fewer: those go that were silent longest.
  set("max.connections", "2", 1);
  EXPECT_EQ(closing, (Links{2, 3}));
}

TEST_F(Admission, OverridesThatCannotBeReadChangeNothing) {
  start({{"max.connections.per.ip", "1"}});
  open(1);
  for (const char* const overrides : {"10.0.0.1", "10.0.0.1:x", "10.0.0.1 2:3", "a/b:1"}) {
    set("max.connections.per.ip.overrides", overrides, 1);
  }
  open(2);
  EXPECT_EQ(closing, (Links{2}));
  set("max.connections.per.ip.overrides", "10.0.0.1:2", 1);
  open(3);
  EXPECT_EQ(closing, (Links{2}));
  open(4);
  EXPECT_EQ(closing, (Links{2, 4}));
}

TEST_F(Admission, TheListenerBetweenBrokersIsNeverFullAndMakesRoomOnTheOthers) {
  start(
      {{"max.connections", "2"},
       {"inter.broker.listener.name", "INTERNAL"},
       {"listener.name.internal.max.connections", "3"}},
      {{.name = "EXTERNAL", .advertised = {"a", 1}}, {.name = "INTERNAL", .advertised = {"b", 2}}});
  open(1);
  open(2);
  open(3, "10.0.0.1", 1);
  EXPECT_EQ(waiting, Links{});
  EXPECT_EQ(closing, (Links{1}));
  close(1);
  open(4);
  EXPECT_EQ(waiting, (Links{4}));
  // A listener's own limit holds for it as well.
  open(5, "10.0.0.1", 1);
  open(6, "10.0.0.1", 1);
  EXPECT_EQ(closing, (Links{1, 2}));
  open(7, "10.0.0.1", 1);
  EXPECT_EQ(waiting, (Links{4, 7}));
}

TEST_F(Admission, WhoWaitsIsNotClosedForBeingIdle) {
  start({{"max.connections", "1"}});
  open(1);
  open(2);
  now = now + std::chrono::minutes(5);
  ask(1);
  now = now + std::chrono::minutes(6);
  broker->advance(now);
  collect();
  EXPECT_EQ(closing, Links{});
  EXPECT_EQ(waiting, (Links{2}));
}

}  // namespace
}  // namespace cohort::broker
