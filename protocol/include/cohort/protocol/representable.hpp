// Whether a version of a message can carry what the struct holds.
#pragma once

#include <optional>
#include <string>

namespace cohort {

/// Null if encoding at `version` loses nothing but fields that may be ignored. Else what would be
/// lost, for example `group_instance_id is not in version 2`.
template <class Message>
std::optional<std::string> representable(const Message& message, int version);

}  // namespace cohort
