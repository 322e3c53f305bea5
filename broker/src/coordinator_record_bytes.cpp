#include "coordinator_record_bytes.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/group_metadata_record.hpp>
#include <cohort/protocol/messages/offset_commit_record.hpp>
#include <cohort/protocol/messages/transaction_log_record.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

namespace cohort::broker {

namespace {

// The versions that Kafka 3.9 writes (MetadataVersion.offsetCommitValueVersion,
// groupMetadataValueVersion; TransactionLog).
constexpr int offset_key_version = 1;
constexpr int offset_value_version = 3;
constexpr int offset_value_version_with_expiry = 1;
constexpr int group_key_version = 2;
constexpr int group_value_version = 3;
constexpr int transaction_key_version = 0;
constexpr int transaction_value_version = 0;

std::int32_t milliseconds_in(Duration duration) {
  const std::int64_t count = std::chrono::floor<milliseconds>(duration).count();
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      count, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

std::optional<Record> written(Instant at, Buffer key, std::optional<Buffer> value) {
  const bool can_be_written = !key.empty() && !(value && value->empty());
  if (!can_be_written) return std::nullopt;
  return Record{.timestamp = at.unix_ms(), .key = std::move(key), .value = std::move(value)};
}

Buffer key_of(const std::string& group_id, const OffsetKey& key) {
  return encode_versioned(
      OffsetCommitKey{.group = group_id, .topic = key.topic, .partition = key.partition},
      offset_key_version);
}

Buffer value_of(const OffsetStored& stored) {
  OffsetCommitValue value{.offset = stored.offset,
                          .leader_epoch = stored.leader_epoch,
                          .metadata = stored.metadata,
                          .commit_timestamp = stored.commit_time.unix_ms()};
  if (!stored.expire_time) return encode_versioned(value, offset_value_version);
  // Only this version can say when, and it has no leader epoch.
  value.expire_timestamp = stored.expire_time->unix_ms();
  return encode_versioned(value, offset_value_version_with_expiry);
}

Buffer value_of(const GroupStored& stored) {
  GroupMetadataValue value{.protocol_type = stored.protocol_type,
                           .generation = stored.generation,
                           .protocol = stored.protocol_name,
                           .leader = stored.leader};
  if (stored.state_since) value.current_state_timestamp = stored.state_since->unix_ms();
  value.members.reserve(stored.members.size());
  for (const StoredMember& member : stored.members) {
    value.members.push_back({.member_id = member.id,
                             .group_instance_id = member.instance_id,
                             .client_id = member.client_id,
                             .client_host = member.client_host,
                             .rebalance_timeout = milliseconds_in(member.rebalance_timeout),
                             .session_timeout = milliseconds_in(member.session_timeout),
                             .subscription = member.subscription,
                             .assignment = member.assignment});
  }
  return encode_versioned(value, group_value_version);
}

Buffer group_key(const std::string& group_id) {
  return encode_versioned(GroupMetadataKey{.group = group_id}, group_key_version);
}

Buffer value_of(const Transaction& transaction) {
  const bool is_empty = transaction.state == TransactionState::empty;
  TransactionLogValue value{.producer_id = transaction.producer.id,
                            .producer_epoch = transaction.producer.epoch,
                            .transaction_timeout_ms = milliseconds_in(transaction.timeout),
                            .transaction_status = static_cast<std::int8_t>(transaction.state),
                            .transaction_last_update_timestamp_ms = transaction.updated.unix_ms(),
                            .transaction_start_timestamp_ms = -1};
  // A new producer has begun nothing, although DescribeTransactions goes on telling when the
  // transaction before it was (TransactionMetadata.prepareIncrementProducerEpoch).
  if (is_empty) return encode_versioned(value, transaction_value_version);
  if (transaction.started) value.transaction_start_timestamp_ms = transaction.started->unix_ms();
  std::vector<TransactionLogPartitions>& topics = value.transaction_partitions.emplace();
  for (const auto& [topic, partition] : transaction.partitions) {
    if (topics.empty() || topics.back().topic != topic) topics.push_back({.topic = topic});
    topics.back().partition_ids.push_back(partition);
  }
  return encode_versioned(value, transaction_value_version);
}

/// TransactionState is written as Kafka numbers it.
static_assert(static_cast<int>(TransactionState::empty) == 0);
static_assert(static_cast<int>(TransactionState::complete_abort) == 5);

}  // namespace

std::optional<Record> to_record(const GroupRecord& record) {
  const auto bytes = [&](const auto& what) {
    using What = std::decay_t<decltype(what)>;
    if constexpr (std::is_same_v<What, OffsetStored>) {
      return written(record.at, key_of(record.group_id, what.key), value_of(what));
    } else if constexpr (std::is_same_v<What, OffsetRemoved>) {
      return written(record.at, key_of(record.group_id, what.key), std::nullopt);
    } else if constexpr (std::is_same_v<What, GroupStored>) {
      return written(record.at, group_key(record.group_id), value_of(what));
    } else {
      return written(record.at, group_key(record.group_id), std::nullopt);
    }
  };
  return std::visit(bytes, record.what);
}

std::optional<Record> to_record(const TransactionRecord& record) {
  Buffer key = encode_versioned(TransactionLogKey{.transactional_id = record.transactional_id},
                                transaction_key_version);
  if (!record.stored) return written(record.at, std::move(key), std::nullopt);
  return written(record.at, std::move(key), value_of(*record.stored));
}

}  // namespace cohort::broker
