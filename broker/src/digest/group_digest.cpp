// Groups, their offsets, and transactions.
#include "digest/digests.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cohort {

namespace {

constexpr std::string_view commit_order = "commit";

}  // namespace

void DigestOf<broker::CommittedOffset>::add(StateDigest& into,
                                            const broker::CommittedOffset& offset) {
  const auto& [value, leader_epoch, metadata, commit_time, expire_time, order] = offset;
  into.add_all(value, leader_epoch, metadata, commit_time, expire_time);
  into.add_name_if_known(commit_order, order);
}

void DigestOf<broker::CommittedOffsets>::add(StateDigest& into,
                                             const broker::CommittedOffsets& offsets) {
  const auto& [by_partition] = offsets;
  into.add(by_partition);
}

void DigestOf<broker::PendingOffsets>::add(StateDigest& into,
                                           const broker::PendingOffsets& pending) {
  const auto& [by_producer] = pending;
  into.add(by_producer);
}

void DigestOf<broker::PendingOffsets>::name_orders(StateDigest& into,
                                                   const broker::PendingOffsets& pending,
                                                   const broker::CommittedOffsets& committed) {
  const auto& [by_producer] = pending;
  std::vector<std::uint64_t> orders;
  for (const auto& [producer_id, open] : by_producer) {
    for (const auto& [key, value] : open.offsets) {
      orders.push_back(value.order);
      // All commits to come are later than any: only these two may meet.
      if (const auto* rival = committed.find(key)) orders.push_back(rival->order);
    }
  }
  std::ranges::sort(orders);
  for (const std::uint64_t order : orders) into.add_name(commit_order, order);
}

void DigestOf<broker::RetiredIds>::add(StateDigest& into, const broker::RetiredIds& retired) {
  const auto& [by_group, by_turn, next_turn] = retired;
  into.add_word(by_turn.size());
  for (const auto& [turn, group] : by_turn) {
    into.add_all(group, by_group.at(group).next_ordinal);
  }
}

void DigestOf<broker::Roster>::add(StateDigest& into, const broker::Roster& roster) {
  const auto& [by_arrival, arrival_of, id_of_instance, supporters_of, joins_parked, next_arrival] =
      roster;
  into.add_word(by_arrival.size());
  for (const auto& [arrival, member] : by_arrival) into.add(member);
}

void DigestOf<broker::ClassicGroup>::add(StateDigest& into, const broker::ClassicGroup& group) {
  const auto& [group_id, chance, next_ordinal, state, state_since, generation, protocol_type,
               protocol_name, leader_id, roster, pending, unsynced, subscribed_topics,
               initial_delay, saw_new_member] = group;
  into.add_all(state, state_since, generation, protocol_type, protocol_name, leader_id, roster,
               pending, unsynced, subscribed_topics, initial_delay, saw_new_member);
  const std::optional<std::size_t> to_come = into.promises().member_ids_to_come;
  if (!to_come) return into.add(next_ordinal);
  // How the next ids are sorted among those that there are is all that counts.
  for (std::uint64_t ordinal = next_ordinal; ordinal < next_ordinal + *to_come; ++ordinal) {
    into.add(to_string(broker::ClassicGroup::member_uuid(chance, ordinal)));
  }
}

/// The settings, the rules and the chance of a coordinator never change.
void DigestOf<broker::Coordinator>::add(StateDigest& into, const broker::Coordinator& coordinator) {
  const auto& [config, rules, chance, groups, open_transactions, next_commit, retired, unloads,
               timers, answers, facts, records] = coordinator;
  into.add_word(groups.size());
  for (const auto& [id, group] : groups) {
    const auto& [classic, offsets, pending] = group;
    DigestOf<broker::PendingOffsets>::name_orders(into, pending, offsets);
    into.add_all(id, classic, offsets, pending);
  }
  into.add_all(open_transactions, retired, unloads, timers);
  into.add_all(answers, records);  // None between wake-ups.
}

void DigestOf<broker::ZookeeperOffsets>::add(StateDigest& into,
                                             const broker::ZookeeperOffsets& offsets) {
  const auto& [by_group] = offsets;
  into.add(by_group);
}

/// Its origin counts too: from it on it looks for what is too old.
void DigestOf<broker::TransactionCoordinator>::add(
    StateDigest& into, const broker::TransactionCoordinator& coordinator) {
  const auto& [config, origin, transactions, timers, endings, facts, records] = coordinator;
  into.add_all(origin, transactions, timers);
  into.add_all(endings, records);  // None between wake-ups.
}

}  // namespace cohort
