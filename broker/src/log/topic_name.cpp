#include "topic_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cohort::broker {
namespace {

constexpr std::size_t max_name_length = 249;  // Topic.MAX_NAME_LENGTH

bool is_legal(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

}  // namespace

std::optional<std::string> topic_name_fault(std::string_view name) {
  if (name.empty()) return "Topic name is invalid: the empty string is not allowed";
  if (name == "." || name == "..") {
    return fmt::format("Topic name is invalid: '{}' is not allowed", name);
  }
  if (name.size() > max_name_length) {
    return fmt::format(
        "Topic name is invalid: the length of '{}' is longer than the max allowed length {}", name,
        max_name_length);
  }
  if (!std::ranges::all_of(name, is_legal)) {
    return fmt::format(
        "Topic name is invalid: '{}' contains one or more characters other than ASCII "
        "alphanumerics, '.', '_' and '-'",
        name);
  }
  return std::nullopt;
}

bool is_internal_topic(std::string_view name) {
  return name == offsets_topic || name == transaction_topic || name == share_state_topic;
}

bool has_collision_characters(std::string_view name) {
  return name.find_first_of("._") != std::string_view::npos;
}

std::string collision_name(std::string_view name) {
  std::string result(name);
  std::ranges::replace(result, '.', '_');
  return result;
}

}  // namespace cohort::broker
