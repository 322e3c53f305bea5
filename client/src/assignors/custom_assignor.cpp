#include <cohort/client/assignment_check.hpp>
#include <cohort/client/assignor.hpp>
#include <cohort/client/error.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace cohort::client {

namespace {

class AssignorOfYourOwn final : public Assignor {
 public:
  explicit AssignorOfYourOwn(CustomAssignor parts) : parts_(std::move(parts)) {}

  std::string name() const override { return parts_.name; }
  std::set<RebalanceProtocol> protocols() const override { return parts_.protocols; }

  Buffer user_data(const std::set<std::string>& topics,
                   const ReceivedAssignment& last) const override {
    return parts_.announce ? parts_.announce(topics, last) : Buffer{};
  }

  Assignment assign(const AssignmentProblem& problem) const override {
    return parts_.allocate(members_in_order(problem), subscribed_partitions(problem));
  }

 private:
  CustomAssignor parts_;
};

constexpr std::int32_t highest_capacity = 1000;

std::int32_t announced_capacity(const GroupMember& member) {
  const std::string_view text = member.user_data.text();
  std::int32_t capacity = 1;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), capacity);
  if (fault == std::errc::result_out_of_range && !text.starts_with('-')) return highest_capacity;
  if (fault != std::errc{} || end != text.data() + text.size()) return 1;
  return std::clamp(capacity, 1, highest_capacity);
}

}  // namespace

AssignorPointer custom_assignor(CustomAssignor parts) {
  if (parts.name.empty()) throw ConfigError("a custom assignor's name is empty");
  if (!parts.allocate) {
    throw ConfigError("the custom assignor \"" + parts.name + "\" has no allocate function");
  }
  if (parts.protocols.empty()) {
    throw ConfigError("the custom assignor \"" + parts.name +
                      "\" supports no rebalance protocol (eager, cooperative)");
  }
  return std::make_shared<AssignorOfYourOwn>(std::move(parts));
}

Assignment allocate_by_capacity(const std::vector<GroupMember>& members,
                                const std::vector<TopicPartition>& partitions) {
  std::vector<const GroupMember*> turns;
  for (const GroupMember& member : members) {
    turns.insert(turns.end(), static_cast<std::size_t>(announced_capacity(member)), &member);
  }
  Assignment assignment;
  std::size_t turn = 0;
  for (const TopicPartition& partition : partitions) {
    std::size_t passed_over = 0;
    while (passed_over < turns.size() && !turns[turn]->topics.contains(partition.topic)) {
      turn = (turn + 1) % turns.size();
      ++passed_over;
    }
    if (passed_over == turns.size()) continue;  // Nobody's; check_assignment tells.
    assignment[turns[turn]->member_id].insert(partition);
    turn = (turn + 1) % turns.size();
  }
  return assignment;
}

AssignorPointer capacity_assignor(std::int32_t capacity, std::string name) {
  if (capacity < 1 || capacity > highest_capacity) {
    throw ConfigError("a capacity of " + std::to_string(capacity) + "; 1 to 1000 are allowed");
  }
  return custom_assignor({.name = std::move(name),
                          .allocate = &allocate_by_capacity,
                          .announce = [capacity](const auto& /*topics*/, const auto& /*last*/) {
                            return Buffer::copy_of(std::to_string(capacity));
                          }});
}

}  // namespace cohort::client
