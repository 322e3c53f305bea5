// WireClient: one connection to a simulated broker that sends typed requests and reads typed
// answers.
#pragma once

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/sim/probe.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cohort::testing {

/// Answers are matched by their correlation ids, which count up from 1. REQUIRES: the simulation
/// outlives it.
class WireClient {
 public:
  /// Connects to the node that listens on broker:9092, or on another port there. `name` is this
  /// connection's own; the client id is the same unless another is given.
  WireClient(sim::Simulation& world, const std::string& name, std::uint16_t port = 9092,
             const std::optional<std::string>& client_id = std::nullopt)
      : world_(&world), client_id_(client_id.value_or(name)), probe_(world, name, "broker", port) {}

  /// Sends a request, without letting it arrive yet.
  template <class Request>
  void send(const Request& request, std::int16_t version) {
    probe_.send(encode_request({.api_key = Request::api.key,
                                .api_version = version,
                                .correlation_id = ++last_sent_,
                                .client_id = client_id_},
                               request));
  }

  /// The next answer, if it is there; it must be that to the oldest request without one.
  template <class Response>
  std::optional<Response> take(std::int16_t version) {
    const std::optional<Buffer> frame = probe_.take_frame();
    if (!frame) return std::nullopt;
    const auto header = decode_response_header(*frame, Response::api.key, version);
    EXPECT_TRUE(header.has_value());
    EXPECT_EQ(header->correlation_id, ++last_taken_);
    const Result<Response> response = decode<Response>(frame->slice(header->size), version);
    EXPECT_TRUE(response.has_value());
    return *response;
  }

  /// Sends, lets happen what is due now, and takes the answer; nothing while the request waits.
  template <class Response, class Request>
  std::optional<Response> ask(const Request& request, std::int16_t version) {
    send(request, version);
    world_->settle();
    return take<Response>(version);
  }

  /// A request that has no answer (Produce with acks 0).
  void expect_no_answer() { ++last_taken_; }

  bool is_closed() const { return probe_.is_closed(); }
  sim::Probe& probe() { return probe_; }

 private:
  sim::Simulation* world_;
  std::string client_id_;
  sim::Probe probe_;
  std::int32_t last_sent_ = 0;
  std::int32_t last_taken_ = 0;
};

}  // namespace cohort::testing
