// FramedBroker: a broker without sockets that is handed whole frames, as by a host.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <variant>
#include <vector>

namespace bench {

/// Time stands still unless it is told otherwise.
class FramedBroker {
 public:
  /// Its links are numbered from 1.
  explicit FramedBroker(std::uint64_t links, const cohort::broker::Config& config = {})
      : broker_(config, now_) {
    broker_.advertise({"127.0.0.1", 9092});
    for (std::uint64_t link = 1; link <= links; ++link) {
      broker_.opened(cohort::LinkId{link}, {.address = "127.0.0.1"}, now_);
    }
  }

  cohort::broker::Broker& broker() { return broker_; }
  cohort::Instant now() const { return now_; }

  /// The broker takes the frame; what it answers leaves at once.
  void hand(cohort::LinkId link, const cohort::Buffer& frame) {
    broker_.received(link, frame, now_);
    let_leave();
  }
  void advance(cohort::Duration by) {
    now_ = now_ + by;
    broker_.advance(now_);
    let_leave();
  }
  /// What has left in the last call, in its order.
  const std::vector<cohort::Action>& actions() const { return actions_; }

  /// The answer to a request that does not wait. Throws if there is none.
  template <class Response>
  Response ask(cohort::LinkId link, const cohort::Buffer& frame, int version) {
    hand(link, frame);
    return answer<Response>(link, version);
  }
  /// The one that has left in the last call.
  template <class Response>
  Response answer(cohort::LinkId link, int version) const {
    for (const cohort::Action& action : actions_) {
      const auto* send = std::get_if<cohort::Send>(&action);
      if (send == nullptr || send->link != link) continue;
      const cohort::Buffer frame = send->bytes.joined().slice(4);
      const auto header = cohort::decode_response_header(frame, Response::api.key, version);
      return cohort::decode<Response>(frame.slice(header.value().size), version).value();
    }
    throw std::runtime_error("there is no answer");
  }

 private:
  void let_leave() {
    broker_.take_actions(actions_);
    benchmark::DoNotOptimize(actions_);
    for (const cohort::Action& action : actions_) {
      if (const auto* send = std::get_if<cohort::Send>(&action)) broker_.sent(send->link, 0, now_);
    }
  }

  cohort::Instant now_ = cohort::Instant::from_unix_ms(1'700'000'000'000);
  cohort::broker::Broker broker_;
  std::vector<cohort::Action> actions_;
};

}  // namespace bench
