// The sticky assignor: balance first, then as little change as can be.
#include "assignors/sticky_user_data.hpp"
#include "client/assignments.hpp"
#include <cohort/client/assignment_check.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace cohort::client {
namespace {

/// The problem as it is when everybody says to own what it was given in this generation.
AssignmentProblem owning_what_was_given(AssignmentProblem problem, const Assignment& given,
                                        std::int32_t generation = 1) {
  for (GroupMember& member : problem.members) {
    const auto found = given.find(member.member_id);
    if (found == given.end()) continue;
    member.user_data = sticky_user_data({found->second, generation});
  }
  return problem;
}

std::size_t kept_partitions(const Assignment& before, const Assignment& now) {
  std::size_t count = 0;
  for (const auto& [member, given] : now) {
    const auto found = before.find(member);
    if (found == before.end()) continue;
    count += static_cast<std::size_t>(std::ranges::count_if(
        given, [&](const TopicPartition& one) { return found->second.contains(one); }));
  }
  return count;
}

/// Each partition to a random subscriber, or to nobody.
Assignment any_assignment(const AssignmentProblem& problem, Rng& rng) {
  Assignment assignment;
  for (const TopicPartition& partition : subscribed_partitions(problem)) {
    const GroupMember& member = problem.members[rng.below(problem.members.size())];
    if (member.topics.contains(partition.topic)) assignment[member.member_id].insert(partition);
  }
  return assignment;
}

TEST(StickyAssignor, StartsLikeRoundRobin) {
  const auto problem = problem_of({"x y", "x y", "x y"}, {4, 3});
  EXPECT_EQ(sticky_assignor()->assign(problem), roundrobin_assignor()->assign(problem));
}

// KIP-54's first example: roundrobin would move five of the eight partitions that may stay.
TEST(StickyAssignor, MovesOnlyWhatALeavingMemberHad) {
  AssignmentProblem problem = problem_of({"x y z w", "x y z w", "x y z w"}, {2, 2, 2});
  problem.partition_counts.emplace("w", 2);
  const Assignment before = sticky_assignor()->assign(problem);
  problem.members.erase(problem.members.begin());
  const Assignment now = sticky_assignor()->assign(owning_what_was_given(problem, before));

  EXPECT_EQ(in_short(before), "a: w0 x1 z0; b: w1 y0 z1; c: x0 y1");
  EXPECT_EQ(in_short(now), "b: w1 x1 y0 z1; c: w0 x0 y1 z0");
}

TEST(StickyAssignor, GivesANewMemberNoMoreThanItsPart) {
  AssignmentProblem problem = problem_of({"x", "x"}, {9});
  const Assignment before = sticky_assignor()->assign(problem);
  problem.members.push_back(subscriber("c", "x"));

  const Assignment now = sticky_assignor()->assign(owning_what_was_given(problem, before));

  EXPECT_EQ(in_short(before), "a: x0,2,4,6,8; b: x1,3,5,7");
  EXPECT_EQ(in_short(now), "a: x0,2,4; b: x1,3,5; c: x6,7,8");
}

// Nobody has two partitions that another one could take: only passing on through b levels a and c.
TEST(StickyAssignor, PassesPartitionsOnThroughOthers) {
  AssignmentProblem problem = problem_of({"x", "x y", "y"}, {4, 2});
  problem.members[0].user_data = sticky_user_data({partition_set("x0,1,2"), 1});
  problem.members[1].user_data = sticky_user_data({partition_set("x3 y0"), 1});
  problem.members[2].user_data = sticky_user_data({partition_set("y1"), 1});

  EXPECT_EQ(in_short(sticky_assignor()->assign(problem)), "a: x0,1; b: x2,3; c: y0,1");
}

TEST(StickyAssignor, BelievesTheHighestGenerationAndNobodyWhereTwoClaimTheSame) {
  AssignmentProblem problem = problem_of({"x", "x", "x"}, {3});
  problem.members[0].user_data = sticky_user_data({partition_set("x1,2"), 4});
  problem.members[1].user_data = sticky_user_data({partition_set("x1,0"), 5});
  problem.members[2].user_data = sticky_user_data({partition_set("x0"), 5});

  // x1 is b's, x2 a's; both b and c claim x0 in one generation, and c has nothing else.
  EXPECT_EQ(in_short(sticky_assignor()->assign(problem)), "a: x2; b: x1; c: x0");
}

TEST(StickyAssignor, IgnoresWhatMembersCanNotHave) {
  AssignmentProblem problem = problem_of({"x", "x y"}, {2, 1});
  problem.members[0].user_data = sticky_user_data({partition_set("x0,9 y0 gone3"), 1});

  EXPECT_EQ(in_short(sticky_assignor()->assign(problem)), "a: x0,1; b: y0");
}

TEST(StickyAssignor, IgnoresUserDataThatItCanNotRead) {
  AssignmentProblem problem = problem_of({"x", "x"}, {2});
  problem.members[0].user_data = Buffer::copy_of("not user data");

  EXPECT_EQ(in_short(sticky_assignor()->assign(problem)), "a: x0; b: x1");
}

TEST(StickyAssignor, AnnouncesWhatItsMemberHadLast) {
  const ReceivedAssignment last{.partitions = partition_set("x0,2"), .generation = 3};
  EXPECT_TRUE(sticky_assignor()->user_data({"x"}, {}).empty());
  EXPECT_EQ(claim_from_sticky(sticky_assignor()->user_data({"x"}, last)),
            (Claim{partition_set("x0,2"), 3}));
}

TEST(StickyAssignor, IsRightAndDoesNotDependOnTheOrderOfMembers) {
  for (const std::uint64_t seed : assignment_seeds(300)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    AssignmentProblem problem = random_problem(rng, seed % 2 == 0);
    problem = owning_what_was_given(problem, any_assignment(problem, rng));

    const Assignment assignment = sticky_assignor()->assign(problem);

    EXPECT_EQ(check_assignment(problem, assignment, RebalanceProtocol::eager), std::nullopt);
    EXPECT_EQ(sticky_assignor()->assign(with_members_shuffled(problem, rng)), assignment);
    EXPECT_EQ(sticky_assignor()->assign(owning_what_was_given(problem, assignment)),
              assignment);  // It is settled.
  }
}

// With floor(p/m) = low: everybody can keep up to `low`, and p%m of them one more.
TEST(StickyAssignor, KeepsAllThatCanBeKeptWhereSubscriptionsAreEqual) {
  for (const std::uint64_t seed : assignment_seeds(300)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    const AssignmentProblem problem = random_problem(rng, true);
    const Assignment before = any_assignment(problem, rng);

    const Assignment now = sticky_assignor()->assign(owning_what_was_given(problem, before));

    const std::size_t low = partition_total(problem) / problem.members.size();
    std::size_t most = 0;
    std::size_t longer = partition_total(problem) % problem.members.size();
    for (const std::size_t load : loads_of(problem, before)) {
      const bool one_more = load > low && longer > 0;
      most += std::min(load, low) + (one_more ? 1 : 0);
      longer -= one_more ? 1 : 0;
    }
    EXPECT_EQ(kept_partitions(before, now), most);
    EXPECT_LE(loads_of(problem, now).front() - loads_of(problem, now).back(), 1U);
  }
}

TEST(StickyAssignor, MovesNothingOfThoseWhoStayWhenAMemberLeaves) {
  for (const std::uint64_t seed : assignment_seeds(300)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    AssignmentProblem problem = random_problem(rng, true);
    Assignment before = sticky_assignor()->assign(problem);
    if (problem.members.size() == 1) continue;
    const std::size_t leaving = rng.below(problem.members.size());
    before.erase(problem.members[leaving].member_id);
    problem.members.erase(problem.members.begin() + static_cast<std::ptrdiff_t>(leaving));

    const Assignment now = sticky_assignor()->assign(owning_what_was_given(problem, before));

    for (const auto& [member, had] : before) {
      EXPECT_TRUE(std::ranges::includes(now.at(member), had)) << member;
    }
  }
}

/// The lexicographically least loads of all ways to assign, from the fullest member on.
std::vector<std::size_t> best_loads(const AssignmentProblem& problem,
                                    const std::vector<TopicPartition>& left, Assignment& so_far) {
  if (left.empty()) return loads_of(problem, so_far);
  std::vector<std::size_t> best;
  const std::vector<TopicPartition> rest(left.begin() + 1, left.end());
  for (const GroupMember& member : problem.members) {
    if (!member.topics.contains(left.front().topic)) continue;
    so_far[member.member_id].insert(left.front());
    const auto these = best_loads(problem, rest, so_far);
    if (best.empty() || these < best) best = these;
    so_far[member.member_id].erase(left.front());
  }
  return best;
}

TEST(StickyAssignor, IsAsBalancedAsCanBeWhateverTheSubscriptions) {
  std::size_t tried = 0;
  for (const std::uint64_t seed : assignment_seeds(600)) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    Rng rng(seed);
    const AssignmentProblem problem = random_problem(rng, false);
    if (problem.members.size() > 4 || partition_total(problem) > 7) continue;
    Assignment none;
    const auto best = best_loads(problem, subscribed_partitions(problem), none);

    const Assignment now =
        sticky_assignor()->assign(owning_what_was_given(problem, any_assignment(problem, rng)));

    EXPECT_EQ(loads_of(problem, now), best) << in_short(now);
    ++tried;
  }
  EXPECT_TRUE(tried > 50 || std::getenv("COHORT_SEED") != nullptr);
}

// Four members' worth of everything, then a thousand: a leader must not stall its group.
TEST(StickyAssignor, SharesOutToAThousandNewMembers) {
  AssignmentProblem problem{{}, {}};
  for (int topic = 0; topic < 100; ++topic) {
    problem.partition_counts.emplace("topic-" + std::to_string(topic), 50);
  }
  GroupMember member{.member_id = "member-0"};
  for (const auto& [topic, count] : problem.partition_counts) member.topics.insert(topic);
  problem.members.push_back(member);
  const Assignment before = sticky_assignor()->assign(problem);
  for (int id = 1; id < 1000; ++id) {
    member.member_id = "member-" + std::to_string(id);
    problem.members.push_back(member);
  }

  const auto load =
      loads_of(problem, sticky_assignor()->assign(owning_what_was_given(problem, before)));

  EXPECT_EQ(load.front(), 5U);
  EXPECT_EQ(load.back(), 5U);
}

}  // namespace
}  // namespace cohort::client
