// Assignors of one's own, the ready-made one by capacity, and assignors by name.
#include "client/assignments.hpp"
#include <cohort/client/assignment_check.hpp>
#include <cohort/client/error.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

GroupMember with_capacity(std::string id, std::string_view topics, std::string_view capacity) {
  GroupMember member = subscriber(std::move(id), topics);
  member.user_data = Buffer::copy_of(capacity);
  return member;
}

std::string by_capacity(std::vector<GroupMember> members) {
  const AssignmentProblem problem{std::move(members),
                                  {{"example.topic.1.", 4}, {"example.topic.2.", 2}}};
  const Assignment assignment = capacity_assignor(1)->assign(problem);
  EXPECT_EQ(check_assignment(problem, assignment, RebalanceProtocol::eager), std::nullopt);
  return in_short(assignment);
}

constexpr std::string_view both_example_topics = "example.topic.1. example.topic.2.";

// What kiel's recipe for an allocator by CPUs gives: each member as often as it has CPUs, then all
// round and round.
TEST(CapacityAssignor, GivesWhatKielsRecipeGives) {
  EXPECT_EQ(by_capacity({with_capacity("client02", both_example_topics, "1"),
                         with_capacity("client01", both_example_topics, "2")}),
            "client01: example.topic.1.0,1,3 example.topic.2.0; "
            "client02: example.topic.1.2 example.topic.2.1");
  EXPECT_EQ(by_capacity({with_capacity("client01", both_example_topics, "1"),
                         with_capacity("client02", both_example_topics, "4"),
                         with_capacity("client03", both_example_topics, "1")}),
            "client01: example.topic.1.0; client02: example.topic.1.1,2,3 example.topic.2.0; "
            "client03: example.topic.2.1");
}

TEST(CapacityAssignor, CountsAMemberThatAnnouncesNoNumberAsOne) {
  for (const std::string_view announced : {"", "1", "0", "-3", "many", "2x", "-99999999999"}) {
    EXPECT_EQ(by_capacity({with_capacity("a", both_example_topics, announced),
                           with_capacity("b", both_example_topics, "1")}),
              "a: example.topic.1.0,2 example.topic.2.0; b: example.topic.1.1,3 example.topic.2.1")
        << announced;
  }
}

TEST(CapacityAssignor, HasNoMemberTakeMoreThanAThousandTurns) {
  const std::vector<GroupMember> members{with_capacity("a", "x", "99999999999"),
                                         with_capacity("b", "x", "1")};
  const AssignmentProblem problem{members, {{"x", 1001}}};
  EXPECT_EQ(loads_of(problem, capacity_assignor(1)->assign(problem)),
            (std::vector<std::size_t>{1000, 1}));
}

TEST(CapacityAssignor, PassesOverWhoHasNotSubscribed) {
  EXPECT_EQ(by_capacity({with_capacity("a", "example.topic.1.", "2"),
                         with_capacity("b", "example.topic.2.", "1")}),
            "a: example.topic.1.0,1,2,3; b: example.topic.2.0,1");
}

TEST(CapacityAssignor, AnnouncesItsCapacity) {
  EXPECT_EQ(capacity_assignor(8, "by-cpu")->user_data({"x"}, {}).text(), "8");
  EXPECT_EQ(capacity_assignor(8, "by-cpu")->name(), "by-cpu");
  EXPECT_THROW(capacity_assignor(0), ConfigError);
  EXPECT_THROW(capacity_assignor(1001), ConfigError);
}

TEST(CustomAssignor, IsAskedWithMembersAndPartitionsInOrder) {
  std::vector<std::string> member_ids;
  std::vector<TopicPartition> seen;
  const AssignorPointer custom = custom_assignor(
      {.name = "first-takes-all", .allocate = [&](const auto& members, const auto& partitions) {
         for (const GroupMember& member : members) member_ids.push_back(member.member_id);
         seen = partitions;
         return Assignment{{members.front().member_id, {partitions.begin(), partitions.end()}}};
       }});
  const AssignmentProblem problem{
      {subscriber("b", "x"), subscriber("c", "x gone"), subscriber("a", "x y")},
      {{"x", 2}, {"y", 1}, {"nobody's", 3}}};

  const Assignment assignment = custom->assign(problem);

  EXPECT_EQ(member_ids, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(seen, (std::vector<TopicPartition>{{"x", 0}, {"x", 1}, {"y", 0}}));
  EXPECT_EQ(in_short(assignment), "a: x0,1 y0");
  EXPECT_EQ(check_assignment(problem, assignment, RebalanceProtocol::eager), std::nullopt);
}

TEST(CustomAssignor, AnnouncesWhatItLikesOfTheLastAssignment) {
  const AssignorPointer custom = custom_assignor(
      {.name = "counting",
       .allocate = &allocate_by_capacity,
       .announce = [](const auto& topics, const ReceivedAssignment& last) {
         return Buffer::copy_of(*topics.begin() + std::to_string(last.partitions.size()));
       }});
  EXPECT_EQ(custom->user_data({"x"}, {.partitions = partition_set("x0,1")}).text(), "x2");
  EXPECT_TRUE(custom_assignor({.name = "silent", .allocate = &allocate_by_capacity})
                  ->user_data({}, {})
                  .empty());
}

TEST(CustomAssignor, NeedsANameAFunctionAndAProtocol) {
  EXPECT_THROW(custom_assignor({.name = "", .allocate = &allocate_by_capacity}), ConfigError);
  EXPECT_THROW(custom_assignor({.name = "x", .allocate = {}}), ConfigError);
  EXPECT_THROW(custom_assignor({.name = "x", .allocate = &allocate_by_capacity, .protocols = {}}),
               ConfigError);
}

TEST(AssignorsNamed, KnowsProtocolNamesAndJavaClasses) {
  const Assignors assignors = assignors_named(
      "range, cooperative-sticky ,org.apache.kafka.clients.consumer.StickyAssignor,"
      "org.apache.kafka.clients.consumer.RoundRobinAssignor");
  std::vector<std::string> names;
  names.reserve(assignors.size());
  for (const AssignorPointer& assignor : assignors) names.push_back(assignor->name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"range", "cooperative-sticky", "sticky", "roundrobin"}));
}

TEST(AssignorsNamed, RefusesWhatIsNoneAndWhatIsThereTwice) {
  for (const std::string_view names : {"", "range,", "Range", "RangeAssignor", "range,range",
                                       "org.apache.kafka.clients.consumer.range",
                                       "range,org.apache.kafka.clients.consumer.RangeAssignor"}) {
    EXPECT_THROW(assignors_named(names), ConfigError) << names;
  }
}

TEST(CommonProtocol, IsTheBestThatAllSupport) {
  const auto cooperative_only = custom_assignor({.name = "mine",
                                                 .allocate = &allocate_by_capacity,
                                                 .protocols = {RebalanceProtocol::cooperative}});
  EXPECT_EQ(common_protocol(assignors_named("range,sticky")), RebalanceProtocol::eager);
  EXPECT_EQ(common_protocol(assignors_named("cooperative-sticky")), RebalanceProtocol::cooperative);
  EXPECT_EQ(common_protocol(assignors_named("range,cooperative-sticky")), RebalanceProtocol::eager);
  EXPECT_EQ(common_protocol({cooperative_only, cooperative_sticky_assignor()}),
            RebalanceProtocol::cooperative);
  EXPECT_THROW(common_protocol({cooperative_only, range_assignor()}), ConfigError);
  EXPECT_THROW(common_protocol({}), ConfigError);
}

}  // namespace
}  // namespace cohort::client
