// Message sets: the record formats of magic 0 and 1 that Produce v0–v2 and Fetch v0–v3 carry.
#pragma once

#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/records.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort {

/// One message. On the wire: offset 8 | size 4 | crc 4 | magic 1 | attributes 1 | (magic 1:
/// timestamp 8) | key size 4, key | value size 4, value. The CRC-32 covers all from the magic on
/// (LegacyRecord).
struct Message {
  std::int64_t offset = 0;
  std::int8_t magic = 1;
  std::int8_t attributes = 0;  ///< Codec in bits 0–2; bit 3 is log append time (KIP-32, magic 1).
  std::int64_t timestamp = no_timestamp;
  std::optional<Buffer> key;
  std::optional<Buffer> value;

  std::optional<Compression> compression() const { return compression_from_id(attributes & 7); }
  bool has_append_time() const { return magic > 0 && (attributes & 8) != 0; }
  bool operator==(const Message&) const = default;
};

/// Whether the bytes of an entry of magic 0 or 1 have their checksum.
bool crc_matches(const RecordsEntry& entry);

/// The message of an entry; its key and value are slices. Does not look at the checksum.
RecordResult<Message> read_message(const RecordsEntry& entry);

/// The messages inside a compressed wrapper, checksums checked, with the timestamps and absolute
/// offsets that a consumer sees: a wrapper of magic 1 holds offsets from 0 and carries its last
/// message's offset (or 0, from some librdkafka), one of magic 0 holds absolute offsets (KIP-31;
/// AbstractLegacyRecordBatch).
RecordResult<std::vector<Message>> unwrap(const Message& wrapper,
                                          std::size_t limit = default_decompressed_limit);

/// Writes one message with its offset, size and checksum behind `out`.
void write_message(std::vector<std::uint8_t>& out, const Message& message);

struct DownConversion {
  std::int8_t magic = 1;          ///< 0 for Fetch v0 and v1, 1 for v2 and v3.
  std::int64_t base_offset = 0;   ///< The batch's place in its log.
  std::int64_t first_offset = 0;  ///< An uncompressed batch gives only records from here on.
  std::size_t decompressed_limit = default_decompressed_limit;
};

/// The batch as a message set: messages one by one, or one wrapper of the same codec. Headers are
/// lost; a control batch and one with nothing at or after `first_offset` give no bytes. zstd has no
/// older form: the caller answers UNSUPPORTED_COMPRESSION_TYPE for what is
/// `zstd_needs_newer_produce` here. Source: RecordsUtil.downConvert.
RecordResult<Buffer> convert_down(const BatchView& batch, const DownConversion& conversion);

}  // namespace cohort
