// SettingValue: how the value of a setting is read, written and bounded, by the type of its field.
#pragma once

#include "settings/choice.hpp"
#include <cohort/client/endpoint.hpp>
#include <cohort/node/instant.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cohort::client {

/// What a value may be beyond its type.
struct Rule {
  enum class Form : std::uint8_t {
    plain,
    never,       ///< Of a time: -1 is no limit.
    legal_name,  ///< Of a text: what a topic may be called.
  };
  std::int64_t low = 0;  ///< Of numbers and times, in milliseconds; both ends are allowed.
  std::int64_t high = std::numeric_limits<std::int32_t>::max();
  Form form = Form::plain;
};

constexpr Rule any_value{};
constexpr Rule legal_name{.form = Rule::Form::legal_name};
/// Of what Kafka keeps in 32 bits (ConfigDef.Type.INT).
constexpr Rule at_least(std::int64_t low) { return {.low = low}; }
/// Of what Kafka keeps in 64 bits (ConfigDef.Type.LONG).
constexpr Rule long_at_least(std::int64_t low) {
  return {.low = low, .high = std::numeric_limits<std::int64_t>::max()};
}

constexpr Rule long_or_never{.high = std::numeric_limits<std::int64_t>::max(),
                             .form = Rule::Form::never};

/// Blanks at both ends taken off, as Java's String.trim does.
std::string_view trimmed_value(std::string_view text);
/// The pieces between commas, each trimmed; none of an empty text.
std::vector<std::string_view> split_list(std::string_view text);
/// The entry of bootstrap.servers, or nothing.
std::optional<Endpoint> parsed_endpoint(std::string_view entry);

// For each type: `read` sets the value, or returns the part of the (trimmed) text that can't be
// one; `written` is a text that reads so; `allowed` follows "must be". Of a list of assignors any
// names are allowed, for a caller may bring its own.

std::optional<std::string_view> read(std::string_view text, const Rule& rule, bool& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::int32_t& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::int64_t& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::uint64_t& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule, Duration& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule, std::string& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule,
                                     std::optional<std::string>& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule,
                                     std::vector<std::string>& value);
std::optional<std::string_view> read(std::string_view text, const Rule& rule,
                                     std::vector<Endpoint>& value);

std::string written(const Rule& rule, bool value);
std::string written(const Rule& rule, std::int32_t value);
std::string written(const Rule& rule, std::int64_t value);
std::string written(const Rule& rule, std::uint64_t value);
std::string written(const Rule& rule, Duration value);
std::string written(const Rule& rule, const std::string& value);
std::string written(const Rule& rule, const std::optional<std::string>& value);
std::string written(const Rule& rule, const std::vector<std::string>& value);
std::string written(const Rule& rule, const std::vector<Endpoint>& value);

std::string allowed(const Rule& rule, bool type);
std::string allowed(const Rule& rule, std::int32_t type);
std::string allowed(const Rule& rule, std::int64_t type);
std::string allowed(const Rule& rule, std::uint64_t type);
std::string allowed(const Rule& rule, Duration type);
std::string allowed(const Rule& rule, const std::string& type);
std::string allowed(const Rule& rule, const std::optional<std::string>& type);
std::string allowed(const Rule& rule, const std::vector<std::string>& type);
std::string allowed(const Rule& rule, const std::vector<Endpoint>& type);

template <class Value>
concept Enumeration = std::is_enum_v<Value>;

template <Enumeration Value>
std::optional<std::string_view> read(std::string_view text, const Rule& /*rule*/, Value& value) {
  const Choice<Value>* choice = find_choice(choices<Value>(), text);
  if (choice == nullptr) return text;
  value = choice->value;
  return std::nullopt;
}
template <Enumeration Value>
std::string written(const Rule& /*rule*/, Value value) {
  return std::string(choice_name(value));
}
template <Enumeration Value>
std::string allowed(const Rule& /*rule*/, Value /*type*/) {
  return listed(choices<Value>());
}

}  // namespace cohort::client
