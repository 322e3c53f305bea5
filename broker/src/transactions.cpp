#include "transactions.hpp"

#include "coordinator_records.hpp"
#include "facts.hpp"
#include "log/topic_name.hpp"
#include "marker_faults.hpp"
#include "state.hpp"
#include "transaction_markers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// Is it what the coordinator still wants? It may have been loaded anew since.
bool is_wanted(const BrokerState& state, const TransactionEnd& ending) {
  const Transaction* transaction = state.transactions.find(ending.transactional_id);
  return transaction != nullptr && transaction->producer == ending.producer &&
         is_prepared(transaction->state);
}

void forget(BrokerState& state, WaitingEnd& waiting) {
  for (MarkerOnItsWay& marker : waiting.markers) forget_kept(state, marker);
}

void wait_for_markers(BrokerState& state, const TransactionEnd& ending) {
  WaitingEnd waiting{.ending = ending, .markers = {}};
  for (const TransactionPartition& partition : ending.partitions) {
    waiting.markers.push_back({.partition = partition});
  }
  const auto before = state.waiting_ends.find(ending.transactional_id);
  if (before != state.waiting_ends.end()) forget(state, before->second);
  state.waiting_ends.insert_or_assign(ending.transactional_id, std::move(waiting));
}

/// True: all are written, and the transaction is at its end. Until then it stays decided, and the
/// client hears CONCURRENT_TRANSACTIONS.
bool go_on(BrokerState& state, WaitingEnd& waiting, Instant now) {
  std::erase_if(waiting.markers, [&](MarkerOnItsWay& marker) {
    const bool is_done = advance_marker(state, waiting.ending, marker, now);
    if (is_done) state.transactions.marker_written(waiting.ending, marker.partition);
    return is_done;
  });
  if (!waiting.markers.empty()) return false;
  state.transactions.completed(waiting.ending, now);
  return true;
}

void tell_waiting(BrokerState& state, const WaitingEnd& waiting, Instant now) {
  constexpr std::size_t shown = 8;
  std::string text;
  const std::size_t count = waiting.markers.size();
  for (std::size_t i = 0; i < std::min(count, shown); ++i) {
    text.append(i == 0 ? "" : "; ").append(in_words(state, waiting.markers[i]));
  }
  if (count > shown) text.append(fmt::format(" and {} more", count - shown));
  gather_facts(state);
  state.facts.push_back({.at = now,
                         .kind = FactKind::transaction_waiting,
                         .transactional_id = waiting.ending.transactional_id,
                         .detail = std::move(text)});
}

}  // namespace

ErrorCode write_marker(BrokerState& state, const TransactionPartition& partition,
                       const Marker& marker) {
  const Topic* topic = state.catalog.find(partition.topic);
  if (topic == nullptr || topic->partition(partition.partition) == nullptr) {
    return ErrorCode::unknown_topic_or_partition;
  }
  const PartitionLog& log = topic->partition(partition.partition)->log;
  const std::int64_t stable_before = log.last_stable_offset();
  const AppendResult result =
      state.catalog.append_marker(partition.topic, partition.partition, marker);
  if (result.error != ErrorCode::none) return result.error;
  const PartitionKey key{topic->id, partition.partition};
  // Readers of committed records see more than the marker's bytes now.
  const bool is_decided = log.last_stable_offset() > stable_before;
  const std::vector<ReplyId> woken = is_decided
                                         ? state.fetch_waits.changed(key)
                                         : state.fetch_waits.appended(key, result.appended_bytes);
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  return ErrorCode::none;
}

void settle_offsets(BrokerState& state, const Marker& marker, const std::set<std::int32_t>& written,
                    Instant now) {
  std::vector<std::string> groups;
  for (const std::string& group : state.coordinator.groups_in_transaction(marker.producer_id)) {
    if (written.contains(offsets_partition(state, group).partition)) groups.push_back(group);
  }
  state.coordinator.end_transaction(marker.producer_id, marker.type == MarkerType::commit, groups,
                                    now);
}

void end_transactions(BrokerState& state, Instant now) {
  for (const TransactionEnd& ending : state.transactions.take_endings()) {
    // The decision is written before the markers, their end after them.
    write_coordinator_records(state);
    gather_facts(state);  // What rules do to the markers is told behind it.
    wait_for_markers(state, ending);
    const auto waiting = state.waiting_ends.find(ending.transactional_id);
    if (go_on(state, waiting->second, now)) {
      state.waiting_ends.erase(waiting);
    } else {
      tell_waiting(state, waiting->second, now);
    }
  }
  write_coordinator_records(state);
}

void resume_transactions(BrokerState& state, Instant now) {
  for (auto each = state.waiting_ends.begin(); each != state.waiting_ends.end();) {
    const bool is_over = !is_wanted(state, each->second.ending);
    if (is_over) forget(state, each->second);
    each = is_over || go_on(state, each->second, now) ? state.waiting_ends.erase(each)
                                                      : std::next(each);
  }
  write_coordinator_records(state);
}

TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id) {
  return {std::string(offsets_topic),
          coordinator_partition(group_id, state.config.log.offsets_topic_partitions)};
}

}  // namespace cohort::broker
