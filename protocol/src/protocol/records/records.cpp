#include "wire.hpp"
#include <cohort/protocol/records.hpp>

#include <utility>

namespace cohort {

namespace {
constexpr std::size_t log_overhead = 12;  ///< Offset and length.
constexpr std::size_t size_up_to_magic = 17;
constexpr std::int32_t smallest_length = 14;  ///< A message of magic 0 without key and value.
}  // namespace

RecordResult<std::optional<RecordsEntry>> RecordsReader::next() {
  const std::optional<RecordsEntry> none;
  if (rest_.size() < log_overhead) return none;
  const auto length = records::number_at<std::int32_t>(rest_.bytes(), 8);
  if (length < smallest_length) return RecordFault::size_below_minimum;
  if (rest_.size() < size_up_to_magic) return none;
  const auto magic = records::number_at<std::int8_t>(rest_.bytes(), 16);
  if (magic < 0 || magic > 2) return RecordFault::unknown_magic;
  const std::size_t size = static_cast<std::size_t>(length) + log_overhead;
  if (rest_.size() < size) return none;
  std::optional<RecordsEntry> entry(RecordsEntry{.magic = magic, .bytes = rest_.slice(0, size)});
  rest_ = rest_.slice(size);
  return entry;
}

RecordResult<std::vector<RecordsEntry>> split_records(const Buffer& records) {
  std::vector<RecordsEntry> entries;
  RecordsReader reader(records);
  while (true) {
    RecordResult<std::optional<RecordsEntry>> entry = reader.next();
    if (!entry) return entry.error();
    if (!*entry) return entries;
    entries.push_back(std::move(**entry));
  }
}

}  // namespace cohort
