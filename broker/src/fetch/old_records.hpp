// What a Fetch below version 4 answers: message sets, written from the batches of the log.
#pragma once

#include "log/stored_batch.hpp"
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <span>

namespace cohort::broker {

struct OldReading {
  std::int16_t version = 3;       ///< Of the Fetch.
  std::int64_t fetch_offset = 0;  ///< Messages by themselves begin here, wrappers may earlier.
  std::int64_t bytes = 0;         ///< What the reading found within the client's limits.
};

struct OldRecords {
  Buffers records;
  ErrorCode error = ErrorCode::none;  ///< Nothing can be told but this.
};

/// Converts batch after batch. The first that has messages is told whole; all together are no
/// longer than what was found, however much longer they are as messages. What can't be converted
/// ends the answer, and is its error if there is nothing before it. Batches of which no message is
/// left (the markers of transactions) are told by a message that is too large to be read, at which
/// old consumers complain.
/// Source: KafkaApis.maybeConvertFetchedData, LazyDownConversionRecords and its Send.
OldRecords as_message_set(std::span<const StoredBatch> batches, const OldReading& reading);

}  // namespace cohort::broker
