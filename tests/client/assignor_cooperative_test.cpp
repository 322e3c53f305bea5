// The cooperative sticky assignor: a partition is given up before another member gets it.
#include "assignors/sticky_user_data.hpp"
#include "client/assignments.hpp"
#include <cohort/client/assignment_check.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

/// A group whose members do what cooperative members do (ConsumerCoordinator.onJoinComplete).
struct CooperativeGroup {
  AssignmentProblem problem;
  std::int32_t generation = 0;

  /// One rebalance. Returns how many partitions are nobody's after it.
  std::size_t rebalance() {
    const Assignment assignment = cooperative_sticky_assignor()->assign(problem);
    EXPECT_EQ(check_assignment(problem, assignment, RebalanceProtocol::cooperative), std::nullopt);
    ++generation;
    std::size_t missing = partition_total(problem);
    for (GroupMember& member : problem.members) {
      expect_nobody_else_has(member, assignment.at(member.member_id));
    }
    for (GroupMember& member : problem.members) {
      member.owned = assignment.at(member.member_id);
      member.generation = generation;
      missing -= member.owned.size();
    }
    return missing;
  }

  void expect_nobody_else_has(const GroupMember& member, const PartitionSet& given) const {
    for (const GroupMember& other : problem.members) {
      if (other.member_id == member.member_id) continue;
      for (const TopicPartition& partition : other.owned) {
        EXPECT_FALSE(given.contains(partition))
            << to_string(partition) << " went to " << member.member_id << " while "
            << other.member_id << " had it";
      }
    }
  }
};

TEST(CooperativeStickyAssignor, WithholdsWhatMovesForOneRebalance) {
  CooperativeGroup group{problem_of({"x"}, {3})};
  group.rebalance();
  group.problem.members.push_back(subscriber("b", "x"));

  const Assignment first = cooperative_sticky_assignor()->assign(group.problem);
  EXPECT_EQ(in_short(first), "a: x0,1; b: ");
  EXPECT_EQ(group.rebalance(), 1U);

  const Assignment second = cooperative_sticky_assignor()->assign(group.problem);
  EXPECT_EQ(in_short(second), "a: x0,1; b: x2");
}

TEST(CooperativeStickyAssignor, GivesWhatNobodyOwnsAtOnce) {
  AssignmentProblem problem = problem_of({"x", "x"}, {4});
  problem.members[0].owned = partition_set("x0,1");
  problem.members[0].generation = 1;

  EXPECT_EQ(in_short(cooperative_sticky_assignor()->assign(problem)), "a: x0,1; b: x2,3");
}

TEST(CooperativeStickyAssignor, GivesToNobodyWhatTwoSayToOwn) {
  AssignmentProblem problem = problem_of({"x", "x"}, {3});
  problem.members[0].owned = partition_set("x0,1");
  problem.members[1].owned = partition_set("x1,2");
  problem.members[0].generation = problem.members[1].generation = 2;

  EXPECT_EQ(in_short(cooperative_sticky_assignor()->assign(problem)), "a: x0; b: x2");
}

TEST(CooperativeStickyAssignor, LeavesAPartitionToTheHigherGeneration) {
  AssignmentProblem problem = problem_of({"x", "x"}, {2});
  problem.members[0].owned = partition_set("x0,1");
  problem.members[0].generation = 2;
  problem.members[1].owned = partition_set("x1");
  problem.members[1].generation = 3;

  EXPECT_EQ(in_short(cooperative_sticky_assignor()->assign(problem)), "a: x0; b: x1");
}

// Java announces four bytes, librdkafka what the eager assignor announces.
TEST(CooperativeStickyAssignor, TakesTheGenerationOfOldMembersFromTheirUserData) {
  AssignmentProblem problem = problem_of({"x", "x"}, {2});
  problem.members[0].owned = problem.members[1].owned = partition_set("x1");
  for (const Buffer& newer :
       {generation_user_data(7), sticky_user_data({partition_set("x1"), 7})}) {
    problem.members[0].user_data = generation_user_data(6);
    problem.members[1].user_data = newer;
    EXPECT_EQ(in_short(cooperative_sticky_assignor()->assign(problem)), "a: x0; b: x1");
  }
}

TEST(CooperativeStickyAssignor, WithholdsATopicThatItsOwnerGaveUpUntilTheOwnerSaysSo) {
  AssignmentProblem problem = problem_of({"x", "x y"}, {1, 1});
  problem.members[0].owned = partition_set("y0");
  problem.members[0].generation = 1;

  EXPECT_EQ(in_short(cooperative_sticky_assignor()->assign(problem)), "a: x0; b: ");
}

TEST(CooperativeStickyAssignor, AnnouncesItsGenerationInFourBytes) {
  EXPECT_EQ(cooperative_sticky_assignor()->user_data({"x"}, {}),
            Buffer::copy_of(std::string_view("\xff\xff\xff\xff", 4)));
  EXPECT_EQ(cooperative_sticky_assignor()->user_data({"x"}, {.generation = 258}),
            Buffer::copy_of(std::string_view("\0\0\1\2", 4)));
}

void change_membership(AssignmentProblem& problem, Rng& rng, int round) {
  if (rng.below(2) == 0 && problem.members.size() > 1) {
    problem.members.erase(problem.members.begin() +
                          static_cast<std::ptrdiff_t>(rng.below(problem.members.size())));
  }
  GroupMember joining = problem.members[rng.below(problem.members.size())];
  joining = {.member_id = "new" + std::to_string(round), .topics = joining.topics};
  if (rng.below(2) == 0) problem.members.push_back(joining);
  GroupMember& lagging = problem.members[rng.below(problem.members.size())];
  if (rng.below(3) == 0) lagging.generation -= 1;  // It missed a rebalance.
  GroupMember& changing = problem.members[rng.below(problem.members.size())];
  if (rng.below(3) == 0 && !changing.topics.empty())
    changing.topics.erase(*changing.topics.begin());
  for (auto& [topic, count] : problem.partition_counts) count += rng.below(4) == 0 ? 1 : 0;
}

TEST(CooperativeStickyAssignor, NeverGivesAwayWhatIsOwnedAndEndsAfterTwoRebalances) {
  for (const std::uint64_t seed : assignment_seeds(100)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    CooperativeGroup group{random_problem(rng, seed % 2 == 0)};
    EXPECT_EQ(group.rebalance(), 0U);
    for (int round = 0; round < 6; ++round) {
      change_membership(group.problem, rng, round);
      group.rebalance();
      EXPECT_EQ(group.rebalance(), 0U);
      const AssignmentProblem settled = group.problem;
      EXPECT_EQ(group.rebalance(), 0U);
      for (std::size_t member = 0; member < settled.members.size(); ++member) {
        EXPECT_EQ(group.problem.members[member].owned, settled.members[member].owned);
      }
    }
  }
}

}  // namespace
}  // namespace cohort::client
