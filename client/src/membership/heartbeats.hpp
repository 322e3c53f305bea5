// Heartbeats: when a member's next heartbeat is due, and whether its coordinator is silent for too
// long.
#pragma once

#include "session/backoff.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>

namespace cohort::client {

/// The rules of Kafka's Heartbeat.
class Heartbeats {
 public:
  Heartbeats(Duration interval, Duration session_timeout, const Backoff& retry)
      : interval_(interval), session_timeout_(session_timeout), retry_(retry) {}

  /// A generation has begun: the coordinator has heard of the member just now.
  void restart(Instant now);
  /// Another coordinator, or the same again: it gets a whole session to answer in.
  void coordinator_found(Instant now) { session_end_ = now + session_timeout_; }
  void sent(Instant now) { due_ = now + interval_; }
  void answered(Instant now);
  /// Comes again soon, and not after a whole interval (KIP-580).
  void failed(Rng& rng, Instant now);

  Instant due() const { return due_; }
  /// When the coordinator has not answered for so long that it may be another one by now.
  Instant session_end() const { return session_end_; }

 private:
  friend struct DigestOf<Heartbeats>;
  Duration interval_;
  Duration session_timeout_;
  Backoff retry_;
  Instant due_ = Instant::never();
  Instant session_end_ = Instant::never();
  std::uint32_t failures_ = 0;
};

}  // namespace cohort::client
