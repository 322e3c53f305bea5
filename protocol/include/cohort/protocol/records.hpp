// RecordsReader: cuts the records field of a produce request or fetch answer into batches and
// messages.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cohort {

/// One batch (magic 2) or one message with its offset (magic 0 and 1), whole.
struct RecordsEntry {
  std::int8_t magic = 2;
  Buffer bytes;
};

/// Hands the entries out one by one. Kafka stops without an error where the next one is not whole
/// (cut off, or less than a header), and with one where a length is below 14 or the magic unknown
/// (ByteBufferLogInputStream.nextBatch).
class RecordsReader {
 public:
  explicit RecordsReader(Buffer records) : rest_(std::move(records)) {}

  /// The next whole entry; nothing at the end.
  RecordResult<std::optional<RecordsEntry>> next();

  /// Bytes not yet handed out.
  std::size_t left() const { return rest_.size(); }

 private:
  friend struct DigestOf<RecordsReader>;
  Buffer rest_;
};

/// All whole entries of the field.
RecordResult<std::vector<RecordsEntry>> split_records(const Buffer& records);

}  // namespace cohort
