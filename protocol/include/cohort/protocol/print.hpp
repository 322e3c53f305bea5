// Printing messages: one deterministic line that names only what differs from the default.
#pragma once

#include <string>

namespace cohort {

/// For example `JoinGroupRequest{group_id="orders", protocols=[{name="range", metadata=0x0001}]}`.
/// Error codes by name, uuids in Kafka's base64, bytes as text where they are text, else
/// hexadecimal, both shortened.
template <class Message>
std::string print(const Message& message);

}  // namespace cohort
