// A rule switch whose effect is to be seen on the wire.
#include "rule_switches.hpp"
#include "simulation/switches/with_and_without.hpp"
#include "support/wire_client.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/messages/join_group.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace cohort::testing {

namespace {

int answers_to_one_join() {
  broker::VirtualBroker broker;
  WireClient client(broker.world(), "client");
  client.send(JoinGroupRequest{.group_id = "g",
                               .session_timeout_ms = 10'000,
                               .rebalance_timeout_ms = 10'000,
                               .protocol_type = "consumer",
                               .protocols = {{.name = "range"}}},
              3);
  broker.advance(std::chrono::seconds(9));
  int answers = 0;
  while (client.probe().take_frame()) ++answers;
  return answers;
}

TEST(WireSwitches, AJoinGroupHasOneAnswerOrTwo) {
  const auto [with, without] = with_and_without(broker::answers_joins_once, answers_to_one_join);
  EXPECT_EQ(with, 1);
  EXPECT_EQ(without, 2);
}

}  // namespace

}  // namespace cohort::testing
