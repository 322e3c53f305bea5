// RecordCursor: reads the records of a batch one by one from their unpacked bytes.
#pragma once

#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstdint>
#include <optional>

namespace cohort {

/// The unpacked records of a batch and what the header says about them. Keeps the bytes alive; a
/// copy is cheap.
struct BatchRecords {
  Buffer bytes;
  std::int32_t count = 0;
  std::int64_t base_timestamp = 0;
  std::optional<std::int64_t> append_time;  ///< Every record's timestamp, under log append time.
};

/// Trusts no length. Allocates nothing.
class RecordCursor {
 public:
  explicit RecordCursor(BatchRecords records);

  /// Reads the next record. False at the end, and at the first fault, which `fault()` then tells.
  /// Behind the last record there must be nothing. The view holds until the cursor goes.
  [[nodiscard]] bool next(RecordView& record);

  std::optional<RecordFault> fault() const { return fault_; }

 private:
  friend struct DigestOf<RecordCursor>;
  std::optional<RecordFault> read(RecordView& record);

  BatchRecords records_;
  ByteView rest_;
  std::int32_t left_ = 0;
  std::optional<RecordFault> fault_;
};

}  // namespace cohort
