// What the codec asks of a whole message: its versions, and which of them are flexible.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/schema.hpp>

namespace cohort::detail {

template <class Message>
constexpr Versions versions_of() {
  if constexpr (requires { Message::api; }) {
    return Message::api.versions;
  } else {
    return Message::versions;
  }
}

/// ConsumerProtocol messages have no flexible version.
template <class Message>
constexpr bool is_flexible(int version) {
  if constexpr (requires { Message::api; }) {
    return Message::api.is_flexible(version);
  } else if constexpr (requires { Message::flexible_from; }) {
    return version >= Message::flexible_from;
  } else {
    return false;
  }
}

}  // namespace cohort::detail
