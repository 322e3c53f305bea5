#include "loaded_coordinators.hpp"

#include "coordinator_loading.hpp"
#include "log/topic_name.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>
#include <utility>

namespace cohort::broker {

namespace {

/// What a coordinator knows of an offset; when it came is in the log's order only.
CommittedOffsets::ByPartition offsets_of(const Coordinator& coordinator, const std::string& group) {
  const CommittedOffsets* found = coordinator.committed(group);
  CommittedOffsets::ByPartition offsets =
      found == nullptr ? CommittedOffsets::ByPartition{} : found->all();
  for (auto& [key, value] : offsets) value.order = 0;
  return offsets;
}

std::set<std::string> group_ids(const Coordinator& coordinator) {
  std::set<std::string> ids;
  for (const GroupListing& group : coordinator.list()) ids.insert(group.group_id);
  return ids;
}

/// As it was before its first member.
GroupDescription unborn(const std::string& group_id) {
  return {.group_id = group_id, .state = GroupState::empty};
}

GroupDescription described(const Coordinator& coordinator, const std::string& group_id) {
  GroupDescription description = coordinator.describe(group_id).value_or(unborn(group_id));
  description.waiting_for.reset();  // Nobody waits for followers that have not synced yet.
  return description;
}

/// Is there nothing of the group that would have been written?
bool is_unwritten(const Coordinator& coordinator, const std::string& group_id) {
  return described(coordinator, group_id) == unborn(group_id) &&
         coordinator.committed(group_id)->empty() && coordinator.pending(group_id)->empty();
}

/// All transactions end, and what was pending shows.
void end_all(Coordinator& coordinator, bool is_committed, Instant now) {
  for (std::int64_t producer = 0; producer < 200; ++producer) {
    coordinator.end_transaction(producer, is_committed, now);
  }
}

Transaction as_written(Transaction transaction) {
  transaction.previous = {};
  if (transaction.state == TransactionState::empty) transaction.started.reset();
  return transaction;
}

std::map<std::string, Transaction> as_written(const TransactionCoordinator& coordinator) {
  std::map<std::string, Transaction> transactions;
  for (const auto& [id, transaction] : coordinator.all()) {
    transactions.emplace(id, as_written(transaction));
  }
  return transactions;
}

}  // namespace

BrokerState reloaded(const BrokerState& running, Instant now) {
  BrokerState copy = running;
  for (const std::string_view topic : {offsets_topic, transaction_topic}) {
    const Topic* const found = copy.catalog.find(topic);
    if (found == nullptr) continue;
    const auto partitions = static_cast<std::int32_t>(found->partitions.size());
    for (std::int32_t each = 0; each < partitions; ++each) {
      reload_coordinator(copy, topic, each, now);
    }
  }
  return copy;
}

void LoadedCoordinators::note(const BrokerState& running) {
  const std::set<std::string> ids = group_ids(running.coordinator);
  std::erase_if(agreed_, [&](const auto& entry) { return !ids.contains(entry.first); });
  for (const std::string& id : ids) {
    GroupDescription now = described(running.coordinator, id);
    const bool is_written = now.state == GroupState::stable || now.state == GroupState::empty;
    if (is_written) agreed_.insert_or_assign(id, std::move(now));
  }
}

void LoadedCoordinators::expect_same(const BrokerState& running, Instant now) const {
  {
    SCOPED_TRACE("loaded from the whole log");
    expect_same(running, reloaded(running, now), now);
  }
  SCOPED_TRACE("loaded from a compacted log");
  BrokerState compacted = running;
  compacted.catalog.compact_all(offsets_topic, now);
  compacted.catalog.compact_all(transaction_topic, now);
  expect_same(running, reloaded(compacted, now), now);
}

void LoadedCoordinators::expect_same(const BrokerState& running, const BrokerState& loaded,
                                     Instant now) const {
  EXPECT_TRUE(loaded.unloadable_coordinators.empty());
  const std::set<std::string> ids = group_ids(running.coordinator);
  for (const std::string& id : group_ids(loaded.coordinator)) {
    if (ids.contains(id)) continue;
    EXPECT_TRUE(is_unwritten(loaded.coordinator, id)) << id;
  }
  for (const std::string& id : ids) {
    SCOPED_TRACE("group " + id);
    expect_same_group(id, running.coordinator, loaded.coordinator);
  }
  for (const bool is_committed : {false, true}) {
    Coordinator mine = running.coordinator;
    Coordinator other = loaded.coordinator;
    end_all(mine, is_committed, now);
    end_all(other, is_committed, now);
    for (const std::string& id : ids) EXPECT_EQ(offsets_of(other, id), offsets_of(mine, id)) << id;
  }
  EXPECT_EQ(as_written(loaded.transactions), as_written(running.transactions));
}

void LoadedCoordinators::expect_same_group(const std::string& group_id, const Coordinator& running,
                                           const Coordinator& loaded) const {
  EXPECT_EQ(offsets_of(loaded, group_id), offsets_of(running, group_id));
  const auto agreed = agreed_.find(group_id);
  const GroupDescription expected = agreed == agreed_.end() ? unborn(group_id) : agreed->second;
  EXPECT_EQ(described(loaded, group_id), expected);

  // What is in an Empty group grows old at the same time. (Elsewhere sessions begin anew.)
  if (described(running, group_id).state != GroupState::empty) return;
  Coordinator mine = running;
  Coordinator other = loaded;
  for (int checks = 0; checks < 6; ++checks) {
    const Instant later = mine.next_deadline();
    mine.advance(later);
    other.advance(later);
    EXPECT_EQ(offsets_of(other, group_id), offsets_of(mine, group_id));
  }
}

}  // namespace cohort::broker
