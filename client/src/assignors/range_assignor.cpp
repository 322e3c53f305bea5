#include "assignors/members.hpp"

#include <algorithm>

namespace cohort::client {

namespace {

/// Gives one topic's partitions to those who subscribed to it, who are in static order.
void give_in_ranges(const std::string& topic, std::int32_t partition_count,
                    const std::vector<const std::string*>& subscribers, Assignment& assignment) {
  const auto count = static_cast<std::int32_t>(subscribers.size());
  const std::int32_t each = partition_count / count;
  const std::int32_t first_ones_with_one_more = partition_count % count;
  std::int32_t next = 0;
  for (std::int32_t index = 0; index < count; ++index) {
    PartitionSet& given = assignment[*subscribers[static_cast<std::size_t>(index)]];
    const std::int32_t end = next + each + (index < first_ones_with_one_more ? 1 : 0);
    for (; next < end; ++next) given.insert(given.end(), TopicPartition{topic, next});
  }
}

/// Source: Kafka 3.9's RangeAssignor without racks. The same as librdkafka's and kafka-python's,
/// but where members with and without instance id are in one group: librdkafka 2.0 then compares
/// their member ids, kafka-python 2.0 looks at no instance ids.
class RangeAssignor final : public Assignor {
 public:
  std::string name() const override { return "range"; }

  Assignment assign(const AssignmentProblem& problem) const override {
    const std::vector<GroupMember> members = members_in_static_order(problem);
    std::map<std::string, std::vector<const std::string*>> subscribers;
    for (const GroupMember& member : members) {
      for (const std::string& topic : member.topics) {
        subscribers[topic].push_back(&member.member_id);
      }
    }
    Assignment assignment = nothing_for(members);
    for (const auto& [topic, partition_count] : problem.partition_counts) {
      const auto found = subscribers.find(topic);
      if (found == subscribers.end()) continue;
      give_in_ranges(topic, partition_count, found->second, assignment);
    }
    return assignment;
  }
};

}  // namespace

AssignorPointer range_assignor() { return std::make_shared<RangeAssignor>(); }

}  // namespace cohort::client
