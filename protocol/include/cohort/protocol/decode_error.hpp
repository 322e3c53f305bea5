// DecodeError: why bytes from outside are no message, and where.
#pragma once

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cohort {

enum class DecodeFault : std::uint8_t {
  ends_early,           ///< A field needs more bytes than there are.
  null_not_allowed,     ///< Null where this version has no null, or a negative length.
  length_out_of_range,  ///< A string of more than 32767 bytes.
  count_out_of_range,   ///< An array with more elements than bytes are left.
  varint_too_long,      ///< A variable-length integer of more than five bytes.
  tag_size_mismatch,    ///< A tagged field that is not as long as it says.
  unsupported_version,  ///< A version the message does not have.
  unknown_api_key,      ///< A request header for an API that is not in RequestList.
};

/// Our words for it, for example "the bytes end early".
std::string_view describe(DecodeFault fault);

/// The first thing wrong in some bytes. Later ones are not looked for.
struct [[nodiscard]] DecodeError {
  DecodeFault fault = DecodeFault::ends_early;
  std::size_t offset = 0;  ///< In bytes from the start of what was decoded.
  const char* field = "";  ///< Name of the field being read, a literal; empty outside of any.

  bool operator==(const DecodeError& other) const {
    return fault == other.fault && offset == other.offset && std::string_view(field) == other.field;
  }
};

/// One line for logs, for example `the bytes end early in "group_id" at byte 12`.
std::string to_string(const DecodeError& error);

/// What `Result::value()` throws when there is an error instead of a value: std::invalid_argument.
[[noreturn]] void throw_exception_from_error(const DecodeError& error,
                                             const boost::source_location& where);

template <class T>
using Result = boost::system::result<T, DecodeError>;

}  // namespace cohort
