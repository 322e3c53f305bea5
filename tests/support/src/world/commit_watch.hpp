// CommitWatch: who may commit to a group, and that what was committed stays.
#pragma once

#include "world/first_violation.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/fact.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace cohort::testing {

/// "old generations commit nothing": a commit is of the group's generation, and that has its
/// assignment. Source: ClassicGroup.validateOffsetCommit; KAFKA-8487.
/// "committed offsets stay": what was committed goes neither away nor back by anything but a
/// commit, its age, or somebody's order.
class CommitWatch {
 public:
  /// By topic and partition.
  using Offsets = std::map<std::pair<std::string, std::int32_t>, std::int64_t>;

  void see(const broker::Fact& fact, FirstViolation& broken);
  /// What comes of all the facts that were seen since the last call; nothing: there is no such
  /// group just now.
  void see_offsets(std::optional<Offsets> committed, FirstViolation& broken);

  /// In which nobody has been heard to own anything yet.
  std::int32_t generation() const { return generation_; }

 private:
  void see_commit(const broker::Fact& fact, FirstViolation& broken) const;

  std::int32_t generation_ = 0;
  bool awaits_assignment_ = false;  ///< Between a generation's forming and its assignment.
  bool may_offsets_change_ = false;
  Offsets offsets_;
};

/// What the group has committed; nothing: no coordinator has the group.
std::optional<CommitWatch::Offsets> committed_offsets(const broker::Broker& broker,
                                                      const std::string& group);

}  // namespace cohort::testing
