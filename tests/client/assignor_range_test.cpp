// The range and roundrobin assignors against other clients' assignments.
#include "client/assignments.hpp"
#include <cohort/client/assignment_check.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

struct RangeVector {
  std::vector<std::string> subscriptions;      // Of members a, b, …
  std::vector<std::int32_t> partition_counts;  // Of topics x, y, z.
  std::string range;
  std::string roundrobin;
};

// Made by kafka-python 2.0.2's RangePartitionAssignor and RoundRobinPartitionAssignor.
const RangeVector range_vectors[] = {
    {{"gone x y z", "z"},
     {6, 3, 7},
     "a: x0,1,2,3,4,5 y0,1,2 z0,1,2,3; b: z4,5,6",
     "a: x0,1,2,3,4,5 y0,1,2 z1,3,5; b: z0,2,4,6"},
    {{"x z", "gone y"},
     {7, 2, 4},
     "a: x0,1,2,3,4,5,6 z0,1,2,3; b: y0,1",
     "a: x0,1,2,3,4,5,6 z0,1,2,3; b: y0,1"},
    {{"x", "gone", "gone x y", "x", "x"},
     {7, 7},
     "a: x0,1; b: ; c: x2,3 y0,1,2,3,4,5,6; d: x4,5; e: x6",
     "a: x0,4; b: ; c: x1,5 y0,1,2,3,4,5,6; d: x2,6; e: x3"},
    {{"gone x", "gone", "y", "x y"},
     {7, 2},
     "a: x0,1,2,3; b: ; c: y0; d: x4,5,6 y1",
     "a: x0,2,4,6; b: ; c: y0; d: x1,3,5 y1"},
    {{"gone x z", "x y z"}, {2, 2, 3}, "a: x0 z0,1; b: x1 y0,1 z2", "a: x0 z0,2; b: x1 y0,1 z1"},
    {{"gone x y z", "x y z", "gone x y z"},
     {4, 6, 3},
     "a: x0,1 y0,1 z0; b: x2 y2,3 z1; c: x3 y4,5 z2",
     "a: x0,3 y2,5 z2; b: x1 y0,3 z0; c: x2 y1,4 z1"},
    {{"y", "gone x", "gone x y z", "gone x y z", "gone"},
     {5, 7, 1},
     "a: y0,1,2; b: x0,1; c: x2,3 y3,4 z0; d: x4 y5,6; e: ",
     "a: y1,4; b: x0,3; c: x1,4 y2,5 z0; d: x2 y0,3,6; e: "},
    {{"y", "gone x", "gone y", "gone x"},
     {2, 3},
     "a: y0,1; b: x0; c: y2; d: x1",
     "a: y0,2; b: x0; c: y1; d: x1"},
};

TEST(RangeAssignor, GivesWhatKafkaPythonGives) {
  for (const RangeVector& vector : range_vectors) {
    const auto problem = problem_of(vector.subscriptions, vector.partition_counts);
    EXPECT_EQ(in_short(range_assignor()->assign(problem)), vector.range);
  }
}

TEST(RoundRobinAssignor, GivesWhatKafkaPythonGives) {
  for (const RangeVector& vector : range_vectors) {
    const auto problem = problem_of(vector.subscriptions, vector.partition_counts);
    EXPECT_EQ(in_short(roundrobin_assignor()->assign(problem)), vector.roundrobin);
  }
}

// RangeAssignorTest.testTwoStaticConsumersTwoTopicsSixPartitions.
TEST(RangeAssignor, OrdersStaticMembersByInstanceId) {
  const AssignmentProblem problem{{static_subscriber("consumer-b", "instance1", "x y"),
                                   static_subscriber("consumer-a", "instance2", "x y")},
                                  {{"x", 3}, {"y", 3}}};

  EXPECT_EQ(in_short(range_assignor()->assign(problem)),
            "consumer-a: x2 y2; consumer-b: x0,1 y0,1");
}

// RangeAssignorTest.testOneStaticConsumerAndOneDynamicConsumerTwoTopicsSixPartitions.
// librdkafka 2.0 compares the member ids of these two, so that its leader gives consumer-a the
// first partitions.
TEST(RangeAssignor, PutsStaticMembersBeforeOthers) {
  const AssignmentProblem problem{
      {static_subscriber("consumer-b", "instance1", "x y"), subscriber("consumer-a", "x y")},
      {{"x", 3}, {"y", 3}}};

  EXPECT_EQ(in_short(range_assignor()->assign(problem)),
            "consumer-a: x2 y2; consumer-b: x0,1 y0,1");
  EXPECT_EQ(in_short(roundrobin_assignor()->assign(problem)),
            "consumer-a: x1 y0,2; consumer-b: x0,2 y1");
}

// RangeAssignorTest.testStaticMemberRangeAssignmentPersistent.
TEST(RangeAssignor, GivesStaticMembersTheSameWhoeverElseIsThere) {
  AssignmentProblem problem{
      {static_subscriber("consumer1", "instance1", "x y"),
       static_subscriber("consumer2", "instance2", "x y"),
       static_subscriber("consumer3", "instance3", "x y"), subscriber("consumer4", "x y")},
      {{"x", 5}, {"y", 4}}};
  const std::string before = in_short(range_assignor()->assign(problem));
  problem.members.back().member_id = "a-new-one";
  const std::string after = in_short(range_assignor()->assign(problem));

  const std::string same = "consumer1: x0,1 y0; consumer2: x2 y1; consumer3: x3 y2";
  EXPECT_EQ(before, same + "; consumer4: x4 y3");
  EXPECT_EQ(after, "a-new-one: x4 y3; " + same);
}

TEST(RangeAssignor, GivesTheSamePartitionsOfTopicsThatAreAlike) {
  const auto problem = problem_of({"x y", "x y", "x y"}, {7, 7});
  for (const auto& [member, given] : range_assignor()->assign(problem)) {
    std::set<std::int32_t> of_x;
    std::set<std::int32_t> of_y;
    for (const TopicPartition& one : given) (one.topic == "x" ? of_x : of_y).insert(one.partition);
    EXPECT_EQ(of_x, of_y) << member;
  }
}

TEST(RangeAndRoundRobin, AreRightAndDoNotDependOnTheOrderOfMembers) {
  for (const std::uint64_t seed : assignment_seeds(300)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    const AssignmentProblem problem = random_problem(rng, seed % 2 == 0);
    for (const auto& assignor : {range_assignor(), roundrobin_assignor()}) {
      const Assignment assignment = assignor->assign(problem);
      EXPECT_EQ(check_assignment(problem, assignment, RebalanceProtocol::eager), std::nullopt);
      EXPECT_EQ(assignor->assign(with_members_shuffled(problem, rng)), assignment);
    }
    const auto load = loads_of(problem, roundrobin_assignor()->assign(problem));
    if (seed % 2 == 0) {
      EXPECT_LE(load.front() - load.back(), 1U);
    }
  }
}

TEST(RangeAndRoundRobin, OfNobodyIsNothing) {
  const AssignmentProblem nobody{{}, {{"x", 3}}};
  EXPECT_TRUE(range_assignor()->assign(nobody).empty());
  EXPECT_TRUE(roundrobin_assignor()->assign(nobody).empty());
}

}  // namespace
}  // namespace cohort::client
