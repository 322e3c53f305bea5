// SettingError: the words in which a setting is refused.
#pragma once

#include <cohort/client/config.hpp>
#include <cohort/client/error.hpp>

#include <string_view>

namespace cohort::client {

/// `acks=2: must be all, 0 or 1`
ConfigError wrong_value(std::string_view key, std::string_view value, std::string_view allowed);

/// For a key that no client in this role has: what it is in Kafka, or what may have been meant.
/// Nothing is thrown for one that asks for what is so anyway, like security.protocol=PLAINTEXT.
void refuse_key(std::string_view key, std::string_view value, Role role);

}  // namespace cohort::client
