// Roster: who is in a classic group, in the order in which they came.
#pragma once

#include "group/classic_member.hpp"
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace cohort::broker {

/// Keeps what every JoinGroup asks for at hand: who has an instance id, how many wait in JoinGroup,
/// and how many members support each protocol. Kafka keeps members in a hash map, so where it picks
/// any one of them this picks the first that came.
class Roster {
 public:
  using ByArrival = std::map<std::uint64_t, ClassicMember>;

  /// REQUIRES: neither its id nor its instance id is taken; it has nothing parked.
  ClassicMember& add(ClassicMember member);
  /// REQUIRES: it is a member, and its parked answers were given.
  void remove(const std::string& member_id);
  /// The static member goes on under another id, in its old place. REQUIRES: it is a member.
  ClassicMember& rename(const std::string& member_id, const std::string& new_id);
  void set_protocols(ClassicMember& member, std::vector<OfferedProtocol> protocols);

  void park_join(ClassicMember& member, ReplyId reply);
  /// The answer that the member is owed from now on by the caller, if any.
  std::optional<ReplyId> unpark_join(ClassicMember& member);

  ClassicMember* find(const std::string& member_id);
  const ClassicMember* find(const std::string& member_id) const;
  /// The id of the static member with this instance id, or null.
  const std::string* find_instance(const std::string& instance_id) const;

  std::size_t size() const { return by_arrival_.size(); }
  bool empty() const { return by_arrival_.empty(); }
  ByArrival& by_arrival() { return by_arrival_; }
  const ByArrival& by_arrival() const { return by_arrival_; }

  std::size_t joins_parked() const { return joins_parked_; }
  /// Every member supports it; true of any name when there are no members.
  bool all_support(const std::string& protocol) const;
  /// Protocols that every member supports. REQUIRES: there are members.
  std::set<std::string> common_protocols() const;
  /// The largest of the members', 0 when there are none (ClassicGroup.rebalanceTimeoutMs).
  Duration rebalance_timeout() const;

 private:
  friend struct DigestOf<Roster>;
  void count_support(const ClassicMember& member);
  void discount_support(const ClassicMember& member);

  ByArrival by_arrival_;
  std::unordered_map<std::string, std::uint64_t> arrival_of_;  ///< Only looked up, never walked.
  std::map<std::string, std::string> id_of_instance_;
  std::map<std::string, std::size_t> supporters_of_;
  std::size_t joins_parked_ = 0;
  std::uint64_t next_arrival_ = 0;
};

}  // namespace cohort::broker
