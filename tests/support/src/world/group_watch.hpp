// GroupWatch: looks at all that happens to a group, and at its members, for what must never be.
#pragma once

#include "world/member_node.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/testing/state_graph.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

namespace rule_names {
inline constexpr const char* one_owner = "one owner";
inline constexpr const char* old_generations = "old generations commit nothing";
inline constexpr const char* answers = "answers";
inline constexpr const char* offsets_stay = "committed offsets stay";
}  // namespace rule_names

/// A value. Remembers what it needs of the past, and the first thing that was wrong.
class GroupWatch {
 public:
  explicit GroupWatch(std::string group) : group_(std::move(group)) {}

  /// What has changed at the broker, in order.
  void see(const std::vector<broker::Fact>& facts, const broker::Broker& broker);
  /// A member as it is now.
  void see(const std::string& name, const MemberNode& member);
  /// No member that lives can claim anything in a generation before this one any more.
  void forget_before(std::int32_t generation);

  const std::optional<Violation>& broken() const { return broken_; }
  /// In which nobody has been heard to own anything yet.
  std::int32_t generation() const { return generation_; }

 private:
  friend struct cohort::DigestOf<GroupWatch>;
  using Offsets = std::map<std::pair<std::string, std::int32_t>, std::int64_t>;

  void see_commit(const broker::Fact& fact);
  void see_offsets(const broker::Broker& broker, bool may_change);
  void tell(const char* rule, std::string what);

  std::string group_;
  std::int32_t generation_ = 0;
  bool awaits_assignment_ = false;  ///< Between a generation's forming and its assignment.
  std::map<std::pair<std::int32_t, client::TopicPartition>, std::string> owners_;
  Offsets offsets_;
  std::optional<Violation> broken_;
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::GroupWatch> {
  static void add(StateDigest& into, const testing::GroupWatch& watch);
};

}  // namespace cohort
