// MemberNames: which process a member id belongs to, and facts told in such names.
#pragma once

#include <cohort/broker/fact.hpp>

#include <map>
#include <string>

namespace cohort::testing {

class MemberNames {
 public:
  /// Unless the id is known.
  void learn(const std::string& member_id, const std::string& process);
  /// What comes of a request of this process tells which member id is its own.
  void learn_from(const broker::Fact& fact, const std::string& process);
  /// Null if nobody has learned it.
  const std::string* find(const std::string& member_id) const;
  /// With names in place of the ids that are known.
  std::string in_names(std::string text) const;

 private:
  std::map<std::string, std::string> names_;  ///< By member id.
};

/// What has happened, to whom: "member_joined m1 (generation 3)". `requester`: the process whose
/// request it comes of, or empty.
std::string what_of(const broker::Fact& fact, const MemberNames& names,
                    const std::string& requester);
/// Why, and what it came of: "SyncGroup of the leader [request SyncGroup]".
std::string why_of(const broker::Fact& fact, const MemberNames& names);
/// Both: "member_left m1: LeaveGroup [request LeaveGroup]".
std::string in_words(const broker::Fact& fact, const MemberNames& names,
                     const std::string& requester);

}  // namespace cohort::testing
