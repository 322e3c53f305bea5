// The limits of single addresses that max.connections.per.ip.overrides sets.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::broker {

/// Of `HOST:NUMBER,HOST:NUMBER`, where the number follows the last colon; nothing if the text is
/// not so, or a host has a character that none has. The later of two mentions counts.
/// Source: Csv.parseCsvMap, KafkaConfig.validateValues (Utils.validHostPattern).
std::optional<std::map<std::string, std::int32_t>> parsed_address_limits(std::string_view text);

}  // namespace cohort::broker
