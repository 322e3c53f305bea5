#include "assignors/members.hpp"

namespace cohort::client {

namespace {

/// Source: Kafka 3.9's RoundRobinAssignor. The same as librdkafka's and kafka-python's, but for the
/// order of members with and without instance id (see RangeAssignor).
class RoundRobinAssignor final : public Assignor {
 public:
  std::string name() const override { return "roundrobin"; }

  Assignment assign(const AssignmentProblem& problem) const override {
    const std::vector<GroupMember> members = members_in_static_order(problem);
    Assignment assignment = nothing_for(members);
    std::size_t turn = 0;
    for (const TopicPartition& partition : subscribed_partitions(problem)) {
      // Ends: somebody subscribed to the topic of every partition here.
      while (!members[turn].topics.contains(partition.topic)) turn = (turn + 1) % members.size();
      PartitionSet& given = assignment[members[turn].member_id];
      given.insert(given.end(), partition);
      turn = (turn + 1) % members.size();
    }
    return assignment;
  }
};

}  // namespace

AssignorPointer roundrobin_assignor() { return std::make_shared<RoundRobinAssignor>(); }

}  // namespace cohort::client
