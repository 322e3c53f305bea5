// From keys and values to what they stand for.
#include "consumer_subscription.hpp"
#include "coordinator_record_bytes.hpp"
#include "group/replayed_groups.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/group_metadata_record.hpp>
#include <cohort/protocol/messages/offset_commit_record.hpp>
#include <cohort/protocol/messages/transaction_log_record.hpp>

#include <utility>

namespace cohort::broker {

namespace {

/// The version in front, by which kinds of records are told apart; nullopt when there is none.
std::optional<std::int16_t> version_of(const std::optional<Buffer>& bytes) {
  if (!bytes || bytes->size() < 2) return std::nullopt;
  const std::uint8_t* const first = bytes->data();
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(first[0] << 8U) | first[1]);
}

std::optional<Instant> instant_unless_absent(std::int64_t ms) {
  return ms == -1 ? std::nullopt : std::optional(Instant::from_unix_ms(ms));
}

OffsetStored stored_offset(OffsetKey key, OffsetCommitValue value) {
  return {.key = std::move(key),
          .offset = value.offset,
          .leader_epoch = value.leader_epoch,
          .metadata = std::move(value.metadata),
          .commit_time = Instant::from_unix_ms(value.commit_timestamp),
          .expire_time = instant_unless_absent(value.expire_timestamp)};
}

/// Version 0 has no rebalance timeout.
StoredMember stored_member(GroupMetadataMember member) {
  const std::int32_t rebalance_ms =
      member.rebalance_timeout == -1 ? member.session_timeout : member.rebalance_timeout;
  return {.id = std::move(member.member_id),
          .instance_id = std::move(member.group_instance_id),
          .client_id = std::move(member.client_id),
          .client_host = std::move(member.client_host),
          .rebalance_timeout = milliseconds(rebalance_ms),
          .session_timeout = milliseconds(member.session_timeout),
          .subscription = member.subscription.compacted(),
          .topics = subscribed_topics(member.subscription),
          .assignment = member.assignment.compacted()};
}

GroupStored stored_group(GroupMetadataValue value) {
  GroupStored stored{.protocol_type = std::move(value.protocol_type),
                     .generation = value.generation,
                     .protocol_name = std::move(value.protocol),
                     .leader = std::move(value.leader),
                     .state_since = instant_unless_absent(value.current_state_timestamp)};
  stored.members.reserve(value.members.size());
  for (GroupMetadataMember& member : value.members) {
    stored.members.push_back(stored_member(std::move(member)));
  }
  // Whoever wrote members without a leader: the first is it (ClassicGroup.add).
  if (!stored.leader && !stored.members.empty()) stored.leader = stored.members.front().id;
  return stored;
}

template <class CoordinatorRecord>
ParsedRecord<CoordinatorRecord> nonsense() {
  return {.record = std::nullopt, .makes_sense = false};
}

ParsedRecord<GroupRecord> parse_offset(const Record& record, GroupRecord parsed) {
  const auto key = decode_versioned<OffsetCommitKey>(*record.key);
  if (!key) return nonsense<GroupRecord>();
  parsed.group_id = key->message.group;
  const OffsetKey offset{key->message.topic, key->message.partition};
  if (!record.value) {
    parsed.what = OffsetRemoved{offset};
    return {.record = std::move(parsed)};
  }
  const auto value = decode_versioned<OffsetCommitValue>(*record.value);
  if (!value) return nonsense<GroupRecord>();
  parsed.what = stored_offset(offset, value->message);
  return {.record = std::move(parsed)};
}

ParsedRecord<GroupRecord> parse_group(const Record& record, GroupRecord parsed) {
  const auto key = decode_versioned<GroupMetadataKey>(*record.key);
  if (!key) return nonsense<GroupRecord>();
  parsed.group_id = key->message.group;
  if (!record.value) {
    parsed.what = GroupRemoved{};
    return {.record = std::move(parsed)};
  }
  const auto value = decode_versioned<GroupMetadataValue>(*record.value);
  if (!value) return nonsense<GroupRecord>();
  GroupStored stored = stored_group(value->message);
  if (!is_consistent(stored)) return nonsense<GroupRecord>();
  parsed.what = std::move(stored);
  return {.record = std::move(parsed)};
}

/// A producer's Empty state has no list of partitions; every other one has.
std::optional<Transaction> transaction_of(const TransactionLogValue& value) {
  const auto last_state = static_cast<std::int8_t>(TransactionState::complete_abort);
  if (value.transaction_status < 0 || value.transaction_status > last_state) return std::nullopt;
  Transaction transaction{
      .producer = {value.producer_id, value.producer_epoch},
      .timeout = milliseconds(value.transaction_timeout_ms),
      .state = static_cast<TransactionState>(value.transaction_status),
      .started = instant_unless_absent(value.transaction_start_timestamp_ms),
      .updated = Instant::from_unix_ms(value.transaction_last_update_timestamp_ms)};
  if (transaction.state == TransactionState::empty) return transaction;
  const bool is_open = transaction.state == TransactionState::ongoing;
  if (!value.transaction_partitions || (is_open && !transaction.started)) return std::nullopt;
  for (const TransactionLogPartitions& topic : *value.transaction_partitions) {
    for (const std::int32_t partition : topic.partition_ids) {
      transaction.partitions.insert({topic.topic, partition});
    }
  }
  return transaction;
}

}  // namespace

ParsedRecord<GroupRecord> parse_group_record(const Record& record,
                                             std::optional<ProducerIdentity> producer) {
  const std::optional<std::int16_t> kind = version_of(record.key);
  if (!kind) return nonsense<GroupRecord>();
  GroupRecord parsed{
      .group_id = {}, .at = Instant::from_unix_ms(record.timestamp), .producer = producer};
  if (OffsetCommitKey::versions.contains(*kind)) return parse_offset(record, std::move(parsed));
  if (GroupMetadataKey::versions.contains(*kind)) return parse_group(record, std::move(parsed));
  return {};
}

ParsedRecord<TransactionRecord> parse_transaction_record(const Record& record) {
  const std::optional<std::int16_t> kind = version_of(record.key);
  if (!kind) return nonsense<TransactionRecord>();
  if (!TransactionLogKey::versions.contains(*kind)) return {};
  const auto key = decode_versioned<TransactionLogKey>(*record.key);
  if (!key) return nonsense<TransactionRecord>();
  TransactionRecord parsed{.transactional_id = key->message.transactional_id,
                           .at = Instant::from_unix_ms(record.timestamp),
                           .stored = std::nullopt};
  if (!record.value) return {.record = std::move(parsed)};
  const auto value = decode_versioned<TransactionLogValue>(*record.value);
  if (!value) return nonsense<TransactionRecord>();
  parsed.stored = transaction_of(value->message);
  if (!parsed.stored) return nonsense<TransactionRecord>();
  return {.record = std::move(parsed)};
}

}  // namespace cohort::broker
