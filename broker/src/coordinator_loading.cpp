#include "coordinator_loading.hpp"

#include "coordinator_record_bytes.hpp"
#include "coordinator_records.hpp"
#include "facts.hpp"
#include "group/replayed_groups.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

std::int32_t partitions_of(const BrokerState& state, std::string_view topic) {
  const LogConfig& config = state.config.log;
  return topic == offsets_topic ? config.offsets_topic_partitions
                                : config.transaction_topic_partitions;
}

/// Does the id belong to this partition?
struct OfPartition {
  std::int32_t partition = 0;
  std::int32_t partitions = 1;
  bool operator()(const std::string& id) const {
    return coordinator_partition(id, partitions) == partition;
  }
};

bool is_coordinators_topic(std::string_view topic) {
  return topic == offsets_topic || topic == transaction_topic;
}

/// Calls `take` with each record of a batch, as long as it says true. False if not all were taken.
template <class Take>
bool for_each_record(const BatchView& batch, Take take) {
  RecordResult<BatchRecords> records = batch.records();
  if (!records) return false;
  RecordCursor cursor(std::move(records.value()));
  for (RecordView record; cursor.next(record);) {
    if (!take(record.owned())) return false;
  }
  return !cursor.fault();
}

/// A record for another partition's id is nobody's: requests never come here for it.
bool replay_batch(const BatchView& batch, const OfPartition& is_of_partition,
                  ReplayedGroups& groups) {
  const BatchHeader& header = batch.header();
  if (header.is_control()) {
    const std::optional<Marker> marker = marker_of(batch);
    if (marker) groups.end_transaction(marker->producer_id, marker->type == MarkerType::commit);
    return true;
  }
  std::optional<ProducerIdentity> producer;
  if (header.has_producer_id()) producer = {header.producer_id, header.producer_epoch};
  return for_each_record(batch, [&](const Record& record) {
    const ParsedRecord<GroupRecord> parsed = parse_group_record(record, producer);
    if (parsed.record && is_of_partition(parsed.record->group_id)) groups.replay(*parsed.record);
    return parsed.makes_sense;
  });
}

/// nullopt: the log holds something that makes no sense.
std::optional<ReplayedGroups> replay_groups(const PartitionLog& log,
                                            const OfPartition& is_of_partition) {
  ReplayedGroups groups;
  for (const StoredBatch& stored : log.batches()) {
    if (!replay_batch(stored.batch, is_of_partition, groups)) return std::nullopt;
  }
  return groups;
}

/// Up to the first thing that makes no sense; Kafka keeps what it has read by then.
std::map<std::string, Transaction> replay_transactions(const PartitionLog& log,
                                                       const OfPartition& is_of_partition) {
  std::map<std::string, Transaction> transactions;
  const auto take = [&](const Record& record) {
    ParsedRecord<TransactionRecord> parsed = parse_transaction_record(record);
    if (!parsed.record || !is_of_partition(parsed.record->transactional_id)) {
      return parsed.makes_sense;
    }
    if (parsed.record->stored) {
      transactions.insert_or_assign(parsed.record->transactional_id, *parsed.record->stored);
    } else {
      transactions.erase(parsed.record->transactional_id);
    }
    return true;
  };
  for (const StoredBatch& stored : log.batches()) {
    if (stored.batch.header().is_control()) continue;
    if (!for_each_record(stored.batch, take)) break;
  }
  return transactions;
}

/// Behind what the coordinators tell of it, group by group.
void tell(BrokerState& state, FactKind kind, std::string what, Instant now) {
  gather_facts(state);
  state.facts.push_back({.at = now, .kind = kind, .detail = std::move(what)});
}

std::string in_words(std::string_view topic, std::int32_t partition) {
  std::string text(topic);
  text += "-";
  text += std::to_string(partition);
  return text;
}

void load_groups(BrokerState& state, const PartitionLog& log, const OfPartition& is_of_partition,
                 Instant now) {
  const std::optional<ReplayedGroups> groups = replay_groups(log, is_of_partition);
  std::string text = in_words(offsets_topic, is_of_partition.partition);
  if (!groups) {
    state.unloadable_coordinators.insert(is_of_partition.partition);
    return tell(state, FactKind::coordinator_failed, text + ": a record makes no sense", now);
  }
  if (groups->all().empty()) return;
  state.coordinator.load(*groups, now);
  text += ": " + std::to_string(groups->all().size()) + " groups";
  tell(state, FactKind::coordinator_loaded, std::move(text), now);
}

void load_transactions(BrokerState& state, const PartitionLog& log,
                       const OfPartition& is_of_partition, Instant now) {
  const std::map<std::string, Transaction> transactions = replay_transactions(log, is_of_partition);
  if (transactions.empty()) return;
  state.transactions.load(transactions, now);
  tell(state, FactKind::coordinator_loaded,
       in_words(transaction_topic, is_of_partition.partition) + ": " +
           std::to_string(transactions.size()) + " transactional ids",
       now);
  end_transactions(state, now);
}

}  // namespace

void unload_coordinator(BrokerState& state, std::string_view topic, std::int32_t partition,
                        Instant now) {
  if (!is_coordinators_topic(topic)) return;
  // What was done under the leader before is its, and written.
  write_coordinator_records(state);
  const OfPartition is_of_partition{partition, partitions_of(state, topic)};
  if (topic == offsets_topic) {
    state.unloadable_coordinators.erase(partition);
    state.coordinator.unload(is_of_partition, now);
  } else {
    state.transactions.unload(is_of_partition);
  }
}

void reload_coordinator(BrokerState& state, std::string_view topic, std::int32_t partition,
                        Instant now) {
  if (!is_coordinators_topic(topic)) return;
  unload_coordinator(state, topic, partition, now);
  const Partition* const found = state.catalog.find(topic, partition);
  if (found == nullptr) return;
  const OfPartition is_of_partition{partition, partitions_of(state, topic)};
  if (topic == offsets_topic) return load_groups(state, found->log, is_of_partition, now);
  load_transactions(state, found->log, is_of_partition, now);
}

void unload_coordinators(BrokerState& state, std::string_view topic, Instant now) {
  const auto is_any = [](const std::string& /*id*/) { return true; };
  if (topic == offsets_topic) {
    state.unloadable_coordinators.clear();
    state.coordinator.unload(is_any, now);
  } else if (topic == transaction_topic) {
    state.transactions.unload(is_any);
  }
}

bool is_coordinator_loaded(const BrokerState& state, std::string_view topic,
                           std::int32_t partition) {
  return topic != offsets_topic || !state.unloadable_coordinators.contains(partition);
}

}  // namespace cohort::broker
