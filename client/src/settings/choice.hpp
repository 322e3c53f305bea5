// Choice: a value that an enumeration may have, with a name for it.
#pragma once

#include <cohort/client/consumer_config.hpp>
#include <cohort/client/producer_config.hpp>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace cohort::client {

template <class Value>
struct Choice {
  std::string_view name;
  Value value;
  bool is_listed = true;  ///< Among what is allowed; false for other names of the same.
};

// The names of each enumeration, the listed one of a value before its others. Those that are not
// listed are librdkafka's, or classes of Kafka's.
template <class Value>
std::span<const Choice<Value>> choices();
template <>
std::span<const Choice<AutoOffsetReset>> choices<AutoOffsetReset>();
template <>
std::span<const Choice<IsolationLevel>> choices<IsolationLevel>();
template <>
std::span<const Choice<Acks>> choices<Acks>();
template <>
std::span<const Choice<PartitionerKind>> choices<PartitionerKind>();
template <>
std::span<const Choice<Compression>> choices<Compression>();

/// The assignors that are built in; here the value is a name, and the others are Kafka's classes.
std::span<const Choice<std::string_view>> assignor_choices();

/// Null when none has this name.
template <class Value>
const Choice<Value>* find_choice(std::span<const Choice<Value>> all, std::string_view name) {
  for (const Choice<Value>& each : all) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

/// The listed one.
template <class Value>
std::string_view choice_name(Value value) {
  for (const Choice<Value>& each : choices<Value>()) {
    if (each.value == value) return each.name;
  }
  return "unknown";
}

/// "earliest, latest or none".
template <class Value>
std::string listed(std::span<const Choice<Value>> all) {
  std::string text;
  std::string_view last;
  for (const Choice<Value>& each : all) {
    if (!each.is_listed) continue;
    if (!last.empty()) text.append(text.empty() ? "" : ", ").append(last);
    last = each.name;
  }
  return text.empty() ? std::string(last) : text.append(" or ").append(last);
}

}  // namespace cohort::client
