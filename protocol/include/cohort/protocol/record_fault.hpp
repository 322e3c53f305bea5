// RecordFault: everything that can be wrong with the records of a produce request, and Kafka's
// answer to it.
#pragma once

#include <cohort/protocol/error_code.hpp>

#include <boost/system/result.hpp>

#include <cstdint>
#include <string_view>

namespace cohort {

/// Why bytes are not the records they claim to be. In the order in which Kafka 3.9 looks:
///
///     fault                    code  log start  Kafka's check
///     no_batch                  87      -1      ProduceRequest.validateRecords (v3+): no whole
///     batch size_below_minimum         2      -1      ByteBufferLogInputStream: a length field
///     below 14 unknown_magic              2      -1      ByteBufferLogInputStream: magic not 0, 1
///     or 2 magic_needs_older_produce 87      -1      ProduceRequest.validateRecords (v3+): magic 0
///     or 1 zstd_needs_newer_produce  76      -1      ProduceRequest.validateRecords (v3–v6),
///     KIP-110 more_than_one_batch       87      -1      ProduceRequest.validateRecords (v3+),
///     LogValidator (v0–v2) base_offset_not_zero      87     real
///     UnifiedLog.analyzeAndValidateRecords, magic 2 only batch_too_large           10      -1
///     UnifiedLog: max.message.bytes, before the checksum too_short                  2      -1
///     DefaultRecordBatch.isValid: less than a header bad_crc                    2      -1
///     UnifiedLog; a message inside a wrapper: LogValidator unknown_compression       -1     real
///     CompressionType.forId has no such id mixed_magic               87     real
///     LogValidator.validateBatch invalid_offset_range      87     real LogValidator.validateBatch:
///     last offset delta below 0 invalid_count             87     real LogValidator.validateBatch:
///     no records by the header count_mismatch            87     real LogValidator.validateBatch:
///     count against last offset delta control_batch             87     real
///     LogValidator.validateBatch: clients write no markers missing_sequence          87     real
///     LogValidator.validateBatch: a producer id but no sequence corrupt_compression       -1 real
///     an IOException of the decompressor becomes a KafkaException decompressed_too_large    10 -1
///     none: a bound of our own on memory invalid_varint            87     real     ByteUtils:
///     longer than 5 (10) bytes record_too_short          87     real     DefaultRecord.readFrom:
///     the bytes end inside a record record_size_mismatch      87     real DefaultRecord.readFrom:
///     its size and its fields disagree invalid_header_count      87     real
///     DefaultRecord.readFrom null_header_key           87     real     DefaultRecord.readHeaders
///     trailing_bytes            87     real     DefaultRecordBatch.RecordIterator: more than
///     `count` records malformed_message         -1     real     LegacyRecord: sizes beyond the
///     message (IndexOutOfBounds) null_wrapper              87     real AbstractLegacyRecordBatch:
///     a compressed message without value empty_wrapper             87     real
///     AbstractLegacyRecordBatch: a wrapper around nothing zstd_wrapper              87     real
///     AbstractLegacyRecordBatch: zstd needs magic 2 nested_compression        87     real
///     AbstractLegacyRecordBatch: a wrapper in a wrapper invalid_wrapper_offset    87     real
///     AbstractLegacyRecordBatch: below the last inner offset, not 0 negative_timestamp        -1
///     real     MemoryRecordsBuilder, only when a batch is written anew length_mismatch 2      -1
///     ours: `BatchView::of` was given more or less than one batch
///
/// Accepted on purpose, as by Kafka: less than a whole batch behind the last one (cut off), offset
/// deltas of an uncompressed batch that do not count up, a wrong max timestamp (computed anew),
/// negative timestamps.
enum class [[nodiscard]] RecordFault : std::uint8_t{
    no_batch,
    size_below_minimum,
    unknown_magic,
    magic_needs_older_produce,
    zstd_needs_newer_produce,
    more_than_one_batch,
    base_offset_not_zero,
    batch_too_large,
    too_short,
    bad_crc,
    unknown_compression,
    mixed_magic,
    invalid_offset_range,
    invalid_count,
    count_mismatch,
    control_batch,
    missing_sequence,
    corrupt_compression,
    decompressed_too_large,
    invalid_varint,
    record_too_short,
    record_size_mismatch,
    invalid_header_count,
    null_header_key,
    trailing_bytes,
    malformed_message,
    null_wrapper,
    empty_wrapper,
    zstd_wrapper,
    nested_compression,
    invalid_wrapper_offset,
    negative_timestamp,
    length_mismatch,
};

/// A value, or what was wrong with the bytes.
template <typename T>
using RecordResult = boost::system::result<T, RecordFault>;

/// The code of the table above.
ErrorCode error_code(RecordFault fault);

/// Whether the partition's answer carries its log start offset; else it is -1 (the table's third
/// column; ReplicaManager.appendToLocalLog and KafkaApis.handleProduceRequest).
bool answers_log_start_offset(RecordFault fault);

/// A sentence for logs and error messages.
std::string_view describe(RecordFault fault);

/// What `value()` of a result that has none does: throws std::invalid_argument with the sentence
/// above.
[[noreturn]] void throw_exception_from_error(const RecordFault& fault,
                                             const boost::source_location& where);

}  // namespace cohort
