// Record policy: what a topic's settings allow of each record, beyond being well formed.
#pragma once

#include "partition_log.hpp"
#include "topic_config.hpp"
#include <cohort/protocol/record_check.hpp>

#include <optional>

namespace cohort::broker {

/// More errors than this are counted but not listed: a batch may unpack to millions of records.
/// (Kafka lists all.)
inline constexpr std::size_t max_listed_record_errors = 1000;

/// What the topic refuses: the error, the records and the message of the answer; the offsets are
/// left out. Source: LogValidator.validateKey, validateTimestamp, processRecordErrors.
std::optional<AppendResult> policy_fault(const ProducedBatch& batch, const AppendRequest& request,
                                         const LogSettings& settings);

}  // namespace cohort::broker
