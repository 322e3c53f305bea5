// Bytes as hexadecimal text, for vectors in tests.
#pragma once

#include <cohort/protocol/buffer.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace cohort::testing {

/// The bytes of pairs of hexadecimal digits; anything else, such as spaces, is skipped.
inline Buffer from_hex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  int high = -1;
  for (const char c : text) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) continue;
    if (high < 0) {
      high = static_cast<int>(digit);
    } else {
      bytes.push_back(static_cast<std::uint8_t>(high * 16 + static_cast<int>(digit)));
      high = -1;
    }
  }
  return Buffer::adopt(std::move(bytes));
}

}  // namespace cohort::testing
