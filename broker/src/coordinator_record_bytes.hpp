// What the coordinators remember as keys and values of their topics, byte for byte as Kafka 3.9
// writes them, and back.
#pragma once

#include "group/group_record.hpp"
#include "producer_identity.hpp"
#include "transaction/transaction_record.hpp"
#include <cohort/protocol/record.hpp>

#include <optional>

namespace cohort::broker {

/// A null value says that what the key names is gone. nullopt: a text of it is too long to be
/// written (32,767 bytes), where Kafka's generated code throws.
/// Source: CoordinatorRecordHelpers, CoordinatorRecordSerde.
std::optional<Record> to_record(const GroupRecord& record);
/// Source: TransactionLog.keyToBytes, valueToBytes.
std::optional<Record> to_record(const TransactionRecord& record);

/// What a key and a value of any version that Kafka 3.9 reads stand for.
template <class CoordinatorRecord>
struct ParsedRecord {
  /// nullopt: of a kind that is not known or not a coordinator's here (consumer groups of KIP-848);
  /// it is to be passed over.
  std::optional<CoordinatorRecord> record;
  bool makes_sense = true;  ///< False: Kafka fails to load such a log.
};

/// `producer` is the batch's. Source: CoordinatorRecordSerde.deserialize.
ParsedRecord<GroupRecord> parse_group_record(const Record& record,
                                             std::optional<ProducerIdentity> producer);
/// Source: TransactionLog.readTxnRecordKey, readTxnRecordValue.
ParsedRecord<TransactionRecord> parse_transaction_record(const Record& record);

}  // namespace cohort::broker
