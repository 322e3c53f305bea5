// check_assignment finds each way in which an assignment can be wrong, and says which partition.
#include "client/assignments.hpp"
#include <cohort/client/assignment_check.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

/// Members a and b of topic x with two partitions, a of topic y with one, too.
AssignmentProblem two_members() { return problem_of({"x y gone", "x"}, {2, 1}); }

std::string fault_of_assignment(const AssignmentProblem& problem, const Assignment& assignment,
                                RebalanceProtocol protocol = RebalanceProtocol::eager) {
  const std::optional<Failure> failure = check_assignment(problem, assignment, protocol);
  if (!failure) return "";
  EXPECT_EQ(failure->kind, FailureKind::wrong_assignment);
  return failure->message;
}

struct WrongAssignment {
  std::string_view a;
  std::string_view b;
  std::string_view message;
};

TEST(CheckAssignment, FindsWhatIsWrongAndSaysWhere) {
  const WrongAssignment cases[] = {
      {"x0 y0", "x1", ""},
      {"x0,1 y0", "", ""},
      {"x0 y0", "", "the assignor gave x-1 to nobody"},
      {"x0", "x1", "the assignor gave y-0 to nobody"},
      {"x0,1 y0", "x1", "the assignor gave x-1 to b, and to a"},
      {"x0", "x1 y0", "the assignor gave y-0 to b, which has not subscribed to y"},
      {"x0,1,2 y0", "", "the assignor gave x-2 to a, but x has 2 partitions only"},
      {"gone0 x0,1 y0", "", "the assignor gave gone-0 to a, and there is no such topic"},
  };
  for (const WrongAssignment& one : cases) {
    EXPECT_EQ(fault_of_assignment(two_members(),
                                  {{"a", partition_set(one.a)}, {"b", partition_set(one.b)}}),
              one.message);
  }
}

TEST(CheckAssignment, FindsMembersThatAreNone) {
  EXPECT_EQ(fault_of_assignment(two_members(),
                                {{"a", partition_set("x0 y0")}, {"c", partition_set("x1")}}),
            "the assignor gave x-1 to \"c\", which is no member");
}

TEST(CheckAssignment, TellsThePartition) {
  const auto failure =
      check_assignment(two_members(), {{"a", partition_set("x0 y0")}}, RebalanceProtocol::eager);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->partition, (TopicPartition{"x", 1}));
}

TEST(CheckAssignment, MembersThatAreMissingGetNothing) {
  EXPECT_EQ(fault_of_assignment(two_members(), {{"a", partition_set("x0,1 y0")}}), "");
  EXPECT_EQ(fault_of_assignment({{subscriber("a", "gone")}, {}}, {}), "");
}

TEST(CheckAssignment, CooperativeMayLeaveOutWhatIsOwnedOnly) {
  AssignmentProblem problem = two_members();
  problem.members[0].owned = partition_set("x0,1");

  EXPECT_EQ(
      fault_of_assignment(problem, {{"a", partition_set("x0 y0")}}, RebalanceProtocol::cooperative),
      "");
  EXPECT_EQ(
      fault_of_assignment(problem, {{"a", partition_set("x0,1")}}, RebalanceProtocol::cooperative),
      "the assignor gave y-0 to nobody");
  EXPECT_EQ(fault_of_assignment(problem, {{"a", partition_set("x0 y0")}}, RebalanceProtocol::eager),
            "the assignor gave x-1 to nobody");
}

TEST(CheckAssignment, CooperativeMayNotGiveAwayWhatIsOwned) {
  AssignmentProblem problem = two_members();
  problem.members[0].owned = partition_set("x0,1");
  const Assignment moves{{"a", partition_set("x0 y0")}, {"b", partition_set("x1")}};

  EXPECT_EQ(fault_of_assignment(problem, moves, RebalanceProtocol::cooperative),
            "the assignor gave x-1 to b, but a owns it and has to give it up first");
  EXPECT_EQ(fault_of_assignment(problem, moves, RebalanceProtocol::eager), "");
}

TEST(CheckAssignment, CooperativeMayNotGiveAPartitionToAnOlderClaim) {
  AssignmentProblem problem = two_members();
  problem.members[0].owned = problem.members[1].owned = partition_set("x1");
  problem.members[0].generation = 5;
  const Assignment to_b{{"a", partition_set("x0 y0")}, {"b", partition_set("x1")}};

  problem.members[1].generation = 4;
  EXPECT_EQ(fault_of_assignment(problem, to_b, RebalanceProtocol::cooperative),
            "the assignor gave x-1 to b, but a owns it and has to give it up first");
  for (const std::int32_t no_older : {5, 6, -1}) {
    problem.members[1].generation = no_older;
    EXPECT_EQ(fault_of_assignment(problem, to_b, RebalanceProtocol::cooperative), "") << no_older;
  }
}

}  // namespace
}  // namespace cohort::client
