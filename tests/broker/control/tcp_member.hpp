// TcpMember: a group member over a real socket, for brokers that have a thread of their own.
#pragma once

#include "broker/control/control_world.hpp"
#include "net/client.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace cohort::broker {

/// A member over TCP, by blocking requests.
class TcpMember {
 public:
  explicit TcpMember(const std::string& bootstrap)
      : socket_(static_cast<std::uint16_t>(std::stoi(bootstrap.substr(bootstrap.rfind(':') + 1)))) {
  }

  template <class Request>
  void send(const Request& request, std::int16_t version) {
    const RequestHeader header{
        .api_key = Request::api.key, .api_version = version, .client_id = "tcp"};
    const Buffer frame = encode_request(header, request).joined();
    ASSERT_TRUE(socket_.send(frame.text()));
  }
  template <class Response, class Request>
  Response ask(const Request& request, std::int16_t version) {
    send(request, version);
    std::size_t size = 0;
    for (const char byte : socket_.receive(4)) {
      size = size * 256 + static_cast<unsigned char>(byte);
    }
    const Buffer frame = Buffer::copy_of(socket_.receive(size));
    const auto header = decode_response_header(frame, Response::api.key, version).value();
    return decode<Response>(frame.slice(header.size), version).value();
  }
  JoinGroupRequest join_request() const {
    return {.group_id = "g",
            .session_timeout_ms = 45'000,
            .rebalance_timeout_ms = 60'000,
            .member_id = id,
            .protocol_type = "consumer",
            .protocols = {{"range", {}}}};
  }
  /// Up to the end of the join phase of a group of its own.
  void join_alone() {
    id = ask<JoinGroupResponse>(join_request(), 5).member_id;
    ASSERT_EQ(ask<JoinGroupResponse>(join_request(), 5).leader, id);
  }
  /// All of it, with the assignment.
  void be_alone(const Partitions& partitions) {
    join_alone();
    SyncGroupRequest request{.group_id = "g", .generation_id = 1, .member_id = id};
    request.assignments.push_back({id, consumer_assignment(partitions)});
    ASSERT_EQ(ask<SyncGroupResponse>(request, 3).error_code, ErrorCode::none);
  }
  bool is_at_end() const { return socket_.is_at_end(); }

  std::string id;

 private:
  net::Client socket_;
};

}  // namespace cohort::broker
