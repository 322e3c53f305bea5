// Groups and assignments for tests of assignors, in short.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/node/rng.hpp>

#include <set>
#include <string>
#include <string_view>

namespace cohort::client {

/// A member that subscribed to the topics of `topics`, which have spaces between.
GroupMember subscriber(std::string id, std::string_view topics);
GroupMember static_subscriber(std::string id, std::string instance_id, std::string_view topics);

/// `x0,1 y3`: partitions 0 and 1 of x, partition 3 of y.
PartitionSet partition_set(std::string_view text);
std::string in_short(const PartitionSet& partitions);
/// `a: x0,1 y3; b: `.
std::string in_short(const Assignment& assignment);

/// Members a, b, … with these subscriptions; topics x, y, … of so many partitions.
AssignmentProblem problem_of(const std::vector<std::string>& subscriptions,
                             const std::vector<std::int32_t>& partition_counts);

/// One to eight members, topics of zero to seven partitions, and one topic that does not exist.
AssignmentProblem random_problem(Rng& rng, bool equal_subscriptions);
/// The same problem with its members in another order.
AssignmentProblem with_members_shuffled(AssignmentProblem problem, Rng& rng);

/// How many partitions of the problem's topics somebody subscribed to there are.
std::size_t partition_total(const AssignmentProblem& problem);
/// From the fullest member to the emptiest.
std::vector<std::size_t> loads_of(const AssignmentProblem& problem, const Assignment& assignment);

/// Every seed of the random tests; COHORT_SEED=N tries that one only.
std::vector<std::uint64_t> assignment_seeds(std::uint64_t count);

}  // namespace cohort::client
