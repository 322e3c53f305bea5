#include "conformance/play/error_words.hpp"

#include <cohort/protocol/error_code.hpp>

#include <charconv>
#include <cstdint>

namespace cohort::conform {

namespace {

/// Words such as `any int` stay as they are.
void name_error(std::string& value) {
  int code = 0;
  const char* const end = value.data() + value.size();
  const auto [stopped, problem] = std::from_chars(value.data(), end, code);
  if (problem == std::errc() && stopped == end) value = error_in_words(code);
}

}  // namespace

std::string error_in_words(int code) {
  const std::string_view word = name(static_cast<ErrorCode>(code));
  return std::to_string(code) + " (" + std::string(word) + ")";
}

std::vector<Difference> with_error_names(std::vector<Difference> differences) {
  for (Difference& each : differences) {
    if (!each.path.ends_with("error_code")) continue;
    name_error(each.expected);
    name_error(each.got);
  }
  return differences;
}

}  // namespace cohort::conform
