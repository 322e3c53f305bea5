#include <cohort/protocol/decode_error.hpp>

#include <boost/throw_exception.hpp>

#include <stdexcept>

namespace cohort {

std::string_view describe(DecodeFault fault) {
  switch (fault) {
    case DecodeFault::ends_early:
      return "the bytes end early";
    case DecodeFault::null_not_allowed:
      return "null where this version allows none";
    case DecodeFault::length_out_of_range:
      return "a string of more than 32767 bytes";
    case DecodeFault::count_out_of_range:
      return "an array with more elements than bytes are left";
    case DecodeFault::varint_too_long:
      return "a variable-length integer of more than five bytes";
    case DecodeFault::tag_size_mismatch:
      return "a tagged field that is not as long as it says";
    case DecodeFault::unsupported_version:
      return "a version this message does not have";
    case DecodeFault::unknown_api_key:
      return "an API key that is not known";
  }
  return "an unknown fault";
}

std::string to_string(const DecodeError& error) {
  std::string text(describe(error.fault));
  if (*error.field != '\0') text.append(" in \"").append(error.field).append("\"");
  return text + " at byte " + std::to_string(error.offset);
}

void throw_exception_from_error(const DecodeError& error, const boost::source_location& where) {
  boost::throw_exception(std::invalid_argument(to_string(error)), where);
}

}  // namespace cohort
