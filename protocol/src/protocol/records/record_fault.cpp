#include <cohort/protocol/record_fault.hpp>

#include <stdexcept>
#include <string>

namespace cohort {

ErrorCode error_code(RecordFault fault) {
  switch (fault) {
    case RecordFault::size_below_minimum:
    case RecordFault::unknown_magic:
    case RecordFault::too_short:
    case RecordFault::bad_crc:
    case RecordFault::length_mismatch:
      return ErrorCode::corrupt_message;
    case RecordFault::batch_too_large:
    case RecordFault::decompressed_too_large:
      return ErrorCode::message_too_large;
    case RecordFault::zstd_needs_newer_produce:
      return ErrorCode::unsupported_compression_type;
    case RecordFault::unknown_compression:
    case RecordFault::corrupt_compression:
    case RecordFault::malformed_message:
    case RecordFault::negative_timestamp:
      return ErrorCode::unknown_server_error;
    case RecordFault::no_batch:
    case RecordFault::magic_needs_older_produce:
    case RecordFault::more_than_one_batch:
    case RecordFault::base_offset_not_zero:
    case RecordFault::mixed_magic:
    case RecordFault::invalid_offset_range:
    case RecordFault::invalid_count:
    case RecordFault::count_mismatch:
    case RecordFault::control_batch:
    case RecordFault::missing_sequence:
    case RecordFault::invalid_varint:
    case RecordFault::record_too_short:
    case RecordFault::record_size_mismatch:
    case RecordFault::invalid_header_count:
    case RecordFault::null_header_key:
    case RecordFault::trailing_bytes:
    case RecordFault::null_wrapper:
    case RecordFault::empty_wrapper:
    case RecordFault::zstd_wrapper:
    case RecordFault::nested_compression:
    case RecordFault::invalid_wrapper_offset:
      return ErrorCode::invalid_record;
  }
  return ErrorCode::unknown_server_error;
}

bool answers_log_start_offset(RecordFault fault) {
  switch (error_code(fault)) {
    case ErrorCode::corrupt_message:
    case ErrorCode::message_too_large:
    case ErrorCode::unsupported_compression_type:
      return false;
    default:
      return fault != RecordFault::no_batch && fault != RecordFault::magic_needs_older_produce &&
             fault != RecordFault::more_than_one_batch;
  }
}

std::string_view describe(RecordFault fault) {
  switch (fault) {
    case RecordFault::no_batch:
      return "there is no whole batch";
    case RecordFault::size_below_minimum:
      return "a length field is below 14";
    case RecordFault::unknown_magic:
      return "the magic is not 0, 1 or 2";
    case RecordFault::magic_needs_older_produce:
      return "Produce v3 and later take magic 2 only";
    case RecordFault::zstd_needs_newer_produce:
      return "zstd needs Produce v7 and Fetch v10";
    case RecordFault::more_than_one_batch:
      return "there is more than one batch";
    case RecordFault::base_offset_not_zero:
      return "the base offset is not 0";
    case RecordFault::batch_too_large:
      return "the batch is larger than max.message.bytes";
    case RecordFault::too_short:
      return "the batch is shorter than its header";
    case RecordFault::bad_crc:
      return "the checksum does not fit";
    case RecordFault::unknown_compression:
      return "the codec number is unknown";
    case RecordFault::mixed_magic:
      return "messages of different magic stand together";
    case RecordFault::invalid_offset_range:
      return "the last offset delta is negative";
    case RecordFault::invalid_count:
      return "the record count is not positive";
    case RecordFault::count_mismatch:
      return "the record count and the last offset delta disagree";
    case RecordFault::control_batch:
      return "clients may not write control batches";
    case RecordFault::missing_sequence:
      return "there is a producer id but no sequence";
    case RecordFault::corrupt_compression:
      return "the records cannot be decompressed";
    case RecordFault::decompressed_too_large:
      return "the records decompress to too many bytes";
    case RecordFault::invalid_varint:
      return "a varint is too long";
    case RecordFault::record_too_short:
      return "the bytes end inside a record";
    case RecordFault::record_size_mismatch:
      return "a record's size and its fields disagree";
    case RecordFault::invalid_header_count:
      return "a record's header count cannot be";
    case RecordFault::null_header_key:
      return "a header key is null";
    case RecordFault::trailing_bytes:
      return "bytes stand behind the last record";
    case RecordFault::malformed_message:
      return "a message's sizes reach beyond it";
    case RecordFault::null_wrapper:
      return "a compressed message has no value";
    case RecordFault::empty_wrapper:
      return "a compressed message holds no messages";
    case RecordFault::zstd_wrapper:
      return "zstd needs magic 2";
    case RecordFault::nested_compression:
      return "a compressed message holds a compressed one";
    case RecordFault::invalid_wrapper_offset:
      return "a wrapper's offset is below its last message's";
    case RecordFault::negative_timestamp:
      return "a timestamp is negative and not -1";
    case RecordFault::length_mismatch:
      return "the bytes are not exactly one batch";
  }
  return "unknown fault";
}

void throw_exception_from_error(const RecordFault& fault, const boost::source_location& /*where*/) {
  throw std::invalid_argument(std::string(describe(fault)));
}

}  // namespace cohort
