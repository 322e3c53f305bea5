// What the tests of records share: bytes from hex, the three records of the vectors, faults as
// values.
#pragma once

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort {

inline Buffer from_hex(std::string_view hex) {
  std::vector<std::uint8_t> bytes(hex.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    std::from_chars(hex.data() + 2 * i, hex.data() + 2 * i + 2, bytes[i], 16);
  return Buffer::adopt(std::move(bytes));
}

inline std::vector<std::uint8_t> bytes_of(const Buffer& buffer) {
  return {buffer.bytes().begin(), buffer.bytes().end()};
}

inline std::optional<Buffer> text(std::string_view text) { return Buffer::copy_of(text); }

/// The fault of a result; nothing when there is a value.
template <typename T>
std::optional<RecordFault> fault_of(const RecordResult<T>& result) {
  if (result.has_value()) return std::nullopt;
  return result.error();
}

/// The three records of record_vectors.hpp.
inline std::vector<Record> sample_records() {
  return {{.timestamp = 1000,
           .key = text("k"),
           .value = text("a"),
           .headers = {{.key = "h", .value = text("x")}, {.key = "n"}}},
          {.timestamp = 1010, .value = text(std::string(40, 'b'))},
          {.timestamp = 990, .key = text("")}};
}

inline BatchView batch_of(const std::vector<Record>& records, const BatchOptions& options = {}) {
  BatchBuilder builder(options);
  for (const Record& record : records) builder.add(record);
  return builder.build();
}

/// All records, or nothing at the first fault.
inline std::optional<std::vector<Record>> records_of(const BatchRecords& records) {
  std::vector<Record> all;
  RecordCursor cursor(records);
  RecordView record;
  while (cursor.next(record)) all.push_back(record.owned());
  if (cursor.fault()) return std::nullopt;
  return all;
}

inline std::optional<std::vector<Record>> records_of(const BatchView& batch) {
  const RecordResult<BatchRecords> records = batch.records();
  if (!records) return std::nullopt;
  return records_of(*records);
}

/// The bytes of a batch with others at a place, and a checksum that fits again.
inline Buffer with_bytes(const BatchView& batch, std::size_t offset, std::string_view hex) {
  std::vector<std::uint8_t> bytes = bytes_of(batch.bytes());
  const Buffer changed = from_hex(hex);
  std::copy(changed.bytes().begin(), changed.bytes().end(),
            bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  const std::uint32_t crc = crc32c(std::span(bytes).subspan(21));
  for (std::size_t i = 0; i < 4; ++i)
    bytes[17 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
  return Buffer::adopt(std::move(bytes));
}

}  // namespace cohort
