// The vocabulary of the wire schema: in which versions a field is there, is nullable, is tagged.
#pragma once

#include <cohort/protocol/api_key.hpp>

#include <cstdint>
#include <limits>

namespace cohort {

/// An inclusive range of API versions.
struct Versions {
  std::int16_t first = 0;
  std::int16_t last = std::numeric_limits<std::int16_t>::max();

  constexpr bool contains(int version) const { return first <= version && version <= last; }
  bool operator==(const Versions&) const = default;
};

/// `flexible_from` of a message that has no flexible version (KIP-482).
inline constexpr std::int16_t never_flexible = std::numeric_limits<std::int16_t>::max();

/// What a request or response says of itself: its API, the versions of Kafka 3.9, and from which
/// version on lengths are compact and structs end with tagged fields (KIP-482).
struct Api {
  ApiKey key;
  Versions versions;
  std::int16_t flexible_from = never_flexible;

  constexpr bool is_flexible(int version) const { return version >= flexible_from; }
};

/// When a field is on the wire. Outside `present` a decoded field keeps its default, and an encoded
/// one is left out: silently if `is_ignorable`, else only `representable()` tells.
struct When {
  Versions present;
  std::int16_t nullable_from =
      0;                  ///< Versions from here on may carry null, if the C++ type is optional.
  std::int32_t tag = -1;  ///< -1: an ordinary field. Else a tagged field with this number.
  bool is_ignorable = false;

  constexpr bool is_tagged() const { return tag >= 0; }
  constexpr When nullable_since(int version) const {
    When when = *this;
    when.nullable_from = static_cast<std::int16_t>(version);
    return when;
  }
  constexpr When ignorable() const {
    When when = *this;
    when.is_ignorable = true;
    return when;
  }
  bool operator==(const When&) const = default;
};

inline constexpr When always{};

constexpr When between(int first, int last) {
  return {.present = {static_cast<std::int16_t>(first), static_cast<std::int16_t>(last)}};
}

constexpr When since(int first) { return {.present = {.first = static_cast<std::int16_t>(first)}}; }

constexpr When tagged(int tag, When when = always) {
  when.tag = tag;
  return when;
}

/// The default of an optional field whose definition names none: empty and not null, in every
/// message of Kafka.
struct NotNull {};
inline constexpr NotNull not_null{};

}  // namespace cohort
