#include "group/roster.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

ClassicMember& Roster::add(ClassicMember member) {
  COHORT_ASSERT(!arrival_of_.contains(member.id));
  COHORT_ASSERT(!member.parked_join && !member.parked_sync);
  if (member.instance_id) {
    const bool is_free = id_of_instance_.emplace(*member.instance_id, member.id).second;
    COHORT_ASSERT(is_free);
  }
  const std::uint64_t arrival = next_arrival_++;
  arrival_of_.emplace(member.id, arrival);
  count_support(member);
  return by_arrival_.emplace(arrival, std::move(member)).first->second;
}

void Roster::remove(const std::string& member_id) {
  const auto arrival = arrival_of_.find(member_id);
  COHORT_ASSERT(arrival != arrival_of_.end());
  const auto member = by_arrival_.find(arrival->second);
  COHORT_ASSERT(!member->second.parked_join && !member->second.parked_sync);
  discount_support(member->second);
  if (member->second.instance_id) id_of_instance_.erase(*member->second.instance_id);
  arrival_of_.erase(arrival);
  by_arrival_.erase(member);
}

ClassicMember& Roster::rename(const std::string& member_id, const std::string& new_id) {
  const auto arrival = arrival_of_.find(member_id);
  COHORT_ASSERT(arrival != arrival_of_.end());
  ClassicMember& member = by_arrival_.at(arrival->second);
  COHORT_ASSERT(member.is_static());
  arrival_of_.emplace(new_id, arrival->second);
  arrival_of_.erase(arrival);
  id_of_instance_[*member.instance_id] = new_id;
  member.id = new_id;
  return member;
}

void Roster::set_protocols(ClassicMember& member, std::vector<OfferedProtocol> protocols) {
  discount_support(member);
  member.protocols = std::move(protocols);
  count_support(member);
}

void Roster::park_join(ClassicMember& member, ReplyId reply) {
  COHORT_ASSERT(!member.parked_join);
  member.parked_join = reply;
  ++joins_parked_;
}

std::optional<ReplyId> Roster::unpark_join(ClassicMember& member) {
  if (member.parked_join) --joins_parked_;
  return std::exchange(member.parked_join, std::nullopt);
}

ClassicMember* Roster::find(const std::string& member_id) {
  const auto arrival = arrival_of_.find(member_id);
  return arrival == arrival_of_.end() ? nullptr : &by_arrival_.at(arrival->second);
}

const ClassicMember* Roster::find(const std::string& member_id) const {
  const auto arrival = arrival_of_.find(member_id);
  return arrival == arrival_of_.end() ? nullptr : &by_arrival_.at(arrival->second);
}

const std::string* Roster::find_instance(const std::string& instance_id) const {
  const auto found = id_of_instance_.find(instance_id);
  return found == id_of_instance_.end() ? nullptr : &found->second;
}

bool Roster::all_support(const std::string& protocol) const {
  const auto found = supporters_of_.find(protocol);
  return (found == supporters_of_.end() ? 0 : found->second) == size();
}

std::set<std::string> Roster::common_protocols() const {
  COHORT_ASSERT(!empty());
  std::set<std::string> common;
  for (const auto& [protocol, supporters] : supporters_of_) {
    if (supporters == size()) common.insert(protocol);
  }
  return common;
}

Duration Roster::rebalance_timeout() const {
  Duration longest{0};
  for (const auto& [arrival, member] : by_arrival_) {
    longest = std::max(longest, member.rebalance_timeout);
  }
  return longest;
}

void Roster::count_support(const ClassicMember& member) {
  for (const OfferedProtocol& protocol : member.protocols) ++supporters_of_[protocol.name];
}

void Roster::discount_support(const ClassicMember& member) {
  for (const OfferedProtocol& protocol : member.protocols) {
    const auto counted = supporters_of_.find(protocol.name);
    COHORT_ASSERT(counted != supporters_of_.end());
    if (--counted->second == 0) supporters_of_.erase(counted);
  }
}

}  // namespace cohort::broker
