// On which of the requests that it is for a fault rule acts, and what two rules do to one request.
#include "broker/control/control_world.hpp"

#include <cmath>

namespace cohort::broker {
namespace {

class FaultCount : public ControlWorld {
 protected:
  static FaultRule failing(ErrorCode error) {
    return {.match = {.api = ApiKey::heartbeat}, .action = AnswerError{error}};
  }
  /// The rule's kind of fault, which no heartbeat of nobody would show.
  static FaultRule failing() { return failing(ErrorCode::request_timed_out); }

  ErrorCode heartbeat() {
    return client.ask<HeartbeatResponse>(HeartbeatRequest{.group_id = "g"}, 3).value().error_code;
  }
  /// A mark for each heartbeat: `x` for those that the rule acted on.
  std::string marks(std::size_t count) {
    std::string text;
    while (text.size() < count) text += heartbeat() == ErrorCode::request_timed_out ? 'x' : '.';
    return text;
  }

  testing::WireClient client{broker.world(), "client"};
};

TEST_F(FaultCount, WithoutACountItActsOnEveryOne) {
  control().add_rule(failing());
  EXPECT_EQ(marks(3), "xxx");
}

TEST_F(FaultCount, WithNthOnThatOne) {
  FaultRule rule = failing();
  rule.nth = 3;
  control().add_rule(rule);
  EXPECT_EQ(marks(5), "..x..");
}

TEST_F(FaultCount, WithTimesOnTheFirstSoMany) {
  FaultRule rule = failing();
  rule.times = 2;
  const RuleId id = control().add_rule(rule);
  EXPECT_EQ(marks(4), "xx..");
  EXPECT_EQ(control().rule(id)->matched, 4);
  EXPECT_EQ(control().rule(id)->hits, 2);
}

TEST_F(FaultCount, WithBothOnSoManyFromTheNthOn) {
  FaultRule rule = failing();
  rule.nth = 2;
  rule.times = 3;
  control().add_rule(rule);
  EXPECT_EQ(marks(6), ".xxx..");
}

TEST_F(FaultCount, CountingBeginsWhenTheRuleIsMade) {
  marks(2);
  FaultRule rule = failing();
  rule.nth = 1;
  control().add_rule(rule);
  EXPECT_EQ(marks(2), "x.");
}

TEST_F(FaultCount, AProbabilityIsDrawnFromTheBrokersSeed) {
  FaultRule rule = failing();
  rule.probability = 0.5;
  control().add_rule(rule);
  const std::string here = marks(64);
  const std::ptrdiff_t hits = std::ranges::count(here, 'x');
  EXPECT_GT(hits, 16);
  EXPECT_LT(hits, 48);

  const auto with_seed = [&](std::uint64_t seed) {
    VirtualOptions options = control_options();
    options.config.seed = seed;
    VirtualBroker again(options);
    again.control().add_rule(rule);
    testing::WireClient asking(again.world(), "client");
    std::string text;
    while (text.size() < here.size()) {
      const HeartbeatRequest request{.group_id = "g"};
      const auto answer = asking.ask<HeartbeatResponse>(request, 3).value();
      text += answer.error_code == ErrorCode::request_timed_out ? 'x' : '.';
    }
    return text;
  };
  EXPECT_EQ(with_seed(1), here);
  EXPECT_NE(with_seed(2), here);
}

TEST_F(FaultCount, AProbabilityOfZeroNeverActs) {
  FaultRule rule = failing();
  rule.probability = 0;
  control().add_rule(rule);
  EXPECT_EQ(marks(20), std::string(20, '.'));
}

// Another one in its place would not be the nth.
TEST_F(FaultCount, AnNthThatChancePassedOverIsNotMadeUpFor) {
  for (int i = 0; i < 20; ++i) {
    FaultRule rule = failing();
    rule.nth = 2;
    rule.probability = 0.5;
    const RuleId id = control().add_rule(rule);
    const std::string seen = marks(6);
    EXPECT_TRUE(seen == "......" || seen == ".x....") << seen;
    control().remove_rule(id);
  }
}

TEST_F(FaultCount, TheOlderOfTwoRulesDecidesAndBothCount) {
  FaultRule rule = failing();
  rule.times = 1;
  const RuleId older = control().add_rule(rule);
  const RuleId younger = control().add_rule(failing(ErrorCode::coordinator_not_available));

  EXPECT_EQ(heartbeat(), ErrorCode::request_timed_out);
  EXPECT_EQ(control().rule(younger)->matched, 1);
  EXPECT_EQ(control().rule(younger)->hits, 0);
  EXPECT_EQ(heartbeat(), ErrorCode::coordinator_not_available);
  EXPECT_EQ(control().rule(older)->matched, 2);
  EXPECT_EQ(control().rule(younger)->hits, 1);
}

TEST_F(FaultCount, TimesOfTheYoungerRuleAreNotUsedUpByTheOlderOne) {
  FaultRule first = failing();
  first.times = 1;
  FaultRule second = failing(ErrorCode::coordinator_not_available);
  second.times = 1;
  control().add_rule(first);
  control().add_rule(second);
  EXPECT_EQ(heartbeat(), ErrorCode::request_timed_out);
  EXPECT_EQ(heartbeat(), ErrorCode::coordinator_not_available);
  EXPECT_EQ(heartbeat(), ErrorCode::unknown_member_id);
}

TEST_F(FaultCount, ObserversLeaveTheJournalAlone) {
  control().add_rule({.action = Observe{}});
  const std::uint64_t next = broker.journal().next();
  testing::WireClient client(broker.world(), "watched");
  ASSERT_TRUE(client.ask<MetadataResponse>(MetadataRequest{}, 1).has_value());
  EXPECT_EQ(broker.journal().next(), next);
}

TEST_F(FaultCount, ObserversSeeWhatOthersDecide) {
  control().add_rule(failing());
  const RuleId observer = control().add_rule({.action = Observe{}});
  EXPECT_EQ(heartbeat(), ErrorCode::request_timed_out);
  EXPECT_EQ(control().rule(observer)->hits, 1);
}

TEST_F(FaultCount, ARequestIsCountedOnceThoughItWasHeld) {
  const RuleId rule =
      control().add_rule({.match = {.api = ApiKey::heartbeat}, .action = Hold{Moment::before}});
  const RuleId observer = control().add_rule({.action = Observe{}});
  ASSERT_EQ(client.ask<HeartbeatResponse>(HeartbeatRequest{.group_id = "g"}, 3), std::nullopt);
  EXPECT_EQ(control().release_all(rule), 1);
  broker.settle();
  EXPECT_TRUE(client.take<HeartbeatResponse>(3).has_value());
  EXPECT_EQ(control().rule(rule)->matched, 1);
  EXPECT_EQ(control().rule(observer)->matched, 1);
}

TEST_F(FaultCount, RulesThatMakeNoSenseAreRefused) {
  const auto refused = [this](const FaultRule& rule) {
    expect_refused<std::invalid_argument>([&](Control& each) { each.add_rule(rule); });
  };
  refused({.nth = 0, .action = Observe{}});
  refused({.times = 0, .action = Observe{}});
  refused({.probability = -0.1, .action = Observe{}});
  refused({.probability = 1.1, .action = Observe{}});
  refused({.probability = std::nan(""), .action = Observe{}});
  refused({.action = DelayAnswer{std::chrono::seconds(-1)}});
  refused({.action = Throttle{std::chrono::seconds(-1)}});
}

}  // namespace
}  // namespace cohort::broker
