// RecordsReader: cuts the records field of a produce request or fetch answer into batches and
// messages.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cohort {

/// One batch (magic 2) or one message with its offset (magic 0 and 1), whole.
struct RecordsEntry {
  std::int8_t magic = 2;
  Buffer bytes;
};

/// What lies in the field, in order.
struct RecordsEntries {
  std::vector<RecordsEntry> entries;
  std::size_t left_over =
      0;  ///< Bytes behind the last whole entry: a batch that was cut off, or less than a header.
};

/// All entries. Kafka stops without an error where the next one is not whole, and with one where a
/// length is below 14 or the magic unknown (ByteBufferLogInputStream.nextBatch).
RecordResult<RecordsEntries> split_records(const Buffer& records);

}  // namespace cohort
