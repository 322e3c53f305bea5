// BulkSending: producers that send to a topic as fast as it goes.
#pragma once

#include "load/crew.hpp"
#include "load/load_stage.hpp"
#include <cohort/client/producer.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>

namespace cohort::load {

/// Used once.
class BulkSending {
 public:
  /// Connects. Throws client::Error.
  BulkSending(LoadStage& stage, std::string topic);

  /// Until the limits are reached and all is delivered, or the stage is stopped.
  void run(const RoundLimits& limits);

  /// From the first record to the last delivery.
  Throughput throughput() const;
  /// From send() to its delivery, as the sender sees it.
  LatencyHistogram delivery_times() const;
  std::uint64_t failed() const;
  std::vector<std::string> failures() const;

 private:
  struct Lane {
    client::Producer producer;
    LatencyHistogram times{};
    std::uint64_t failed = 0;
    std::string failure{};  ///< The first one's.
  };

  void send(Lane& lane, const RoundLimits& limits);
  /// Waits for what is under way.
  void finish(Lane& lane);
  void take_deliveries(Lane& lane);

  LoadStage& stage_;
  std::string topic_;
  std::deque<Lane> lanes_;
  std::atomic<std::uint64_t> delivered_ = 0;
  Clock::time_point began_{};
  std::atomic<Clock::rep> ended_ = 0;
  Crew crew_;  ///< Goes first: its threads use the others.
};

}  // namespace cohort::load
