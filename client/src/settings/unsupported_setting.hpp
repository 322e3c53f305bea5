// UnsupportedSetting: a key of Kafka's that this client does nothing about.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace cohort::client {

struct UnsupportedSetting {
  std::string_view key;     ///< One that ends in a dot stands for all that begin so.
  std::string_view reason;  ///< Follows "is not supported: ".
  /// The value that asks for what is so anyway, whatever its case; null: there is none.
  std::optional<std::string_view> harmless{};

  /// Passwords and the like are not repeated in a message.
  bool is_secret() const { return key.ends_with('.'); }
};

/// Null when the key is none of these.
const UnsupportedSetting* find_unsupported(std::string_view key);

std::span<const UnsupportedSetting> unsupported_settings();

}  // namespace cohort::client
