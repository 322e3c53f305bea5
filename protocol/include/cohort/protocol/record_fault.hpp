// RecordFault: everything that can be wrong with the records of a produce request, and Kafka's
// answer to it.
#pragma once

#include <cohort/protocol/error_code.hpp>

#include <boost/system/result.hpp>

#include <cstdint>
#include <string_view>

namespace cohort {

/// Why bytes are not the records they claim to be, in the order in which Kafka 3.9 looks. Each
/// with Kafka's error code, the log start offset that the partition's answer carries (the real one
/// or -1), and Kafka's check.
///
/// Accepted on purpose, as by Kafka: less than a whole batch behind the last one (cut off), offset
/// deltas of an uncompressed batch that do not count up, a wrong max timestamp (computed anew),
/// negative timestamps.
enum class [[nodiscard]] RecordFault : std::uint8_t{
    /// 87, -1. ProduceRequest.validateRecords (v3+): no whole batch
    no_batch,
    /// 2, -1. ByteBufferLogInputStream: a length field below 14
    size_below_minimum,
    /// 2, -1. ByteBufferLogInputStream: magic not 0, 1 or 2
    unknown_magic,
    /// 87, -1. ProduceRequest.validateRecords (v3+): magic 0 or 1
    magic_needs_older_produce,
    /// 76, -1. ProduceRequest.validateRecords (v3–v6), KIP-110
    zstd_needs_newer_produce,
    /// 87, -1. ProduceRequest.validateRecords (v3+), LogValidator (v0–v2)
    more_than_one_batch,
    /// 87, log start offset. UnifiedLog.analyzeAndValidateRecords, magic 2 only
    base_offset_not_zero,
    /// 10, -1. UnifiedLog: max.message.bytes, before the checksum
    batch_too_large,
    /// 2, -1. DefaultRecordBatch.isValid: less than a header
    too_short,
    /// 2, -1. UnifiedLog; a message inside a wrapper: LogValidator
    bad_crc,
    /// -1, log start offset. CompressionType.forId has no such id
    unknown_compression,
    /// 87, log start offset. LogValidator.validateBatch
    mixed_magic,
    /// 87, log start offset. LogValidator.validateBatch: last offset delta below 0
    invalid_offset_range,
    /// 87, log start offset. LogValidator.validateBatch: no records by the header
    invalid_count,
    /// 87, log start offset. LogValidator.validateBatch: count against last offset delta
    count_mismatch,
    /// 87, log start offset. LogValidator.validateBatch: clients write no markers
    control_batch,
    /// 87, log start offset. LogValidator.validateBatch: a producer id but no sequence
    missing_sequence,
    /// -1, log start offset. An IOException of the decompressor becomes a KafkaException
    corrupt_compression,
    /// 10, -1. Ours: a bound of our own on memory
    decompressed_too_large,
    /// 87, log start offset. ByteUtils: longer than 5 (10) bytes
    invalid_varint,
    /// 87, log start offset. DefaultRecord.readFrom: the bytes end inside a record
    record_too_short,
    /// 87, log start offset. DefaultRecord.readFrom: its size and its fields disagree
    record_size_mismatch,
    /// 87, log start offset. DefaultRecord.readFrom
    invalid_header_count,
    /// 87, log start offset. DefaultRecord.readHeaders
    null_header_key,
    /// 87, log start offset. DefaultRecordBatch.RecordIterator: more than `count` records
    trailing_bytes,
    /// -1, log start offset. LegacyRecord: sizes beyond the message (IndexOutOfBounds)
    malformed_message,
    /// 87, log start offset. AbstractLegacyRecordBatch: a compressed message without value
    null_wrapper,
    /// 87, log start offset. AbstractLegacyRecordBatch: a wrapper around nothing
    empty_wrapper,
    /// 87, log start offset. AbstractLegacyRecordBatch: zstd needs magic 2
    zstd_wrapper,
    /// 87, log start offset. AbstractLegacyRecordBatch: a wrapper in a wrapper
    nested_compression,
    /// 87, log start offset. AbstractLegacyRecordBatch: below the last inner offset, not 0
    invalid_wrapper_offset,
    /// -1, log start offset. MemoryRecordsBuilder, only when a batch is written anew
    negative_timestamp,
    /// 2, -1. Ours: `BatchView::of` was given more or less than one batch
    length_mismatch,
};

/// A value, or what was wrong with the bytes.
template <typename T>
using RecordResult = boost::system::result<T, RecordFault>;

/// The code named at the fault.
ErrorCode error_code(RecordFault fault);

/// Whether the partition's answer carries its log start offset; else it is -1
/// (ReplicaManager.appendToLocalLog and KafkaApis.handleProduceRequest).
bool answers_log_start_offset(RecordFault fault);

/// A sentence for logs and error messages.
std::string_view describe(RecordFault fault);

/// What `value()` of a result that has none does: throws std::invalid_argument with the sentence
/// above.
[[noreturn]] void throw_exception_from_error(const RecordFault& fault,
                                             const boost::source_location& where);

}  // namespace cohort
