// A member of a group falls silent, and the broker expels it when its session of 45 seconds ends.
// The 45 seconds are virtual: the program is done at once, and prints the same every time.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/sim/probe.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

using namespace cohort;
using std::chrono::seconds;

/// Sends the request and lets time pass until the broker answers it.
template <class Response, class Request>
Response call(broker::VirtualBroker& broker, sim::Probe& client, const Request& request) {
  constexpr std::int16_t version = 3;
  constexpr ApiKey key = Request::api.key;
  client.send(encode_request({.api_key = key, .api_version = version, .client_id = "a"}, request));
  std::optional<Buffer> frame;
  broker.run_until([&] { return (frame = client.take_frame()).has_value(); }, seconds(5));
  const auto header = decode_response_header(frame.value(), key, version).value();
  return decode<Response>(frame->slice(header.size), version).value();
}

int main() {
  broker::VirtualBroker broker;
  sim::Probe client(broker.world(), "client", broker.host, broker.first_port);

  const JoinGroupRequest join{.group_id = "readers",
                              .session_timeout_ms = 45'000,
                              .rebalance_timeout_ms = 60'000,
                              .protocol_type = "consumer",
                              .protocols = {{.name = "range"}}};
  const auto joined = call<JoinGroupResponse>(broker, client, join);

  broker.advance(seconds(45));  // Without a heartbeat.

  const HeartbeatRequest heartbeat{
      .group_id = "readers", .generation_id = joined.generation_id, .member_id = joined.member_id};
  const auto answer = call<HeartbeatResponse>(broker, client, heartbeat);

  for (const broker::Entry& entry : broker.journal().last(100)) {
    std::puts(to_string(entry).c_str());
  }
  std::printf("heartbeat: %s\n", std::string(name(answer.error_code)).c_str());
  return answer.error_code == ErrorCode::unknown_member_id ? 0 : 1;
}
