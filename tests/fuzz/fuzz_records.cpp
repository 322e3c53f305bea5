// Fuzzes record batches and message sets: what a produce request may bring is checked, stored,
// read, searched and converted down. It may be refused, but never crash, leak or grow beyond its
// bounds.
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/record_check.hpp>
#include <cohort/protocol/record_marker.hpp>
#include <cohort/protocol/record_search.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace cohort;

constexpr std::size_t limit = std::size_t{1} << 20;

/// A fitting checksum, so that the fuzzer gets past it.
void seal(std::vector<std::uint8_t>& bytes) {
  const auto put = [&](std::size_t offset, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i)
      bytes[offset + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  };
  if (bytes.size() < 18) return;
  put(8, static_cast<std::uint32_t>(bytes.size() - 12));
  const std::span<const std::uint8_t> all(bytes);
  if (bytes[16] < 2)
    put(12, crc32(all.subspan(16)));
  else if (bytes.size() > 21)
    put(17, crc32c(all.subspan(21)));
}

void use(const BatchView& batch) {
  const auto summary = validate(batch, limit);
  RecordView record;
  if (const auto records = batch.records(limit)) {
    RecordCursor cursor(*records);
    while (cursor.next(record)) {
      const Record copy = record.owned();
      COHORT_ASSERT(copy.headers.size() == record.headers.size());
    }
    COHORT_ASSERT(cursor.fault().has_value() || summary.has_value() ||
                  batch.header().last_offset_delta < 0 || !batch.crc_matches());
  }
  for (const std::int8_t magic : {std::int8_t{0}, std::int8_t{1}}) {
    const auto down =
        convert_down(batch, {.magic = magic, .base_offset = 7, .decompressed_limit = limit});
    if (down) COHORT_ASSERT(split_records(*down).has_value());
  }
}

void store(const ProducedBatch& produced) {
  for (const auto compression : {Compression::none, Compression::gzip, Compression::zstd}) {
    const auto stored = produced.stored({.compression = compression, .now_ms = 1});
    if (!stored) continue;
    // What is stored must be whole.
    COHORT_ASSERT(validate(*stored, 2 * limit).has_value());
    COHORT_ASSERT(BatchView::of(stored->placed_at(5, 1).joined()).has_value());
    use(*stored);
  }
}

void check(const Buffer& bytes) {
  for (const std::int16_t version : {std::int16_t{2}, std::int16_t{11}}) {
    const auto produced =
        check_produced(bytes, {.produce_version = version, .decompressed_limit = limit});
    if (produced && *produced) store(**produced);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(data, data + size);
  check(Buffer::copy_of(bytes));
  seal(bytes);
  const Buffer sealed = Buffer::adopt(std::move(bytes));
  check(sealed);
  if (const auto batch = BatchView::of(sealed)) {
    use(*batch);
    static_cast<void>(marker_of(*batch));
    static_cast<void>(first_at_or_after(*batch, 0, {}));
    static_cast<void>(latest_record(*batch, 0));
  }
  return 0;
}
