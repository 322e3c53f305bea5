// What the coordinators remember as keys and values of their topics, byte for byte as Kafka 3.9
// writes them.
#pragma once

#include "group/group_record.hpp"
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

}  // namespace cohort::broker
