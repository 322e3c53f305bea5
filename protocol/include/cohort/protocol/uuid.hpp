// Uuid: 128 bits that name a topic, a member or a cluster.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace cohort {

/// All zero bits mean "no id" wherever Kafka carries one.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  bool is_zero() const { return *this == Uuid{}; }
  auto operator<=>(const Uuid&) const = default;
};

/// A random (version 4) uuid made of 128 random bits.
Uuid uuid_from_bits(std::uint64_t high, std::uint64_t low);

/// `8-4-4-4-12` hexadecimal digits, as Java's UUID prints in member ids.
std::string to_string(const Uuid& uuid);

/// 22 characters of URL-safe base64 without padding, as Kafka prints topic and cluster ids.
std::string to_base64(const Uuid& uuid);

}  // namespace cohort
