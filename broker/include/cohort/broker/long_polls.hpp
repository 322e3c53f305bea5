// LongPolls: ends waiting fetches in real time, for a broker whose own clock is moved by hand.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/net/host.hpp>

#include <memory>

namespace cohort::broker {

/// How long a Fetch may wait (`fetch.max.wait.ms`) is the client's affair: consumers wait for the
/// answer before they ask for further partitions, or before they close, and their clocks are real.
/// So such a wait ends after so much real time, or broker's time, whichever passes first. For the
/// host's thread. REQUIRES: destroyed before the host, and not while the host runs.
class LongPolls {
 public:
  LongPolls(net::Host& host, Broker& broker);
  ~LongPolls();
  LongPolls(const LongPolls&) = delete;
  LongPolls& operator=(const LongPolls&) = delete;

  /// Call it behind each turn of the host.
  void have_turned();

 private:
  class Waits;
  std::unique_ptr<Waits> waits_;
};

}  // namespace cohort::broker
