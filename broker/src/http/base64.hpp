// base64: bytes in JSON, by Beast's own codec, and which bytes need it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cohort::broker {

std::string to_base64(std::span<const std::uint8_t> bytes);
/// Nothing if it is no base64.
std::optional<std::string> from_base64(std::string_view text);

/// Can it stand in a JSON text as it is?
bool is_utf8(std::string_view bytes);

}  // namespace cohort::broker
