// Sender: sends one request of an admin call to the broker that was found for it.
#pragma once

#include "session/session.hpp"
#include <cohort/node/instant.hpp>

#include <chrono>
#include <cstdint>
#include <limits>

namespace cohort::client {

/// Lives for one call of a plan.
class Sender {
 public:
  Sender(Session& session, const Destination& to, const Sending& sending, Instant now)
      : session_(session), to_(to), sending_(sending), now_(now) {}

  int version() const { return sending_.version; }
  /// For the field `timeout_ms` of requests that the broker may take long for.
  std::int32_t timeout_ms() const {
    const auto ms = std::chrono::duration_cast<milliseconds>(sending_.timeout).count();
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    return ms > most ? most : static_cast<std::int32_t>(ms);
  }

  template <class Request>
  RequestId send(const Request& request) const {
    return session_.send(to_, request, sending_, now_);
  }

 private:
  Session& session_;
  Destination to_;
  Sending sending_;
  Instant now_;
};

}  // namespace cohort::client
