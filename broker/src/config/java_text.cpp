#include "java_text.hpp"

#include <algorithm>
#include <charconv>

namespace cohort::broker {

std::optional<std::int32_t> java_int(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::string> java_split(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    pieces.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  while (pieces.size() > 1 && pieces.back().empty()) pieces.pop_back();
  return pieces;
}

}  // namespace cohort::broker
