// LatencyRound: an open loop of records from producers to consumers that wait for them.
#pragma once

#include "load/crew.hpp"
#include "load/load_stage.hpp"
#include "load/pace.hpp"
#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>

namespace cohort::load {

/// Used once. The time of a record begins when it is due, not when it could be sent: what stalls
/// producer or broker is in the time of every record that it holds up.
class LatencyRound {
 public:
  /// Connects all clients, and sends a record through each partition. Throws client::Error.
  LatencyRound(LoadStage& stage, std::string topic);

  Round run(const RoundLimits& limits);

 private:
  struct Sender {
    client::Producer producer;
    Payload payload;
  };
  struct Receiver {
    client::Consumer consumer;
    LatencyHistogram times{};
  };

  void warm_up();
  /// Each sender has every so many-th record.
  void send(std::size_t sender, const Pace& pace, const RoundLimits& limits);
  void receive(Receiver& receiver);
  void take(Receiver& receiver, const std::vector<client::ConsumerRecord>& records);
  /// Whether so many records are late or under way that the rate can't be held.
  bool is_behind(Clock::time_point due, Clock::time_point now);
  /// Until all that was sent has come.
  void await_arrivals();

  LoadStage& stage_;
  std::string topic_;
  std::int32_t partitions_;
  std::deque<Sender> senders_;
  std::deque<Receiver> receivers_;
  std::atomic<std::uint64_t> warmed_ = 0;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<std::uint64_t> received_ = 0;
  std::atomic<std::uint64_t> most_under_way_ = 0;
  std::atomic<Clock::rep> last_arrival_ = 0;
  std::atomic<bool> is_overrun_ = false;
  std::atomic<bool> is_over_ = false;
  Crew receiving_;  ///< These go first: their threads use the others.
  Crew sending_;
};

}  // namespace cohort::load
