#include "http/base64.hpp"

#include <boost/beast/core/detail/base64.hpp>
#include <boost/beast/websocket/detail/utf8_checker.hpp>

namespace cohort::broker {

namespace base64 = boost::beast::detail::base64;

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text(base64::encoded_size(bytes.size()), '\0');
  text.resize(base64::encode(text.data(), bytes.data(), bytes.size()));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes(base64::decoded_size(text.size() + 3), '\0');
  const auto [written, read] = base64::decode(bytes.data(), text.data(), text.size());
  // The decoder stops at what it does not know; one letter alone is no byte.
  if (read != text.size() || text.size() % 4 == 1) return std::nullopt;
  bytes.resize(written);
  return bytes;
}

bool is_utf8(std::string_view bytes) {
  // Beast's checker reads from a text that is nowhere, as an empty one may be.
  return bytes.empty() || boost::beast::websocket::detail::check_utf8(bytes.data(), bytes.size());
}

}  // namespace cohort::broker
