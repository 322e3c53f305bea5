// Release: the Kafka that the broker answers as.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cohort::broker {

/// A release fixes the advertised versions and, where releases behave differently, the behaviour.
enum class Release : std::uint8_t {
  kafka_2_4,  ///< With ZooKeeper, as 2.4.1.
  kafka_3_9,  ///< In KRaft mode, with the Java group coordinator.
};

/// As `--as-version` writes it: "2.4", "3.9".
std::string_view name(Release release);
std::optional<Release> release_from_name(std::string_view name);

}  // namespace cohort::broker
