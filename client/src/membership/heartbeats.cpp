#include "membership/heartbeats.hpp"

namespace cohort::client {

void Heartbeats::restart(Instant now) {
  failures_ = 0;
  due_ = now + interval_;
  session_end_ = now + session_timeout_;
}

void Heartbeats::answered(Instant now) {
  failures_ = 0;
  session_end_ = now + session_timeout_;
}

void Heartbeats::failed(Rng& rng, Instant now) {
  ++failures_;
  due_ = now + retry_.after(failures_, rng);
}

}  // namespace cohort::client
