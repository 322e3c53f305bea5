#include "settings/setting_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace cohort::client {
namespace {

constexpr std::int64_t most_ms = std::chrono::duration_cast<milliseconds>(Duration::max()).count();

/// What the protocol can write of a text.
constexpr std::size_t longest_text = 32'767;

/// For an error message, of a text that is too long for one.
std::string_view beginning_of(std::string_view text) {
  constexpr std::size_t shown = 60;
  return text.substr(0, shown);
}

/// Nothing when the text is no such number. A plus sign is taken, as by Java's parseInt.
template <std::integral Number>
std::optional<Number> parsed_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <std::integral Number>
std::optional<std::string_view> read_number(std::string_view text, const Rule& rule,
                                            Number& value) {
  const std::optional<Number> number = parsed_number<Number>(text);
  if (!number || *number < rule.low || *number > rule.high) return text;
  value = *number;
  return std::nullopt;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

/// Source: Topic.validate.
bool is_legal_name(std::string_view text) {
  constexpr std::string_view others = "._-";
  constexpr std::size_t longest = 249;
  const auto is_legal = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  };
  return text.size() <= longest && text != "." && text != ".." &&
         std::ranges::all_of(text, is_legal);
}

std::string allowed_number(const Rule& rule) {
  return fmt::format("a whole number from {} to {}", rule.low, rule.high);
}

}  // namespace

std::string_view trimmed_value(std::string_view text) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> pieces;
  if (trimmed_value(text).empty()) return pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    pieces.push_back(trimmed_value(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return pieces;
}

std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/, bool& value) {
  const bool is_true = equals_ignoring_case(text, "true");
  if (!is_true && !equals_ignoring_case(text, "false")) return text;
  value = is_true;
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::int32_t& value) {
  return read_number(text, rule, value);
}

std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::int64_t& value) {
  return read_number(text, rule, value);
}

std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/,
                                     std::uint64_t& value) {
  const std::optional<std::uint64_t> number = parsed_number<std::uint64_t>(text);
  if (!number) return text;
  value = *number;
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& rule, Duration& value) {
  std::int64_t ms = 0;
  if (rule.form == Rule::Form::never && text == "-1") {
    value = Duration::max();
    return std::nullopt;
  }
  if (const auto fault = read_number(text, rule, ms)) return fault;
  // Longer than a Duration can hold is as long as it can hold.
  value = ms >= most_ms ? Duration::max() : Duration(milliseconds(ms));
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/,
                                     std::string& value) {
  if (text.size() > longest_text) return beginning_of(text);
  value = text;
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& rule,
                                     std::optional<std::string>& value) {
  if (text.empty()) return text;
  if (text.size() > longest_text) return beginning_of(text);
  if (rule.form == Rule::Form::legal_name && !is_legal_name(text)) return text;
  value = text;
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/,
                                     std::vector<std::string>& value) {
  const std::vector<std::string_view> pieces = split_list(text);
  if (pieces.empty()) return text;
  std::vector<std::string> names;
  names.reserve(pieces.size());
  for (const std::string_view piece : pieces) {
    const Choice<std::string_view>* known = find_choice(assignor_choices(), piece);
    const std::string_view wanted = known == nullptr ? piece : known->value;
    if (wanted.empty() || std::ranges::find(names, wanted) != names.end()) return text;
    names.emplace_back(wanted);
  }
  value = std::move(names);
  return std::nullopt;
}

std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/,
                                     std::vector<Endpoint>& value) {
  std::vector<Endpoint> endpoints;
  for (const std::string_view entry : split_list(text)) {
    if (entry.empty()) continue;
    std::optional<Endpoint> endpoint = parsed_endpoint(entry);
    if (!endpoint) return entry;
    endpoints.push_back(*std::move(endpoint));
  }
  if (endpoints.empty()) return text;
  value = std::move(endpoints);
  return std::nullopt;
}

std::string written(const Rule& /*rule*/, bool value) { return value ? "true" : "false"; }
std::string written(const Rule& /*rule*/, std::int32_t value) { return fmt::format("{}", value); }
std::string written(const Rule& /*rule*/, std::int64_t value) { return fmt::format("{}", value); }
std::string written(const Rule& /*rule*/, std::uint64_t value) { return fmt::format("{}", value); }
std::string written(const Rule& rule, Duration value) {
  if (rule.form == Rule::Form::never && value == Duration::max()) return "-1";
  // Down, so that what is below zero never looks like zero.
  return fmt::format("{}", std::chrono::floor<milliseconds>(value).count());
}
std::string written(const Rule& /*rule*/, const std::string& value) { return value; }
std::string written(const Rule& /*rule*/, const std::optional<std::string>& value) {
  return value.value_or("");
}
std::string written(const Rule& /*rule*/, const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}
std::string written(const Rule& /*rule*/, const std::vector<Endpoint>& value) {
  return to_string(value);
}

std::string allowed(const Rule& /*rule*/, bool /*type*/) { return "true or false"; }
std::string allowed(const Rule& rule, std::int32_t /*type*/) { return allowed_number(rule); }
std::string allowed(const Rule& rule, std::int64_t /*type*/) { return allowed_number(rule); }
std::string allowed(const Rule& /*rule*/, std::uint64_t /*type*/) {
  return fmt::format("a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max());
}
std::string allowed(const Rule& rule, Duration /*type*/) {
  return fmt::format("a whole number of milliseconds from {} to {}{}", rule.low, rule.high,
                     rule.form == Rule::Form::never ? ", or -1 for no limit" : "");
}
std::string allowed(const Rule& /*rule*/, const std::string& /*type*/) {
  return "any text, of 32767 bytes at most";
}
std::string allowed(const Rule& rule, const std::optional<std::string>& /*type*/) {
  if (rule.form == Rule::Form::plain) return "any text that is not empty, of 32767 bytes at most";
  return "1 to 249 letters, digits, '.', '_' or '-', and neither \".\" nor \"..\"";
}
std::string allowed(const Rule& /*rule*/, const std::vector<std::string>& /*type*/) {
  return fmt::format("a list of {}, none of them twice", listed(assignor_choices()));
}
std::string allowed(const Rule& /*rule*/, const std::vector<Endpoint>& /*type*/) {
  return "HOST:PORT[,HOST:PORT]…, with ports from 1 to 65535 and IPv6 addresses in brackets";
}

}  // namespace cohort::client
