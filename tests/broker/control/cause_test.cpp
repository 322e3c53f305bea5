// What facts say of why things came about.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class Causes : public ControlWorld {
 protected:
  explicit Causes(VirtualOptions options = control_options()) : ControlWorld(std::move(options)) {}
};

TEST_F(Causes, OfARequestIsItsApi) {
  Member a(broker, "a");
  a.join_alone();
  ASSERT_EQ(a.commit(0, 1), ErrorCode::none);
  for (const FactKind kind :
       {FactKind::member_id_given, FactKind::member_joined, FactKind::rebalance_started}) {
    EXPECT_EQ(newest(kind).cause, by_request("JoinGroup")) << name(kind);
  }
  EXPECT_EQ(newest(FactKind::assignment_received).cause, by_request("SyncGroup"));
  EXPECT_EQ(newest(FactKind::offsets_committed).cause, by_request("OffsetCommit"));
  EXPECT_EQ(newest(FactKind::offsets_committed).client_id, "a");
}

// KIP-800
TEST_F(Causes, OfAJoinThatSaysWhyAreTheClientsOwnWords) {
  Member a(broker, "a");
  a.join_alone();
  a.join("the topics have changed");
  const Cause cause = by_request("JoinGroup", "the topics have changed");
  EXPECT_EQ(newest(FactKind::member_rejoined).cause, cause);
  EXPECT_EQ(newest(FactKind::rebalance_started).cause, cause);
  EXPECT_EQ(broker.journal().rebalances("g").back().cause, cause);
}

TEST_F(Causes, OfEachMemberThatLeavesAreItsOwnWords) {
  Member a(broker, "a");
  Member b(broker, "b");
  a.ask_for_id();
  b.ask_for_id();
  broker.settle();
  for (Member* each : {&a, &b}) each->join();
  LeaveGroupRequest request{.group_id = "g"};
  request.members = {{.member_id = a.id, .reason = "shutdown"},
                     {.member_id = b.id, .reason = std::nullopt}};
  testing::WireClient admin(broker.world(), "admin");
  ASSERT_TRUE(admin.ask<LeaveGroupResponse>(request, 5).has_value());

  const std::vector<Fact> left = facts_of(FactKind::member_left);
  ASSERT_EQ(left.size(), 2);
  EXPECT_EQ(left.at(0).cause, by_request("LeaveGroup", "shutdown"));
  EXPECT_EQ(left.at(1).cause, by_request("LeaveGroup"));
  EXPECT_EQ(left.at(0).client_id, "a");
}

TEST_F(Causes, OfAnExpiredSessionIsTheTimer) {
  Member a(broker, "a");
  a.join_alone();
  broker.advance(seconds(45));
  EXPECT_EQ(newest(FactKind::member_expired).cause.kind, Cause::Kind::timer);
  EXPECT_EQ(newest(FactKind::group_emptied).cause, newest(FactKind::member_expired).cause);
  EXPECT_NE(newest(FactKind::member_expired).cause.name, "");
}

TEST_F(Causes, OfAnIdThatWasNeverUsedIsTheTimer) {
  Member a(broker, "a");
  a.ask_for_id();
  broker.advance(seconds(45));
  EXPECT_EQ(newest(FactKind::pending_member_expired).cause.kind, Cause::Kind::timer);
}

TEST_F(Causes, OfARetentionIsItsCheck) {
  control().append("t", 0, {record_of("old", 1)});
  broker.advance(minutes(6));
  EXPECT_EQ(newest(FactKind::records_deleted).cause, by_timer("log.retention.check.interval.ms"));
}

TEST_F(Causes, OfARefusedConnectionIsTheLink) {
  sim::Probe probe(broker.world(), "probe", VirtualBroker::host, VirtualBroker::first_port);
  probe.send("GET / HTTP/1.1\r\n\r\n");
  broker.settle();
  EXPECT_EQ(newest(FactKind::connection_refused).cause.kind, Cause::Kind::link);
}

TEST_F(Causes, OfATopicThatTheFixtureMakesIsControl) {
  EXPECT_EQ(newest(FactKind::topic_created).cause, by_control("create_topic"));
}

TEST_F(Causes, OfATopicThatARequestMakesIsTheRequest) {
  testing::WireClient client(broker.world(), "client");
  MetadataRequest request{.allow_auto_topic_creation = true};
  request.topics = {{.name = "u"}};
  ASSERT_TRUE(client.ask<MetadataResponse>(request, 4).has_value());
  EXPECT_EQ(newest(FactKind::topic_created).cause, by_request("Metadata"));
  EXPECT_EQ(newest(FactKind::topic_created).client_id, "client");
}

// What a timer of a group does is the timer's, though a client's request came at the same instant.
TEST_F(Causes, OfWhatIsDueWhenARequestComesIsTheTimer) {
  Member a(broker, "a", {.session_timeout_ms = 10'000});
  a.join_alone();
  testing::WireClient client(broker.world(), "client");
  broker.advance(milliseconds(9'999));
  client.send(MetadataRequest{}, 1);
  broker.advance(milliseconds(1));
  EXPECT_EQ(newest(FactKind::member_expired).cause.kind, Cause::Kind::timer);
  EXPECT_EQ(newest(FactKind::member_expired).client_id, "a");
}

TEST_F(Causes, OfARequestThatWasReleasedIsTheRequestStill) {
  Member a(broker, "a");
  a.ask_for_id();
  const RuleId rule =
      control().add_rule({.match = {.api = ApiKey::join_group}, .action = Hold{Moment::before}});
  a.join("late");
  control().release_all(rule);
  EXPECT_EQ(newest(FactKind::member_joined).cause, by_request("JoinGroup", "late"));
  EXPECT_EQ(newest(FactKind::request_released).cause, by_control("release"));
}

TEST_F(Causes, OfManyWordsAreCutBetweenTwoCharacters) {
  Member a(broker, "a");
  std::string reason;
  while (reason.size() < 20'000) reason += "warum? weil wir’s können. ";
  a.join(reason);
  const std::string kept = newest(FactKind::member_joined).cause.client_reason;
  EXPECT_LT(kept.size(), 1'100);
  EXPECT_EQ(kept.substr(0, 900), reason.substr(0, 900));
  EXPECT_NE(kept.find("bytes more)"), std::string::npos) << kept;
}

TEST_F(Causes, HaveNames) {
  EXPECT_EQ(name(Cause::Kind::start), "start");
  EXPECT_EQ(name(Cause::Kind::request), "request");
  EXPECT_EQ(name(Cause::Kind::timer), "timer");
  EXPECT_EQ(name(Cause::Kind::link), "link");
  EXPECT_EQ(name(Cause::Kind::control), "control");
}

}  // namespace
}  // namespace cohort::broker
