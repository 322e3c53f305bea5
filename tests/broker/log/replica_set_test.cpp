// Which brokers have a partition after reassignments, and who wins its elections.
#include "log/replica_set.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using Ids = std::vector<std::int32_t>;

Partition partition_of(Ids replicas, Ids isr, std::int32_t leader) {
  Partition partition;
  partition.leader = leader;
  partition.replicas = std::move(replicas);
  partition.isr = std::move(isr);
  return partition;
}

Partition with(Partition partition, const ReplicaSet& set) {
  partition.replicas = set.replicas;
  partition.isr = set.isr;
  partition.adding = set.adding;
  partition.removing = set.removing;
  return partition;
}

TEST(ReplicaSet, AReassignmentToReplicasThatRunIsDoneAtOnce) {
  const Partition partition = partition_of({1, 2}, {1, 2}, 1);
  const Ids alive{1, 2, 3};

  EXPECT_EQ(reassigned(partition, {2, 1}, alive), (ReplicaSet{.replicas = {2, 1}, .isr = {1, 2}}));
  EXPECT_EQ(reassigned(partition, {1}, alive), (ReplicaSet{.replicas = {1}, .isr = {1}}));
  EXPECT_EQ(reassigned(partition, {3, 1}, alive), (ReplicaSet{.replicas = {3, 1}, .isr = {1, 3}}));
  EXPECT_EQ(reassigned(partition, {3}, alive), (ReplicaSet{.replicas = {3}, .isr = {3}}));
}

TEST(ReplicaSet, AReplicaThatDoesNotRunKeepsItsReassignmentOpen) {
  const Partition partition = partition_of({1, 2}, {1, 2}, 1);

  const ReplicaSet open = reassigned(partition, {3, 1}, Ids{1, 2});

  EXPECT_EQ(open,
            (ReplicaSet{.replicas = {3, 1, 2}, .isr = {1, 2}, .adding = {3}, .removing = {2}}));
  EXPECT_EQ(caught_up(open, Ids{1, 2}), open);
  EXPECT_EQ(caught_up(open, Ids{1, 3}), (ReplicaSet{.replicas = {3, 1}, .isr = {1, 3}}));
  EXPECT_EQ(reverted(with(partition, open)), (ReplicaSet{.replicas = {1, 2}, .isr = {1, 2}}));
}

TEST(ReplicaSet, NobodyCatchesUpWithoutAReplicaInSyncThatRuns) {
  const Partition partition = partition_of({1}, {1}, -1);

  const ReplicaSet open = reassigned(partition, {2}, Ids{2});

  EXPECT_EQ(open, (ReplicaSet{.replicas = {2, 1}, .isr = {1}, .adding = {2}, .removing = {1}}));
}

TEST(ReplicaSet, RevertingTakesTheFirstReplicaForTheOneInSyncIfNoneIs) {
  Partition partition = partition_of({3, 1, 2}, {3}, 3);
  partition.adding = {3};

  EXPECT_EQ(reverted(partition), (ReplicaSet{.replicas = {1, 2}, .isr = {1}}));
}

struct ElectionCase {
  const char* name;
  Partition partition;
  Ids alive;
  std::variant<Elected, ErrorCode> preferred;
  std::variant<Elected, ErrorCode> unclean;
};

TEST(ReplicaSet, ElectionsGiveWhomKafkasGive) {
  constexpr auto not_needed = ErrorCode::election_not_needed;
  const ElectionCase cases[] = {
      {"led as preferred", partition_of({1, 2}, {1, 2}, 1), {1, 2}, not_needed, not_needed},
      {"led by another", partition_of({1, 2}, {1, 2}, 2), {1, 2}, Elected{1}, not_needed},
      {"preferred does not run",
       partition_of({1, 2}, {2}, 2),
       {2},
       ErrorCode::preferred_leader_not_available,
       not_needed},
      {"preferred is not in sync",
       partition_of({1, 2}, {2}, 2),
       {1, 2},
       ErrorCode::preferred_leader_not_available,
       not_needed},
      {"nobody leads, one can", partition_of({1, 2}, {1, 2}, -1), {2}, Elected{2}, Elected{2}},
      {"nobody leads, one is behind",
       partition_of({1, 2}, {1}, -1),
       {2},
       ErrorCode::preferred_leader_not_available,
       Elected{2, true}},
      {"nobody leads or runs",
       partition_of({1, 2}, {1}, -1),
       {},
       ErrorCode::preferred_leader_not_available,
       ErrorCode::eligible_leaders_not_available},
      {"its leader runs no more", partition_of({1, 2}, {2}, 2), {}, Elected{-1}, not_needed},
  };
  for (const ElectionCase& each : cases) {
    SCOPED_TRACE(each.name);
    EXPECT_EQ(elected(each.partition, ElectionType::preferred, each.alive), each.preferred);
    EXPECT_EQ(elected(each.partition, ElectionType::unclean, each.alive), each.unclean);
  }
}

}  // namespace
}  // namespace cohort::broker
