// What the visitors of a field list ask of a field's type: is it a part with fields of its own, is
// it at its default.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace cohort::detail {

/// A number on the wire: ErrorCode and ApiKey are int16.
template <class T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// A struct with a field list.
template <class T>
concept Part = requires(const T& part, int& any_visitor) {
  T::fields(any_visitor, part);
};

template <Scalar T>
bool is_default(T value) {
  return value == T{};
}
inline bool is_default(const std::string& value) { return value.empty(); }
inline bool is_default(const Buffer& value) { return value.empty(); }
inline bool is_default(const Buffers& value) { return value.empty(); }
inline bool is_default(const Uuid& value) { return value.is_zero(); }
template <class T>
bool is_default(const std::vector<T>& value) {
  return value.empty();
}
template <class T>
bool is_default(const std::optional<T>& value) {
  return !value.has_value();
}
template <Part T>
bool is_default(const T& value) {
  return value == T{};
}

/// As above, for a field whose definition names a default.
template <Scalar T, class Default>
bool is_default(T value, const Default& absent) {
  return value == static_cast<T>(absent);
}
template <class Default>
bool is_default(const std::string& value, const Default& absent) {
  return value == absent;
}
template <class T>
bool is_default(const std::optional<T>& value, const NotNull& /*empty*/) {
  return value.has_value() && value->empty();
}

}  // namespace cohort::detail
