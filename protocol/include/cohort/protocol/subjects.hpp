// Subjects: what a request is about, by its own words: groups, members, transactions and topics.
#pragma once

#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// A topic that a request names, by name or by id, with the partitions that it names of it.
struct TopicSubject {
  std::string name;  ///< Empty: named by id.
  Uuid id;           ///< Zero: named by name.
  std::vector<std::int32_t> partitions;

  bool operator==(const TopicSubject&) const = default;
};

/// All in the order of the request, and as often as it names them. Null names nothing, although
/// some requests mean everything by it.
struct Subjects {
  std::vector<std::string> groups;
  std::vector<std::string> member_ids;  ///< Who asks, or is to leave; without empty ones.
  std::vector<std::string> group_instance_ids;
  std::vector<std::string> transactional_ids;
  /// Not those that leave a fetch session.
  std::vector<TopicSubject> topics;

  bool operator==(const Subjects&) const = default;
};

/// What the fields say that `version` has.
template <class Request>
Subjects subjects_of(const Request& request, int version);

}  // namespace cohort
