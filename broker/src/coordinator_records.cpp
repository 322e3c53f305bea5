#include "coordinator_records.hpp"

#include "coordinator_record_bytes.hpp"
#include "group/java_string.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/batch_builder.hpp>

#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// One of the coordinators' topics, for the length of one call.
struct CoordinatorTopic {
  std::string name;
  std::int32_t partitions = 1;
  Compression compression = Compression::none;
};

/// By partition.
using OperationBatches = std::map<std::int32_t, BatchBuilder>;

const std::string& id_of(const GroupRecord& record) { return record.group_id; }
const std::string& id_of(const TransactionRecord& record) { return record.transactional_id; }

/// The records of one request are handed over together; of timers only those of one instant, which
/// Kafka may append one by one.
bool is_one_operation(const GroupRecord& first, const GroupRecord& second) {
  return first.at == second.at && first.producer == second.producer;
}

/// Each state of a transaction is appended by itself; ids that are forgotten go together.
bool is_one_operation(const TransactionRecord& first, const TransactionRecord& second) {
  return !first.stored && !second.stored && first.at == second.at;
}

/// What the coordinator runtime writes counts its sequence from 0 each time, with a producer or
/// without; nobody checks it (CoordinatorRuntime.maybeAllocateNewBatch).
BatchOptions options_for(const GroupRecord& record, Compression compression) {
  BatchOptions options{.compression = compression, .base_sequence = 0};
  if (!record.producer) return options;
  options.producer_id = record.producer->id;
  options.producer_epoch = record.producer->epoch;
  options.is_transactional = true;
  return options;
}

BatchOptions options_for(const TransactionRecord& /*record*/, Compression compression) {
  return {.compression = compression};
}

/// A partition that is not there, as when somebody made the topic by hand with fewer, keeps
/// nothing.
void append(BrokerState& state, const std::string& topic, const OperationBatches& batches,
            Instant at) {
  for (const auto& [partition, builder] : batches) {
    const AppendResult result =
        state.catalog.append_from_coordinator(topic, partition, builder.build(), at);
    if (result.error == ErrorCode::none) {
      tell_appended(state, topic, partition, result.appended_bytes);
    }
  }
}

template <class CoordinatorRecord>
void write_down(BrokerState& state, const CoordinatorTopic& topic,
                const std::vector<CoordinatorRecord>& records) {
  const Topic* found = state.catalog.find(topic.name);
  if (found == nullptr) return;
  const auto most_bytes = static_cast<std::size_t>(found->settings.max_message_bytes);
  const Compression compression = found->settings.compression.value_or(topic.compression);
  OperationBatches batches;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CoordinatorRecord& record = records[i];
    if (i > 0 && !is_one_operation(records[i - 1], record)) {
      append(state, topic.name, std::exchange(batches, {}), records[i - 1].at);
    }
    const std::optional<Record> written = to_record(record);
    if (!written) continue;
    const std::int32_t partition = coordinator_partition(id_of(record), topic.partitions);
    auto batch = batches.try_emplace(partition, options_for(record, compression)).first;
    batch->second.add(*written);
    if (batch->second.uncompressed_size() < most_bytes) continue;
    OperationBatches full;
    full.insert(batches.extract(batch));
    append(state, topic.name, full, record.at);
  }
  if (!records.empty()) append(state, topic.name, batches, records.back().at);
}

void make_if_absent(BrokerState& state, const std::string& topic, Instant now) {
  if (state.catalog.find(topic) == nullptr) create_automatically(state, {&topic, 1}, now);
}

}  // namespace

void write_coordinator_records(BrokerState& state) {
  const LogConfig& config = state.config.log;
  if (const auto records = state.coordinator.take_records(); !records.empty()) {
    const CoordinatorTopic topic{.name = std::string(offsets_topic),
                                 .partitions = config.offsets_topic_partitions,
                                 .compression = config.offsets_topic_compression};
    make_if_absent(state, topic.name, records.front().at);
    write_down(state, topic, records);
  }
  if (const auto records = state.transactions.take_records(); !records.empty()) {
    const CoordinatorTopic topic{.name = std::string(transaction_topic),
                                 .partitions = config.transaction_topic_partitions};
    make_if_absent(state, topic.name, records.front().at);
    write_down(state, topic, records);
  }
}

std::int32_t coordinator_partition(std::string_view id, std::int32_t partitions) {
  const auto hash = static_cast<std::int32_t>(java_hash(id));
  // The smallest number has no absolute value in 32 bits and counts as 0 (Utils.abs).
  const bool is_smallest = hash == std::numeric_limits<std::int32_t>::min();
  return is_smallest ? 0 : std::abs(hash) % partitions;
}

}  // namespace cohort::broker
